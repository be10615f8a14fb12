import type { EditorView } from "@codemirror/view";
import { readingTime } from "@tessera/contracts-items/reading-time.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useEffect, useState } from "react";
import { countWords } from "./count-words.ts";

const useStyles = makeStyles({
  root: { margin: "4px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** Pause in typing after which words are counted, in ms. */
const PAUSE = 500;

/** How long a text is. It is counted while nothing is typed. */
export function TextFacts({ view, text }: { view: EditorView; text: string }) {
  const styles = useStyles();
  const [words, setWords] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again when the text is another
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(view.state.doc.toString())), words === null ? 0 : PAUSE);
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
