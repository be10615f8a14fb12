import type { EditorView } from "@codemirror/view";
import { readingTime } from "@tessera/contracts-items/reading-time.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useEffect, useState } from "react";
import { beginCount, wordCount } from "./word-count.ts";

const useStyles = makeStyles({
  root: { margin: "4px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** Pause in typing after which the words are shown again, in ms. */
const PAUSE = 500;

/** How long a text is. */
export function TextFacts({ view, text }: { view: EditorView; text: string }) {
  const styles = useStyles();
  const [words, setWords] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again when the text is another
  useEffect(() => {
    const show = () => {
      if (view.state.field(wordCount) === null) view.dispatch({ effects: beginCount.of(null) });
      setWords(view.state.field(wordCount));
    };
    const timer = setTimeout(show, words === null ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [view, text]);
  if (words === null) return null;
  return (
    <p className={styles.root}>
      {words.toLocaleString()} {words === 1 ? "word" : "words"}
      {words > 0 && ` · ${readingTime(words)}`}
    </p>
  );
}
