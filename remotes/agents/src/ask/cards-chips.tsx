import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { counted } from "@tessera/contracts-core/counted.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import type { CardsToAsk } from "@tessera/shell-api";
import { touch } from "@tessera/ui";

/** Cards that are named; the others are one chip. */
const MAX_NAMED = 6;

type Card = CardsToAsk["cards"][number];

const useStyles = makeStyles({
  words: { margin: "0 0 8px", color: tokens.colorNeutralForeground2 },
  list: { display: "flex", flexWrap: "wrap", gap: "8px", margin: 0, padding: 0, listStyleType: "none" },
  item: { minWidth: 0, maxWidth: "100%" },
  chip: {
    display: "flex",
    alignItems: "center",
    gap: "6px",
    maxWidth: "280px",
    minHeight: "28px",
    padding: "0 8px 0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "14px",
    font: "inherit",
    fontSize: "12px",
    cursor: "pointer",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "1px" },
    "& > svg": { flexShrink: 0 },
    [touch]: { minHeight: "44px", borderRadius: "22px", fontSize: "14px", maxWidth: "100%" },
  },
  title: { minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

interface Props {
  of: CardsToAsk["of"];
  cards: readonly Card[];
  /** How many there are that no question is about: there were more than fit. */
  left: number;
  onRemove(cards: readonly Card[]): void;
}

/** The cards that a question is about; each can be taken out. */
export function CardsChips({ of, cards, left, onRemove }: Props) {
  const styles = useStyles();
  const named = cards.length > MAX_NAMED ? cards.slice(0, MAX_NAMED - 1) : cards;
  const others = cards.slice(named.length);
  const thing = of === "search" ? "result" : "card";
  return (
    <div>
      <p className={styles.words}>
        {left > 0
          ? `About the first ${cards.length} of ${counted(cards.length + left, thing)}. The others are left out.`
          : cards.length === 1
            ? `About this ${thing}:`
            : `About these ${counted(cards.length, thing)}:`}
      </p>
      <ul className={styles.list} aria-label="Cards of the question">
        {named.map((card) => (
          <li key={card.id} className={styles.item}>
            <Chip title={card.title || "Untitled"} onRemove={() => onRemove([card])} />
          </li>
        ))}
        {others.length > 0 && (
          <li className={styles.item}>
            <Chip title={`${others.length} more`} onRemove={() => onRemove(others)} />
          </li>
        )}
      </ul>
    </div>
  );
}

function Chip({ title, onRemove }: { title: string; onRemove: () => void }) {
  const styles = useStyles();
  return (
    <button type="button" className={styles.chip} aria-label={`Leave out: ${title}`} onClick={onRemove}>
      <span className={styles.title}>{title}</span>
      <Dismiss16Regular aria-hidden="true" />
    </button>
  );
}
