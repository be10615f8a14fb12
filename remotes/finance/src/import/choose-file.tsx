import { ArrowUpload20Regular } from "@fluentui/react-icons/svg/arrow-upload";
import type { UploadProgress } from "@tessera/contracts-core/client.ts";
import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { MAX_BANK_FILE_BYTES } from "@tessera/contracts-finance/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Notice } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { Sending } from "@tessera/ui/sending";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { finance } from "../api.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "16px", maxWidth: "640px", padding: "24px" },
  drop: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "12px",
    padding: "32px 24px",
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: "8px",
    textAlign: "center",
  },
  over: { backgroundColor: "var(--sel)" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
});

const MB = 1024 * 1024;

/** A file that is sent, 0 to 1 of it, and read then. */
interface Current {
  name: string;
  sent: number;
}

const wordsOf = ({ name, sent }: Current) => (sent < 1 ? `Sending ${name} …` : `Reading ${name} …`);

/** Takes one file and reads it; the books stay as they are. */
export function ChooseFile({ onRead }: { onRead: (file: BankImport) => void }) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState<Current | null>(null);
  const under = useRef<AbortController | null>(null);
  const busy = current !== null;
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Nothing would say how it ends to who has left the page.
  useEffect(() => () => under.current?.abort(), []);
  const read = async (file: File | undefined) => {
    if (!file || busy) return;
    const { name } = file;
    const controller = new AbortController();
    const { signal } = controller;
    under.current = controller;
    setCurrent({ name, sent: 0 });
    setFailure(null);
    const form = new FormData();
    form.set("file", file);
    const onUploadProgress = ({ sent, total }: UploadProgress) => setCurrent({ name, sent: sent / total });
    try {
      const done = await finance.readFile(form, crypto.randomUUID(), { signal, onUploadProgress });
      if (!signal.aborted) onRead(done);
    } catch (error) {
      if (!signal.aborted) setFailure(failureWords(`${name} was not read.`, error));
    } finally {
      setCurrent(null);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <div className={styles.root}>
      {failure && <Notice intent="error">{failure}</Notice>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={over ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button
          appearance="primary"
          icon={<ArrowUpload20Regular />}
          disabledFocusable={busy}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        {current && (
          <Sending
            words={wordsOf(current)}
            done={current.sent < 1 ? current.sent : null}
            onCancel={() => under.current?.abort()}
          />
        )}
        <p className={styles.hint}>
          OFX, QFX, QIF, CAMT, MT940 or CSV, as your bank exports it, up to {MAX_BANK_FILE_BYTES / MB} MB. You see what
          is new before anything is stored.
        </p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File of a bank"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
    </div>
  );
}
