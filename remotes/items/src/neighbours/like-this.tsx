import { counted } from "@tessera/contracts-core/counted.ts";
import type { Neighbour } from "@tessera/contracts-items/neighbours.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { Link, useLocation, useNavigate, useParams } from "@tessera/router";
import { Pill, RelativeTime, Section } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import type { EditSession } from "../detail/edit-session.ts";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { type Joining, link, merge, takeTag } from "./join.ts";
import { useNeighbours } from "./neighbours.ts";

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  row: { display: "grid", gridTemplateColumns: "20px minmax(0, 1fr)", columnGap: "8px", padding: "6px 0" },
  icon: { display: "flex", paddingTop: "2px", color: tokens.colorNeutralForeground3 },
  title: {
    display: "block",
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    overflowWrap: "anywhere",
    lineHeight: "20px",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    "@media (pointer: coarse)": { minHeight: "32px" },
  },
  facts: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "6px",
    fontSize: "12px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground3,
  },
  acts: { display: "flex", flexWrap: "wrap", gap: "4px", paddingTop: "4px" },
  tags: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px", paddingTop: "6px" },
  label: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3, marginRight: "4px" },
});

/**
 * Cards that are like the open one, and what may be done about it: one may be made part of the other, continue it, or
 * mention it. Tags that they share are suggested. Nothing is said where there is neither.
 */
export function LikeThis({ session }: { session: EditSession }) {
  const styles = useStyles();
  const client = useQueryClient();
  const { item } = session.getView();
  const { data } = useNeighbours(item);
  const [busy, setBusy] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  // What was pressed leaves with what it did: the keyboard stays here, at the next of them.
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    pressed.current = false;
    root.current?.querySelector("button")?.focus({ preventScroll: true });
  });
  const own = new Set(item.tags.map((tag) => tag.toLowerCase()));
  const tags = (data?.tags ?? []).filter((tag) => !own.has(tag.toLowerCase()));
  const near = data?.neighbours ?? [];
  if (item.status === "trash" || (near.length === 0 && tags.length === 0)) return null;
  const act = (work: Promise<void>) => {
    setBusy(true);
    pressed.current = true;
    void work.finally(() => setBusy(false));
  };
  return (
    <Section title="Like this card" aside={near.length > 0 ? counted(near.length, "card") : undefined}>
      <div ref={root}>
        <ul className={styles.list}>
          {near.map((one) => (
            <Row key={one.card.id} neighbour={one} session={session} busy={busy} act={act} />
          ))}
        </ul>
        {tags.length > 0 && (
          <div className={styles.tags}>
            <span className={styles.label}>Tags of such cards</span>
            {tags.map((tag) => (
              <Button
                key={tag}
                size="small"
                disabledFocusable={busy}
                aria-label={`Add the tag ${tag}`}
                onClick={() => act(takeTag(client, session, tag))}
              >
                + {tag}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Section>
  );
}

function Row(props: { neighbour: Neighbour; session: EditSession; busy: boolean; act: (work: Promise<void>) => void }) {
  const { session, busy, act } = props;
  const { card, same } = props.neighbour;
  const styles = useStyles();
  const client = useQueryClient();
  const navigate = useNavigate();
  const types = useItemTypes();
  const { type = "all" } = useParams();
  const { search } = useLocation();
  const { item } = session.getView();
  const isWritten = (of: string) => types.some((info) => info.type === of && info.creatable);
  const into = isWritten(item.type) ? "open" : isWritten(card.type) ? "other" : null;
  // What has a file, a day or steps of its own is more than a text.
  const isText = item.attachments.length === 0 && item.dueAt === null && !Array.isArray(item.data.checklist);
  const canMerge = isText && isWritten(item.type) && isWritten(card.type);
  const joining: Joining = { client, session, card };
  const button = (label: string, name: string, run: () => Promise<void>) => (
    <Button size="small" disabledFocusable={busy} aria-label={`${name} “${card.title}”`} onClick={() => act(run())}>
      {label}
    </Button>
  );
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <TypeIcon type={card.type} />
      </span>
      <div>
        <Link className={styles.title} to={`/items/${type}/${card.id}${search}`}>
          {card.title}
        </Link>
        <div className={styles.facts}>
          {same && <Pill status="warn">Nearly the same</Pill>}
          <span>{labelOfType(card.type, types)}</span>
          <span aria-hidden="true">·</span>
          <RelativeTime at={card.createdAt} />
          {card.status === "archived" && <span>· archived</span>}
        </div>
        {into && (
          <div className={styles.acts}>
            {canMerge && button("Merge", "Merge into", () => merge(joining, (path) => navigate(path)))}
            {button("Link", "Link with", async () => void (await link("link", into, joining)))}
            {into === "open" &&
              button("Continue it", "Continue", async () => void (await link("thread", into, joining)))}
          </div>
        )}
      </div>
    </li>
  );
}
