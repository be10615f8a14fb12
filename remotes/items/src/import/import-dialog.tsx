import { ArrowUpload20Regular } from "@fluentui/react-icons/svg/arrow-upload";
import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import type { DialogActions } from "@tessera/shell-api";
import { ErrorState, LiveNote, Pill, useIsTouch } from "@tessera/ui";
import { Sending } from "@tessera/ui/sending";
import { type DragEvent, useRef, useState } from "react";
import { sentenceOf } from "../triage/use-triage.ts";
import { DEFAULT_CHOICES, ImportChoicesForm, toQuery } from "./import-choices.tsx";
import { ACCEPTED, IMPORT_GIGABYTES, refusalOf } from "./import-files.ts";
import { ImportProgress } from "./import-progress.tsx";
import { type SentImport, useSentImport, useStartImport } from "./start-import.ts";
import { isRunning, POLL_MS, useImports, useReport } from "./use-imports.ts";

const useStyles = makeStyles({
  drop: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "8px",
    padding: "24px 16px",
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: "8px",
    textAlign: "center",
    color: tokens.colorNeutralForeground2,
  },
  over: { backgroundColor: "var(--sel)" },
  trouble: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", marginTop: "12px" },
  list: { marginTop: "20px", display: "flex", flexDirection: "column", gap: "12px" },
  heading: { fontSize: "12px", lineHeight: "16px", fontWeight: 600, color: tokens.colorNeutralForeground2 },
  foot: { display: "flex", justifyContent: "flex-end", alignItems: "center", gap: "8px", marginTop: "20px" },
  hint: { marginRight: "auto", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

const waitingWords = (files: readonly File[]) =>
  files.length === 0
    ? `Drop bookmarks (.html, .csv, .json, .xml), tasks of Todoist (.csv), contacts (.vcf), notes (.md, a .zip of them, or .enex of Evernote), an export of Tessera (.zip) or mails (.eml, .mbox) here, up to ${IMPORT_GIGABYTES} GB at once. An export of Tessera may be larger.`
    : namesOf(files);

const namesOf = (files: readonly File[]) =>
  files.length === 1 ? (files[0]?.name ?? "") : `${files[0]?.name} and ${files.length - 1} more`;

/** All of it is there once it is kept, which takes a while for large files. */
const isSent = ({ progress }: SentImport) => progress !== null && progress.sent >= progress.total;

/** Imports shown below the field, the newest first. */
const SHOWN = 5;
const NONE: ImportSession[] = [];

/** Files go in here; what became of them is below. Closing it stops nothing. */
export function ImportDialog({
  dialog,
  files = [],
  report,
}: {
  dialog: DialogActions;
  files?: File[];
  report?: string;
}) {
  const styles = useStyles();
  // A sheet has its own way out at its foot, which does not scroll.
  const touched = useIsTouch();
  const [over, setOver] = useState(false);
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  /** Files that were dropped on the list: they wait for the choices. */
  const [dropped, setDropped] = useState(files);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { query: imports, live } = useImports();
  const start = useStartImport();
  const { mutate } = start;
  const sent = useSentImport();
  const take = (chosen: File[]) => {
    if (chosen.length === 0 || sent) return;
    const reason = refusalOf(chosen);
    setRefusal(reason);
    setDropped([]);
    if (!reason) mutate({ files: chosen, choices: toQuery(choices) });
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const known = imports.data ?? NONE;
  const reported = useReport(report, known);
  // The report that was asked for stands first, however long ago it was.
  const sessions = [...reported, ...known.filter((session) => session.id !== report)].slice(0, SHOWN);
  return (
    <div>
      <ImportChoicesForm value={choices} onChange={setChoices} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way, the button the other */}
      <div
        className={mergeClasses(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span>{waitingWords(dropped)}</span>
        {dropped.length > 0 && (
          <Button appearance="primary" disabledFocusable={sent !== null} onClick={() => take(dropped)}>
            {dropped.length === 1 ? "Import it" : `Import ${dropped.length} files`}
          </Button>
        )}
        <Button
          icon={<ArrowUpload20Regular />}
          disabledFocusable={sent !== null}
          onClick={() => input.current?.click()}
        >
          Choose files
        </Button>
        {sent && (
          <Sending
            words={isSent(sent) ? `Keeping ${namesOf(sent.files)} …` : `Sending ${namesOf(sent.files)} …`}
            done={sent.progress && !isSent(sent) ? sent.progress.sent / sent.progress.total : null}
            onCancel={sent.cancel}
          />
        )}
        <input
          ref={input}
          hidden
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label="Files to import"
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            // The same file, chosen again, is a choice again.
            event.target.value = "";
          }}
        />
      </div>
      {(refusal || start.error) && (
        <div role="alert" className={styles.trouble}>
          <Pill status="bad">Not imported</Pill>
          <span>{refusal ?? sentenceOf(start.error)}</span>
          {!refusal && start.variables && (
            <Button size="small" onClick={() => start.variables && mutate(start.variables)}>
              Send again
            </Button>
          )}
        </div>
      )}
      {imports.error && sessions.length === 0 && (
        <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />
      )}
      {sessions.length > 0 && (
        <section className={styles.list} aria-label="Imports">
          <h3 className={styles.heading}>Imports</h3>
          {sessions.some(isRunning) && <LiveNote state={live} every={POLL_MS} />}
          {sessions.map((session) => (
            <ImportProgress
              key={session.id}
              session={session}
              open={session.id === report}
              onShow={(type) => {
                dialog.close();
                void navigate(`/items/${type}`);
              }}
            />
          ))}
        </section>
      )}
      <div className={styles.foot}>
        <span className={styles.hint}>
          {sent
            ? "Sending continues after you close this, as long as the page is open."
            : sessions.some(isRunning) && "The import continues after you close this."}
        </span>
        <Button
          onClick={() => {
            dialog.close();
            void navigate("/queue?view=jobs");
          }}
        >
          Jobs
        </Button>
        {!touched && <Button onClick={() => dialog.close()}>Close</Button>}
      </div>
    </div>
  );
}
