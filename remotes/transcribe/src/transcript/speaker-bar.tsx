import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Edit16Regular } from "@fluentui/react-icons/svg/edit";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useCommands } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { useRef } from "react";
import { clock } from "../words.ts";
import { nextSpeaker, SPEAKER_KEYS } from "./speakers.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  where: { margin: 0, flexBasis: "100%", color: tokens.colorNeutralForeground2 },
  speaker: { display: "inline-flex", alignItems: "center", minWidth: 0 },
  name: { overflowWrap: "anywhere" },
  key: { marginRight: "8px", fontVariantNumeric: "tabular-nums", color: tokens.colorNeutralForeground3 },
  close: { marginLeft: "auto" },
});

interface Props {
  /** In the order of their keys. */
  speakers: readonly string[];
  /** The sentences that are chosen; empty for none. */
  chosen: readonly Segment[];
  isPlaying: boolean;
  onName(speaker: string): void | Promise<void>;
  onRename(speaker: string): void;
  onClose(): void;
}

/** Says by one key who speaks: in what plays, else in what is chosen. */
export function SpeakerBar(props: Props) {
  const styles = useStyles();
  const { speakers, chosen, isPlaying, onRename, onClose } = props;
  const offered = speakers.length < SPEAKER_KEYS ? [...speakers, nextSpeaker(speakers)] : speakers;
  const latest = useRef(props.onName);
  latest.current = props.onName;
  useCommands(
    () =>
      offered.map((speaker, at) => ({
        id: `transcribe.speaker-${at + 1}`,
        title: `${speaker} speaks`,
        group: "Transcript",
        keys: String(at + 1),
        run: () => latest.current(speaker),
      })),
    [offered.join("\n")],
  );
  return (
    <section className={styles.root} aria-label="Speakers">
      <p className={styles.where}>{whereInWords(chosen, isPlaying)}</p>
      {offered.map((speaker, at) => (
        <span key={speaker} className={styles.speaker}>
          <Button aria-keyshortcuts={String(at + 1)} onClick={() => void props.onName(speaker)}>
            <span className={styles.key} aria-hidden>
              {at + 1}
            </span>
            <span className={styles.name}>{speaker}</span>
          </Button>
          {at < speakers.length && (
            <IconButton label={`Rename ${speaker}`} icon={<Edit16Regular />} onClick={() => onRename(speaker)} />
          )}
        </span>
      ))}
      <span className={styles.close}>
        <IconButton label="Close the speakers" icon={<Dismiss20Regular />} onClick={onClose} />
      </span>
      <span className={styles.where} role="status">
        {!isPlaying && chosen.length > 1 && rangeInWords(chosen)}
      </span>
    </section>
  );
}

function whereInWords(chosen: readonly Segment[], isPlaying: boolean): string {
  if (isPlaying) return "Who speaks in what plays, until the next speaker? Press the number.";
  const [first] = chosen;
  if (!first) return "Play the recording or go to a sentence, then press the number of who speaks.";
  if (chosen.length > 1) return "Who speaks in these sentences? Press the number.";
  return `Who speaks at ${clock(first.startMs / 1000)}, until the next speaker? Press the number. Shift with ↓ or a click takes just the sentences up to there.`;
}

const rangeInWords = (chosen: readonly Segment[]) =>
  `${chosen.length.toLocaleString()} sentences, from ${clock(chosen[0]!.startMs / 1000)} to ${clock(chosen.at(-1)!.endMs / 1000)}`;
