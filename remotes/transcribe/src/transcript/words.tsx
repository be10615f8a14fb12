import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { memo } from "react";
import { Found } from "./found.tsx";
import { isFound } from "./found-words.ts";
import { isUnsure } from "./unsure-words.ts";

const useStyles = makeStyles({
  word: { borderRadius: "2px", ":hover": { backgroundColor: "var(--sel)" } },
  unsure: {
    textDecorationLine: "underline",
    textDecorationStyle: "dotted",
    textDecorationColor: "var(--warn)",
    textDecorationThickness: "2px",
    textUnderlineOffset: "3px",
  },
  put: { borderBottom: "2px solid var(--ok)" },
  spoken: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
});

/** The words of a segment; each knows its place in it, for clicks, and says when the recogniser was unsure of it. */
export const Words = memo(function Words(props: {
  words: Segment["words"];
  find: string;
  found: readonly string[];
  spoken: number;
}) {
  const styles = useStyles();
  return props.words.map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the text
    <span key={index}>
      {index > 0 && " "}
      <span
        data-word={index}
        className={mergeClasses(
          styles.word,
          isUnsure(word) && styles.unsure,
          word.heard !== null && styles.put,
          index === props.spoken && styles.spoken,
        )}
        title={
          isUnsure(word)
            ? "The recogniser was unsure of this word"
            : word.heard
              ? `From your vocabulary; heard “${word.heard}”`
              : undefined
        }
      >
        {!props.find && isFound(word.text, props.found) ? (
          <mark>{word.text}</mark>
        ) : (
          <Found text={word.text} find={props.find} />
        )}
      </span>
    </span>
  ));
});
