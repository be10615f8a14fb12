import type { DataExport as Export } from "@tessera/contracts-settings/exports.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { ProgressBar } from "@tessera/fluent-extra";
import { Notice, RowSkeleton, useUiSettings } from "@tessera/ui";
import { useState } from "react";
import { Setting, SettingGroup } from "../../parts/setting.tsx";
import { accountSentence } from "../account-sentence.ts";
import { withPriorProof } from "../with-proof.ts";
import { dataExports, downloadExport, useDataExport, useRefreshExport } from "./use-export.ts";

const useStyles = makeStyles({
  progress: { display: "grid", gap: "6px", width: "220px", maxWidth: "100%", justifyItems: "end" },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px", justifyContent: "flex-end" },
  missing: { margin: "8px 0 0", color: tokens.colorNeutralForeground2 },
});

/** "1.4 MB", in steps of 1024. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/**
 * What Tessera holds of the person, as one archive: asked for, made in the background, downloaded, gone after some
 * days.
 */
export function DataExport() {
  const current = useDataExport();
  return (
    <SettingGroup title="Your data" id="export">
      {current.data !== undefined ? (
        <ExportState current={current.data} />
      ) : current.error ? (
        <Setting
          label="Export my data"
          hint={`It is not known whether there is an export. ${accountSentence(current.error)}`}
        >
          <Button onClick={() => void current.refetch()}>Try again</Button>
        </Setting>
      ) : (
        <RowSkeleton rows={1} />
      )}
    </SettingGroup>
  );
}

function ExportState({ current }: { current: Export | null }) {
  const refresh = useRefreshExport();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(accountSentence(error));
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  const begin = () => act(() => withPriorProof(() => dataExports.begin()));
  const download = (requestedAt: string) => act(() => withPriorProof(() => downloadExport(requestedAt)));
  const remove = () => act(() => dataExports.remove());
  const failed = failure ?? (current?.state === "failed" ? `The export failed. ${current.error ?? ""}` : null);
  return (
    <>
      {failed && <Notice intent="error">{failed}</Notice>}
      {current?.state === "running" ? (
        <Running current={current} busy={busy} cancel={remove} />
      ) : current?.state === "ready" ? (
        <Ready current={current} busy={busy} download={() => download(current.requestedAt)} remove={remove} />
      ) : (
        <Setting
          label="Export my data"
          hint="Cards, files, queue, settings, billing and account, as one ZIP file. It takes a few minutes."
        >
          <Button disabledFocusable={busy} onClick={begin}>
            {current?.state === "failed" ? "Try again" : "Export my data"}
          </Button>
        </Setting>
      )}
    </>
  );
}

function Running({ current, busy, cancel }: { current: Export; busy: boolean; cancel(): void }) {
  const styles = useStyles();
  const { done, total } = current;
  return (
    <Setting label="Your data are being collected" hint="You can leave this page. The archive waits here for you.">
      <div className={styles.progress}>
        <ProgressBar
          aria-label="Progress of the export"
          {...(total ? { value: done, max: total } : {})}
          aria-valuetext={total ? `${done} of ${total} parts` : "Starting"}
        />
        <Button disabledFocusable={busy} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Setting>
  );
}

function Ready({
  current,
  busy,
  download,
  remove,
}: {
  current: Export;
  busy: boolean;
  download(): void;
  remove(): void;
}) {
  const styles = useStyles();
  const { locale, timeZone } = useUiSettings();
  const format = (at: string) =>
    new Intl.DateTimeFormat(locale || undefined, {
      day: "numeric",
      month: "long",
      timeZone: timeZone || undefined,
    }).format(new Date(at));
  const { bytes, expiresAt, missing, requestedAt } = current;
  return (
    <>
      <Setting
        label={`Your data as of ${format(requestedAt)}`}
        hint={`ZIP file, ${sizeOf(bytes ?? 0)}.${expiresAt ? ` It is deleted on ${format(expiresAt)}.` : ""}`}
      >
        <div className={styles.buttons}>
          <Button appearance="primary" disabledFocusable={busy} onClick={download}>
            {busy ? "Downloading" : "Download"}
          </Button>
          <Button disabledFocusable={busy} onClick={remove}>
            Delete
          </Button>
        </div>
      </Setting>
      {missing.length > 0 && (
        <p className={styles.missing}>
          Not included, as it did not run: {missing.join(", ")}. Export again later to have it too.
        </p>
      )}
    </>
  );
}
