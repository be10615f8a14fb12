import { ArrowUpload20Regular } from "@fluentui/react-icons/svg/arrow-upload";
import { Mic20Regular } from "@fluentui/react-icons/svg/mic";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Notice, TextButton, useMoment } from "@tessera/ui";
import { Sending } from "@tessera/ui/sending";
import { useRef, useState } from "react";
import { startRecording } from "../record/live-recording.ts";
import { RecordPanel } from "../record/record-panel.tsx";
import type { Recording } from "../record/use-recording.ts";
import { UploadHint } from "./upload-hint.tsx";
import type { Uploads } from "./use-upload.ts";

const useStyles = makeStyles({
  root: { padding: "16px" },
  drop: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "16px",
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: "8px",
  },
  over: { backgroundColor: "var(--sel)" },
  under: { flexBasis: "100%" },
  line: { display: "flex", flexWrap: "wrap", gap: "4px 12px", alignItems: "center", overflowWrap: "anywhere" },
});

const STEPS = {
  reading: (name: string) => `Reading ${name} …`,
  sending: (name: string) => `Sending ${name} …`,
  cut: (name: string) => `The connection was cut. ${name} continues as soon as it is back.`,
};

/** Takes audio: dropped, chosen, or from the microphone. */
export function UploadArea({ uploads, recording }: { uploads: Uploads; recording: Recording }) {
  const styles = useStyles();
  const moment = useMoment();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { current, failures, unfinished, send, cancel } = uploads;
  const { state, recorder, kept, failure, isSending } = recording;
  return (
    <div className={styles.root}>
      {[...(failure ? [failure] : []), ...failures].map((sentence) => (
        <Notice key={sentence} intent="error">
          {sentence}
        </Notice>
      ))}
      {kept && !isSending && (
        <Notice intent="warning">
          <div className={styles.line}>
            {`What you recorded (${moment(new Date(kept.startedAt).toISOString())}) is kept in this browser and was not sent.`}
            <TextButton onClick={() => void recording.send()}>Transcribe it</TextButton>
            <TextButton onClick={() => void recording.discard()}>Discard it</TextButton>
          </div>
        </Notice>
      )}
      {unfinished
        .filter(({ name, lastModified }) => name !== current?.name && lastModified !== kept?.startedAt)
        .map(({ id, name, lastModified }) => (
          <Notice key={id} intent="warning">
            <div className={styles.line}>
              {`${name} did not arrive whole. Choose the same file again to send the rest.`}
              <TextButton onClick={() => void uploads.discard(lastModified)}>{`Discard ${name}`}</TextButton>
            </div>
          </Notice>
        ))}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={mergeClasses(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void send([...event.dataTransfer.files]);
        }}
      >
        {recorder ? (
          <RecordPanel recording={recording} recorder={recorder} />
        ) : (
          <>
            <Button appearance="primary" icon={<ArrowUpload20Regular />} onClick={() => input.current?.click()}>
              Upload audio
            </Button>
            <Button
              icon={<Mic20Regular />}
              disabledFocusable={state !== "idle" || isSending || kept !== null}
              onClick={() => void startRecording()}
            >
              Record
            </Button>
            <UploadHint />
          </>
        )}
        {current && (
          <div className={styles.under}>
            <Sending words={STEPS[current.step](current.name)} done={current.done} onCancel={cancel} />
          </div>
        )}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept="audio/*,video/*"
          aria-label="Audio files"
          onChange={(event) => {
            void send([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </div>
    </div>
  );
}
