import { Mic16Filled } from "@fluentui/react-icons/svg/mic";
import { type TextField, takesCommands } from "@tessera/dictation";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { keyLabels } from "@tessera/shell-api";
import { Keycap, VisuallyHidden } from "@tessera/ui";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Store } from "../stores/store.ts";

export interface Listening {
  /** Where the words go; null while nobody dictates. */
  field: TextField | null;
  /** What is being recognized and may still change. */
  partial: string;
  /** Whether the recognizer reports a level. */
  measured: boolean;
  /** How much of the speech model has arrived, 0 to 1, and what ends that; null while none is fetched. */
  download: { done: number; cancel: () => void } | null;
  /** What was said and is no text yet. */
  failure: { reason: string; retry: () => void; discard: () => void } | null;
}

const useStyles = makeStyles({
  root: {
    position: "fixed",
    left: "50%",
    top: "8px",
    // Above dialogs: their fields are dictated, too.
    zIndex: 2600,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    maxWidth: "min(520px, calc(100vw - 32px))",
    minHeight: "36px",
    boxSizing: "border-box",
    padding: "4px 12px",
    transform: "translateX(-50%)",
    borderRadius: "18px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    pointerEvents: "none",
  },
  mic: { display: "flex", flexShrink: 0, color: "var(--bad)" },
  meter: {
    width: "32px",
    height: "4px",
    flexShrink: 0,
    borderRadius: "2px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground5,
  },
  level: { display: "block", height: "100%", transformOrigin: "left", backgroundColor: "var(--bad)" },
  done: { height: "100%", transformOrigin: "left", backgroundColor: tokens.colorBrandBackground },
  partial: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", direction: "rtl" },
  cancel: { pointerEvents: "auto" },
  failure: { flexWrap: "wrap", borderRadius: "8px", pointerEvents: "auto" },
  hint: { display: "flex", alignItems: "center", gap: "4px", flexShrink: 0, color: tokens.colorNeutralForeground3 },
});

interface Props {
  listening: Store<Listening>;
  /** Loudness, 0 to 1. */
  level: Store<number>;
  trigger: string;
}

/** Says that the microphone is on, what is heard, and how to stop; begin and end are announced. */
export function DictationState({ listening, level, trigger }: Props) {
  const styles = useStyles();
  const { field, partial, measured, download, failure } = useSyncExternalStore(listening.subscribe, listening.get);
  return (
    <>
      <VisuallyHidden>
        <span role="status">{field ? "Dictation is on" : "Dictation is off"}</span>
      </VisuallyHidden>
      {failure && !field && (
        <div className={mergeClasses(styles.root, styles.failure)} role="alert">
          {failure.reason}
          <Button size="small" appearance="primary" onClick={failure.retry}>
            Try again
          </Button>
          <Button size="small" appearance="subtle" onClick={failure.discard}>
            Discard
          </Button>
        </div>
      )}
      {download !== null && !field && (
        <div className={styles.root} data-dictation-state>
          <span>Downloading the speech model</span>
          <div
            className={styles.meter}
            role="progressbar"
            aria-label="Speech model"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(download.done * 100)}
          >
            <div className={styles.done} style={{ transform: `scaleX(${download.done})` }} />
          </div>
          <Button className={styles.cancel} size="small" appearance="subtle" onClick={download.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {field && (
        <div className={styles.root} data-dictation-state>
          <span className={styles.mic}>
            <Mic16Filled />
          </span>
          {measured && <Meter level={level} />}
          <span className={styles.partial}>
            <bdi>{partial || field.dataset.dictationHint || "Listening"}</bdi>
          </span>
          <span className={styles.hint}>
            {takesCommands(field) && "release"}
            {keyLabels(trigger).map((label) => (
              <Keycap key={label} always>
                {label}
              </Keycap>
            ))}
            {!takesCommands(field) && "stops"}
          </span>
        </div>
      )}
    </>
  );
}

/**
 * Updated without React: thirty commits a second, on a machine that is busy recognizing speech, would be taken for an
 * update loop (libs/federation, update-loops.ts).
 */
function Meter({ level }: { level: Store<number> }) {
  const styles = useStyles();
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const draw = () => {
      if (bar.current) bar.current.style.transform = `scaleX(${level.get()})`;
    };
    draw();
    return level.subscribe(draw);
  }, [level]);
  return (
    <span className={styles.meter} data-level aria-hidden>
      <span ref={bar} className={styles.level} />
    </span>
  );
}
