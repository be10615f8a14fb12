import type { Item } from "@tessera/contracts-items/items.ts";
import type { CardName, UnlinkedMention } from "@tessera/contracts-items/mentions.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { Link, useLocation, useParams } from "@tessera/router";
import { ErrorState, Section } from "@tessera/ui";
import { type ReactNode, useState } from "react";
import { Highlighted } from "../list/highlight.tsx";
import { TypeIcon } from "../types/type-icon.tsx";
import { linkMention } from "./link-mention.ts";
import { mentionKeys, useCardMentions } from "./mentions.ts";
import { mentions } from "./mentions-api.ts";

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  row: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto",
    columnGap: "8px",
    alignItems: "start",
    padding: "6px 0",
  },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
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
  context: {
    display: "block",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
    overflowWrap: "anywhere",
    "& mark": { color: "inherit", backgroundColor: "var(--sel)", borderRadius: "2px" },
  },
  quiet: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  more: { display: "inline-block", marginTop: "4px", fontSize: "12px", color: tokens.colorNeutralForeground2 },
});

/**
 * Where other cards mention a card, each with its sentence, and where they say its name without a link.
 * @param quiet nothing is said while there is neither
 */
export function MentionedIn({ item, quiet = false }: { item: Pick<Item, "id" | "title">; quiet?: boolean }) {
  const styles = useStyles();
  const { data, error, refetch } = useCardMentions(item.id);
  const unlinked = useQuery({
    queryKey: mentionKeys.unlinked(item.id),
    queryFn: ({ signal }) => mentions.unlinked(item.id, signal),
  });
  const named = unlinked.data ?? [];
  if (error && !data)
    return quiet ? null : (
      <Section title="Mentioned in">
        <ErrorState error={error} title="Mentions could not be loaded" onRetry={() => void refetch()} />
      </Section>
    );
  if (!data || (quiet && data.total === 0 && named.length === 0)) return null;
  return (
    <>
      <Section title="Mentioned in" aside={data.total > 0 ? data.total.toLocaleString() : undefined}>
        {data.total === 0 ? (
          <p className={styles.quiet}>No other card mentions this one. Type @ or [[ in a text to mention a card.</p>
        ) : (
          <ul className={styles.list}>
            {data.mentions.map(({ source, context }) => (
              <Row key={source.id} source={source} context={context} />
            ))}
          </ul>
        )}
        {data.total > data.mentions.length && (
          <Link className={styles.more} to="/mention">
            Show all mentions
          </Link>
        )}
      </Section>
      {named.length > 0 && (
        <Section title="Unlinked mentions" aside={named.length.toLocaleString()}>
          <ul className={styles.list}>
            {named.map((mention) => (
              <Row key={mention.source.id} source={mention.source} context={mention.context}>
                <LinkButton targetId={item.id} mention={mention} />
              </Row>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Row({ source, context, children }: { source: CardName; context: string; children?: ReactNode }) {
  const styles = useStyles();
  const { type = "all" } = useParams();
  const { search } = useLocation();
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <TypeIcon type={source.type} />
      </span>
      <span>
        <Link className={styles.title} to={`/items/${type}/${source.id}${search}`}>
          {source.title}
        </Link>
        <span className={styles.context}>
          <Highlighted text={context} />
        </span>
      </span>
      {children}
    </li>
  );
}

function LinkButton({ targetId, mention }: { targetId: string; mention: UnlinkedMention }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      disabledFocusable={busy}
      aria-label={`Link “${mention.name}” in ${mention.source.title}`}
      onClick={() => {
        setBusy(true);
        void linkMention(client, targetId, mention).finally(() => setBusy(false));
      }}
    >
      Link
    </Button>
  );
}
