import { Mic16Filled } from "@fluentui/react-icons/svg/mic";
import type { TextField } from "@tessera/dictation";
import { makeStyles, tokens } from "@tessera/fluent";
import { keyLabels } from "@tessera/shell-api";
import { Keycap, VisuallyHidden } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import type { Store } from "../stores/store.ts";

export interface Listening {
  /** Where the words go; null while nobody dictates. */
  field: TextField | null;
  /** What is being recognized and may still change. */
  partial: string;
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
  partial: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", direction: "rtl" },
  hint: { display: "flex", alignItems: "center", gap: "4px", flexShrink: 0, color: tokens.colorNeutralForeground3 },
});

/** Says that the microphone is on, what is heard, and how to stop; begin and end are announced. */
export function DictationState({ listening, trigger }: { listening: Store<Listening>; trigger: string }) {
  const styles = useStyles();
  const { field, partial } = useSyncExternalStore(listening.subscribe, listening.get);
  return (
    <>
      <VisuallyHidden>
        <span role="status">{field ? "Dictation is on" : "Dictation is off"}</span>
      </VisuallyHidden>
      {field && (
        <div className={styles.root} data-dictation-state>
          <span className={styles.mic}>
            <Mic16Filled />
          </span>
          <span className={styles.partial}>
            <bdi>{partial || "Listening"}</bdi>
          </span>
          <span className={styles.hint}>
            {keyLabels(trigger).map((label) => (
              <Keycap key={label} always>
                {label}
              </Keycap>
            ))}
            stops
          </span>
        </div>
      )}
    </>
  );
}
