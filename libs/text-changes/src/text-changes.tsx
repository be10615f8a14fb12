import { makeStyles, tokens } from "@tessera/fluent";
import { difference, type Part } from "./text-difference.ts";

const useStyles = makeStyles({
  text: {
    flexGrow: 1,
    maxHeight: "360px",
    margin: 0,
    padding: "8px 12px",
    overflowY: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "6px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    lineHeight: "22px",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  added: {
    borderRadius: "2px",
    color: "inherit",
    textDecorationLine: "underline",
    textDecorationThickness: "2px",
    backgroundColor: tokens.colorPaletteGreenBackground2,
  },
  gone: {
    borderRadius: "2px",
    color: "inherit",
    textDecorationLine: "line-through",
    backgroundColor: tokens.colorPaletteRedBackground2,
  },
});

/** An earlier text; what it has alone is underlined, what was written since is struck through between. */
export function TextChanges({ before, now, label }: { before: string; now: string; label: string }) {
  const styles = useStyles();
  const parts = difference(before, now);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard
    <section className={styles.text} aria-label={label} tabIndex={0}>
      {inOne(parts.mine, parts.theirs).map(({ text, side }, index) =>
        side === null ? (
          text
        ) : side === "before" ? (
          <ins key={index} className={styles.added}>
            {text}
          </ins>
        ) : (
          <del key={index} className={styles.gone}>
            {text}
          </del>
        ),
      )}
    </section>
  );
}

/** Two sides as one sequence: what both have once, what one has before what the other has. */
function inOne(before: readonly Part[], now: readonly Part[]): { text: string; side: "before" | "now" | null }[] {
  const all: { text: string; side: "before" | "now" | null }[] = [];
  let [a, b] = [0, 0];
  while (a < before.length || b < now.length) {
    const [mine, theirs] = [before[a], now[b]];
    if (theirs?.changed) {
      all.push({ text: theirs.text, side: "now" });
      b++;
    } else if (mine?.changed) {
      all.push({ text: mine.text, side: "before" });
      a++;
    } else {
      if (mine) all.push({ text: mine.text, side: null });
      a++;
      b++;
    }
  }
  return all.filter(({ text }) => text !== "");
}
