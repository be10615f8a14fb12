import { ArrowUpload20Regular } from "@fluentui/react-icons/svg/arrow-upload";
import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Notice } from "@tessera/ui";
import { type DragEvent, useRef, useState } from "react";
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

/** Takes one file and reads it; the books stay as they are. */
export function ChooseFile({ onRead }: { onRead: (file: BankImport) => void }) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file || busy) return;
    setBusy(true);
    setFailure(null);
    const form = new FormData();
    form.set("file", file);
    try {
      onRead(await finance.readFile(form, crypto.randomUUID()));
    } catch (error) {
      setFailure(`${file.name} was not read. ${(error as Error).message}`);
    } finally {
      setBusy(false);
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
          {busy ? "Reading the file …" : "Choose a file"}
        </Button>
        <p className={styles.hint}>
          OFX, QFX, QIF, CAMT, MT940 or CSV, as your bank exports it. You see what is new before anything is stored.
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
