import { ArrowDown20Regular } from "@fluentui/react-icons/svg/arrow-down";
import { ArrowUp20Regular } from "@fluentui/react-icons/svg/arrow-up";
import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Play20Regular } from "@fluentui/react-icons/svg/play";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { IconButton } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { clock } from "../words.ts";
import type { UnsureWord } from "./unsure-words.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "end",
    gap: "8px",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  word: { flexGrow: 1, flexBasis: "200px", maxWidth: "360px" },
  left: { margin: 0, flexBasis: "100%", color: tokens.colorNeutralForeground2 },
});

interface Props {
  /** The least certain first; never empty. */
  words: readonly UnsureWord[];
  /** Shows a word where it is said, and plays it when asked. */
  onShow(word: Segment["words"][number], play: boolean): void;
  onAccept(word: UnsureWord): Promise<unknown>;
  onCorrect(word: UnsureWord, text: string): Promise<unknown>;
  onClose(): void;
}

/**
 * Steps through the words that the recogniser was least sure of. Enter takes what is in the field, the arrows go to the
 * next and the previous one, Ctrl+Enter plays it, Escape closes.
 */
export function ReviewBar({ words, onShow, onAccept, onCorrect, onClose }: Props) {
  const styles = useStyles();
  const field = useRef<HTMLInputElement>(null);
  const [index, setIndex] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const current = words[Math.min(index, words.length - 1)]!;
  const word = current.segment.words[current.at]!;
  const [typed, setTyped] = useState(word.text);
  const key = `${current.segment.startMs} ${word.startMs} ${word.text}`;
  const show = useRef(onShow);
  show.current = onShow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which word it is
  useEffect(() => {
    setTyped(word.text);
    setFailure(undefined);
    show.current(word, false);
    field.current?.focus();
    field.current?.select();
  }, [key]);

  const step = (by: number) => setIndex((Math.min(index, words.length - 1) + by + words.length) % words.length);
  const take = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await (typed.trim() === word.text ? onAccept(current) : onCorrect(current, typed));
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onShow(word, true);
    else if (event.key === "Enter") void take();
    else if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isSame = typed.trim() === word.text;
  return (
    <section className={styles.root} aria-label="Unsure words">
      <p className={styles.left} role="status">
        {`${words.length === 1 ? "1 unsure word is left" : `${words.length.toLocaleString()} unsure words are left`}. This one, at ${clock(word.startMs / 1000)}, is right with ${Math.round(current.confidence * 100)} %.`}
      </p>
      <Field
        className={styles.word}
        label="What is said"
        validationMessage={failure}
        validationState={failure ? "error" : "none"}
      >
        <Input
          input={{ ref: field }}
          value={typed}
          onChange={(_, { value }) => setTyped(value)}
          onKeyDown={onKeyDown}
          aria-keyshortcuts="Enter ArrowDown ArrowUp Control+Enter Escape"
        />
      </Field>
      <Button appearance="primary" title="Enter" disabledFocusable={isBusy} onClick={() => void take()}>
        {isSame ? "It is right" : typed.trim() ? "Correct it" : "Leave it out"}
      </Button>
      <IconButton icon={<Play20Regular />} label="Play the word (Ctrl+Enter)" onClick={() => onShow(word, true)} />
      <IconButton icon={<ArrowUp20Regular />} label="Previous unsure word (Up)" onClick={() => step(-1)} />
      <IconButton icon={<ArrowDown20Regular />} label="Next unsure word (Down)" onClick={() => step(1)} />
      <IconButton icon={<Dismiss20Regular />} label="Close the unsure words (Esc)" onClick={onClose} />
    </section>
  );
}
