import { Eye20Regular } from "@fluentui/react-icons/svg/eye";
import { EyeOff20Regular } from "@fluentui/react-icons/svg/eye-off";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { PlainIconButton, touch } from "@tessera/ui";
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";

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
    [touch]: { height: "46px" },
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
  wrong: {
    borderTopColor: "var(--bad)",
    borderRightColor: "var(--bad)",
    borderBottomColor: "var(--bad)",
    borderLeftColor: "var(--bad)",
  },
  problem: { marginTop: "4px", fontSize: "12px", lineHeight: "16px", color: "var(--bad)" },
  hint: { marginTop: "4px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  title: {
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
    letterSpacing: "-.01em",
    outlineStyle: "none",
    overflowWrap: "anywhere",
  },
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
  /** As high as what mostly comes next: the card, which stands in the middle, does not move. */
  waiting: { minHeight: "128px" },
  other: { width: "100%", height: "36px", marginTop: "8px" },
  foot: { marginTop: "24px", color: tokens.colorNeutralForeground2 },
  line: { marginTop: "8px" },
  footNext: { marginTop: "8px", color: tokens.colorNeutralForeground2 },
  count: { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  /** What happened, read out; no height while there is nothing to say. */
  said: { color: tokens.colorNeutralForeground2, ":not(:empty)": { marginTop: "16px" } },
});
export const useFormStyles = useStyles;

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className"> {
  label: string;
  /** At the right of the label, for example a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value: read out at once, and linked to the input. */
  problem?: string | null;
  /** Id of an error elsewhere in the form that concerns this input. */
  errorId?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A labelled input, 36 px. A password can be shown. */
export function TextField({ label, aside, hint, problem, errorId, inputRef, type, ...input }: TextFieldProps) {
  const styles = useStyles();
  const id = useId();
  const [shown, setShown] = useState(false);
  const described = [problem && `${id}-problem`, errorId, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={mergeClasses(styles.box, problem ? styles.wrong : undefined)}>
        <input
          {...input}
          id={id}
          ref={inputRef}
          type={shown ? "text" : type}
          className={styles.input}
          aria-invalid={problem || errorId ? true : undefined}
          aria-describedby={described || undefined}
        />
        {type === "password" && (
          <PlainIconButton
            icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
            label={shown ? "Hide the password" : "Show the password"}
            appearance="transparent"
            pressed={shown}
            onClick={() => setShown(!shown)}
          />
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Digits of a code, by email, text message or authenticator app. */
export const CODE_DIGITS = 6;

/** A six-digit code: filled in by the browser from a message, pasted with spaces, or typed. */
export function CodeField({
  value,
  onValue,
  ...field
}: Omit<TextFieldProps, "value"> & { value: string; onValue: (digits: string) => void }) {
  return (
    <TextField
      {...field}
      name="code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      value={value}
      onChange={(event) => onValue(event.target.value.replace(/\D/g, "").slice(0, CODE_DIGITS))}
    />
  );
}

/** Title of a step. A step that replaced another (`arrived`) gets the keyboard focus, so that it is read out. */
export function StepTitle({ arrived, children }: { arrived: boolean; children: ReactNode }) {
  const styles = useStyles();
  const title = useRef<HTMLHeadingElement>(null);
  const takesFocus = useRef(arrived);
  useEffect(() => {
    if (takesFocus.current) title.current?.focus();
  }, []);
  return (
    <h1 ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  );
}

/** What went wrong, read out at once. */
export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  const styles = useStyles();
  return children ? (
    <div id={id} role="alert" className={styles.error}>
      <div>{children}</div>
    </div>
  ) : null;
}
