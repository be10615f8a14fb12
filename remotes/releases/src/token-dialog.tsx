import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

const useStyles = makeStyles({ text: { margin: 0 }, token: { fontFamily: "var(--fontFamilyMonospace)" } });

export interface TokenProps {
  app: string;
  token: string;
}

/** Shows a deploy token, the one time that it can be seen. */
export function TokenDialog({ app, token, dialog }: TokenProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(token);
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
      <p className={styles.text}>
        Store it now, for example as the secret DEPLOY_TOKEN of the repository that releases {app}. It is not shown
        again; a lost token is replaced by a new one.
      </p>
      <Field label="Deploy token">
        <Input readOnly value={token} className={styles.token} onFocus={(event) => event.target.select()} />
      </Field>
    </DialogForm>
  );
}
