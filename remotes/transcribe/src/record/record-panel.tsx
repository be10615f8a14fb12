import { Pause20Regular } from "@fluentui/react-icons/svg/pause";
import { Play20Regular } from "@fluentui/react-icons/svg/play";
import { RecordStop20Regular } from "@fluentui/react-icons/svg/record-stop";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useEffect, useState } from "react";
import { clock } from "../words.ts";
import { pauseRecording, resumeRecording } from "./live-recording.ts";
import type { Recorder } from "./microphone.ts";
import type { Recording } from "./use-recording.ts";

/** Ms between two looks at the clock and the level. */
const TICK_MS = 100;

const useStyles = makeStyles({
  root: { flexBasis: "100%", display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 12px" },
  dot: { width: "10px", height: "10px", borderRadius: "50%", backgroundColor: "var(--bad)" },
  paused: { backgroundColor: tokens.colorNeutralForegroundDisabled },
  time: { minWidth: "56px", fontVariantNumeric: "tabular-nums", fontWeight: 600 },
  meter: {
    flexGrow: 1,
    flexBasis: "120px",
    height: "8px",
    borderRadius: "4px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground5,
  },
  level: { height: "100%", width: "100%", transformOrigin: "left", backgroundColor: tokens.colorBrandBackground },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** How long the recording is, how loud the microphone is, and what can be done. */
export function RecordPanel({ recording, recorder }: { recording: Recording; recorder: Recorder }) {
  const styles = useStyles();
  const paused = recording.state === "paused";
  const { seconds, level } = useTicks(recorder);
  return (
    <section className={styles.root} aria-label="Recording">
      <span className={mergeClasses(styles.dot, paused && styles.paused)} aria-hidden />
      <span role="status">{paused ? "Paused" : "Recording"}</span>
      <span className={styles.time} role="timer">
        {clock(seconds)}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter has colours of its own in both themes */}
      <div
        className={styles.meter}
        role="meter"
        aria-label="Level of the microphone"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={paused ? 0 : Math.round(level * 100)}
      >
        <div className={styles.level} style={{ transform: `scaleX(${paused ? 0 : level})` }} />
      </div>
      <div className={styles.buttons}>
        <Button appearance="primary" icon={<RecordStop20Regular />} onClick={() => void recording.stop()}>
          Stop and transcribe
        </Button>
        {paused ? (
          <Button icon={<Play20Regular />} onClick={resumeRecording}>
            Resume
          </Button>
        ) : (
          <Button icon={<Pause20Regular />} onClick={pauseRecording}>
            Pause
          </Button>
        )}
        <Button appearance="subtle" onClick={() => void recording.discard()}>
          Discard
        </Button>
      </div>
    </section>
  );
}

function useTicks(recorder: Recorder): { seconds: number; level: number } {
  const [now, setNow] = useState({ seconds: 0, level: 0 });
  useEffect(() => {
    const timer = setInterval(() => setNow({ seconds: recorder.seconds(), level: recorder.level() }), TICK_MS);
    return () => clearInterval(timer);
  }, [recorder]);
  return now;
}
