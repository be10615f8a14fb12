import type { Served } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { useSubmit } from "@tessera/ui";
import { useState } from "react";
import { releasesApi } from "./releases-api.ts";

const useStyles = makeStyles({
  form: { display: "flex", alignItems: "flex-end", gap: "8px", maxWidth: "480px", marginTop: "24px" },
  field: { flexGrow: 1 },
  answer: { margin: "8px 0 0", paddingLeft: "20px", color: tokens.colorNeutralForeground2 },
  name: { margin: "12px 0 0", fontWeight: 600 },
});

/** Who serves an address of the product, and why. */
export function PathInquiry() {
  const styles = useStyles();
  const [text, setText] = useState("");
  const [served, setServed] = useState<Served | null>(null);
  const { busy, failure, submit } = useSubmit((error) => (error as Error).message);
  const path = text.trim();
  const wrong = path !== "" && !path.startsWith("/");
  const ask = async () => {
    if (path && !wrong) setServed(await releasesApi.serves(path));
  };
  return (
    <section aria-label="Who serves a path">
      <form className={styles.form} onSubmit={submit(ask)} aria-busy={busy}>
        <Field
          className={styles.field}
          label="Who serves this path?"
          validationMessage={failure ?? (wrong ? "A path begins with a slash, such as /items/inbox." : undefined)}
          validationState={failure || wrong ? "error" : "none"}
        >
          <Input value={text} onChange={(_, data) => setText(data.value)} placeholder="/items/inbox" />
        </Field>
        <Button type="submit" disabledFocusable={busy || !path || wrong}>
          Look it up
        </Button>
      </form>
      <div role="status">
        {served && (
          <>
            <p className={styles.name}>
              {served.path}: {served.app ?? "nobody"}
            </p>
            <ul className={styles.answer}>
              {served.why.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
