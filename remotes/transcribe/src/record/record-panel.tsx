import { Pause20Regular } from "@fluentui/react-icons/svg/pause";
import { Play20Regular } from "@fluentui/react-icons/svg/play";
import { RecordStop20Regular } from "@fluentui/react-icons/svg/record-stop";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { StatusText } from "@tessera/ui";
import { useEffect, useState } from "react";
import { clock } from "../words.ts";
import { type Hearing, hearingOf } from "./hearing.ts";
import { pauseRecording, resumeRecording } from "./live-recording.ts";
import type { Recorder } from "./microphone.ts";
import type { Recording } from "./use-recording.ts";

/** Ms between two looks at the clock and the level. */
const TICK_MS = 100;

/** What is said of the microphone, where there is something to say: once, when it begins. */
const SAID: Record<Hearing, string> = {
  well: "",
  nothing: "Nothing is heard. Check that the microphone is not muted, and that it is the right one.",
  "too-loud": "It is too loud, and is cut off. Move away from the microphone, or turn it down.",
};
/** What the bar means, for those who do not see it. */
const LEVELS: Record<Hearing, string> = { well: "heard", nothing: "nothing is heard", "too-loud": "too loud" };

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
  loud: { backgroundColor: "var(--bad)" },
  // Without words it takes no room.
  said: { flexBasis: "100%", ":empty": { marginTop: "-8px" } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** How long the recording is, how loud the microphone is, and what can be done. */
export function RecordPanel({ recording, recorder }: { recording: Recording; recorder: Recorder }) {
  const styles = useStyles();
  const paused = recording.state === "paused";
  const { seconds, loudness, hearing } = useTicks(recorder);
  const shown = paused ? { loudness: 0, hearing: "well" as const } : { loudness, hearing };
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
        aria-valuenow={Math.round(shown.loudness * 100)}
        aria-valuetext={paused ? "paused" : LEVELS[hearing]}
      >
        <div
          className={mergeClasses(styles.level, shown.hearing === "too-loud" && styles.loud)}
          style={{ transform: `scaleX(${shown.loudness})` }}
        />
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
      <div className={styles.said} role="status" aria-label="Microphone">
        {SAID[shown.hearing] && <StatusText status="warn">{SAID[shown.hearing]}</StatusText>}
      </div>
    </section>
  );
}

function useTicks(recorder: Recorder): { seconds: number; loudness: number; hearing: Hearing } {
  const [now, setNow] = useState({ seconds: 0, loudness: 0, hearing: "well" as Hearing });
  useEffect(() => {
    const hear = hearingOf();
    const timer = setInterval(() => {
      const [seconds, level] = [recorder.seconds(), recorder.level()];
      setNow({ seconds, loudness: level.loudness, hearing: hear(level, seconds) });
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [recorder]);
  return now;
}
