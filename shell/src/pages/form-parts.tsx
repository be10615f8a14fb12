import { Eye20Regular } from "@fluentui/react-icons/svg/eye";
import { EyeOff20Regular } from "@fluentui/react-icons/svg/eye-off";
import { makeStyles, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";

const useStyles = makeStyles({
  field: { marginTop: "16px" },
  head: { display: "flex", alignItems: "baseline", justifyContent: "space-between", marginBottom: "4px" },
  box: {
    display: "flex",
    alignItems: "center",
    height: "36px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-within": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  input: {
    flexGrow: 1,
    minWidth: 0,
    height: "100%",
    padding: "0 10px",
    border: "none",
    borderRadius: "6px",
    outlineStyle: "none",
    font: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    ":-webkit-autofill": {
      boxShadow: `0 0 0 100px ${tokens.colorNeutralBackground1} inset`,
      WebkitTextFillColor: tokens.colorNeutralForeground1,
    },
  },
  hint: { marginTop: "4px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  link: {
    padding: 0,
    border: "none",
    font: "inherit",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    textDecorationLine: "underline",
    textDecorationColor: tokens.colorNeutralStrokeAccessible,
    textUnderlineOffset: "3px",
    cursor: "pointer",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  title: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em" },
  lead: { marginTop: "4px", color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  error: {
    display: "flex",
    gap: "8px",
    marginTop: "16px",
    padding: "8px 12px",
    borderRadius: "6px",
    color: "var(--bad)",
    backgroundColor: "var(--bad-bg)",
  },
  submit: { width: "100%", height: "36px", marginTop: "20px" },
  foot: { marginTop: "24px", color: tokens.colorNeutralForeground2 },
});
export const useFormStyles = useStyles;

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className"> {
  label: string;
  /** At the right of the label, for example a link. */
  aside?: ReactNode;
  hint?: string;
}

/** A labelled input, 36 px. A password can be shown. */
export function TextField({ label, aside, hint, type, ...input }: TextFieldProps) {
  const styles = useStyles();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          type={shown ? "text" : type}
          className={styles.input}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        {type === "password" && (
          <IconButton
            icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
            label={shown ? "Hide the password" : "Show the password"}
            appearance="transparent"
            pressed={shown}
            onClick={() => setShown(!shown)}
          />
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Something that reads as a link and acts as a button. */
export function LinkButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  const styles = useStyles();
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}

/** What went wrong, read out at once. */
export function FormError({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return children ? (
    <div role="alert" className={styles.error}>
      <div>{children}</div>
    </div>
  ) : null;
}
