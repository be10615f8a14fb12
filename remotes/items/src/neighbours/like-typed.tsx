import { counted } from "@tessera/contracts-core/counted.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { Pill } from "@tessera/ui";
import { useEffect, useState } from "react";
import { TypeIcon } from "../types/type-icon.tsx";
import { useNeighboursOfText } from "./neighbours.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "2px", margin: 0, padding: 0, listStyleType: "none" },
  head: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  row: { display: "flex", alignItems: "center", gap: "8px", minWidth: 0 },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  title: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    color: tokens.colorNeutralForeground1,
    lineHeight: "24px",
    "@media (pointer: coarse)": { lineHeight: "32px" },
  },
});

/** Shorter texts are like too many. */
const MIN_LENGTH = 12;
/** How long after the last key it is asked, in ms. */
const PAUSE_MS = 600;
/** Cards that are named beside what is typed. */
const SHOWN = 3;

/** What is typed, once nobody has typed for a moment; null while it is too short. */
function usePaused(text: string): string | null {
  const [paused, setPaused] = useState<string | null>(null);
  const wanted = text.trim().length < MIN_LENGTH ? null : text.trim();
  useEffect(() => {
    if (wanted === null) return setPaused(null);
    const timer = setTimeout(() => setPaused(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted === null ? null : paused;
}

/** Says, while a card is captured, that there are cards like it; the draft is kept when one is opened. */
export function LikeTyped({ text, onOpen }: { text: string; onOpen: () => void }) {
  const styles = useStyles();
  const { data } = useNeighboursOfText(usePaused(text));
  const near = data?.neighbours ?? [];
  return (
    <div aria-live="polite">
      {near.length > 0 && (
        <>
          <span className={styles.head}>You have {counted(near.length, "card")} like this</span>
          <ul className={styles.root}>
            {near.slice(0, SHOWN).map(({ card, same }) => (
              <li key={card.id} className={styles.row}>
                <span className={styles.icon}>
                  <TypeIcon type={card.type} />
                </span>
                <Link className={styles.title} to={`/items/all/${card.id}`} onClick={onOpen}>
                  {card.title}
                </Link>
                {same && <Pill status="warn">Nearly the same</Pill>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
