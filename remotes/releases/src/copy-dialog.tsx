import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { type ReactNode, useState } from "react";

const useStyles = makeStyles({ about: { margin: 0 }, code: { fontFamily: "var(--fontFamilyMonospace)" } });

interface CopyProps {
  /** Name of the text, above its field. */
  label: string;
  text: string;
  code?: boolean;
  /** What the text is for. */
  children: ReactNode;
  dialog: DialogActions<true>;
}

/** Shows a text to take along, such as a link or a token. */
export function CopyDialog({ label, text, code = false, children, dialog }: CopyProps) {
  const styles = useStyles();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    return "stay";
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={copied ? "Copied" : "Copy"}
      cancel="Close"
      act={copy}
      sentence={() => "It could not be copied. Select it and copy it yourself."}
    >
      <p className={styles.about}>{children}</p>
      <Field label={label}>
        <Input
          readOnly
          value={text}
          className={code ? styles.code : undefined}
          onFocus={(event) => event.target.select()}
        />
      </Field>
    </DialogForm>
  );
}
