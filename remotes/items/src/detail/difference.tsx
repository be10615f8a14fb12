import type { Item } from "@tessera/contracts-items/items.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { difference, type Part } from "@tessera/text-changes/text-difference.ts";
import { RelativeTime } from "@tessera/ui";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px", flexBasis: "100%", padding: "8px 4px 8px 0" },
  field: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "4px 12px",
    "@media (max-width: 959.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  side: { display: "flex", flexDirection: "column", gap: "4px", minWidth: 0 },
  head: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  text: {
    maxHeight: "240px",
    margin: 0,
    padding: "8px",
    overflowY: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "6px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  mark: { borderRadius: "2px", color: "inherit", textDecorationLine: "underline", textDecorationThickness: "2px" },
  mine: { backgroundColor: tokens.colorPaletteYellowBackground2 },
  theirs: { backgroundColor: tokens.colorPaletteGreenBackground2 },
});

interface DifferenceProps {
  mine: Item;
  theirs: Item;
  /** Fields that both sides changed, with their words: "the text". */
  fields: { field: string; words: string }[];
}

/** Both versions of each field beside each other; the words that differ are underlined and tinted. */
export default function Difference({ mine, theirs, fields }: DifferenceProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {fields.map(({ field, words }) => {
        const parts = difference(textOf(mine, field), textOf(theirs, field));
        return (
          <div key={field} className={styles.field}>
            <Side label={`Yours: ${words}`} parts={parts.mine} tint={styles.mine} />
            <Side label={`Theirs: ${words}`} parts={parts.theirs} tint={styles.theirs} at={theirs.updatedAt} />
          </div>
        );
      })}
    </div>
  );
}

function Side({ label, parts, tint, at }: { label: string; parts: Part[]; tint: string; at?: string }) {
  const styles = useStyles();
  return (
    <div className={styles.side}>
      <span className={styles.head}>
        {label}
        {at && (
          <>
            , saved <RelativeTime at={at} inSentence />
          </>
        )}
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard */}
      <section className={styles.text} aria-label={label} tabIndex={0}>
        {parts.map(({ text, changed }, index) =>
          changed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
            <mark key={index} className={mergeClasses(styles.mark, tint)}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </section>
    </div>
  );
}

/** A field as text. */
function textOf(item: Item, field: string): string {
  const value = field.startsWith("data.") ? item.data[field.slice(5)] : item[field as keyof Item];
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ") || "–";
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return new Date(value).toLocaleString();
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}
