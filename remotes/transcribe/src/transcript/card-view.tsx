import { Open20Regular } from "@fluentui/react-icons/svg/open";
import type { Item } from "@tessera/contracts-items/items.ts";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { Link, useSearchParams } from "@tessera/router";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { RowSkeleton } from "@tessera/ui";
import { useMemo } from "react";
import { clock } from "../words.ts";
import { foundWords, isFound, passagesOf, placePath } from "./found-words.ts";
import { useTranscript } from "./use-transcript.ts";

/** Sentences that the card shows: of those that were found, and of the beginning where none was asked for. */
const MAX_SHOWN = 30;

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "16px" },
  open: { display: "inline-flex", alignItems: "center", gap: "6px", alignSelf: "flex-start" },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  line: {
    display: "grid",
    gridTemplateColumns: "56px minmax(0, 1fr)",
    gap: "8px",
    padding: "6px 4px",
    borderRadius: "4px",
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
  },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  speaker: { display: "block", fontWeight: 600 },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  text: { whiteSpace: "pre-line", margin: 0 },
});

/** What is said in a recording, as its card shows it: where the search found its words, each a way to that moment. */
function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <Said item={item} />
      <Field label="Notes">
        <Textarea value={item.body} resize="vertical" rows={3} onChange={(_, { value }) => edit({ body: value })} />
      </Field>
    </div>
  );
}

function Said({ item }: { item: Item }) {
  const styles = useStyles();
  const [query] = useSearchParams();
  const q = query.get("q") ?? "";
  const wanted = useMemo(() => foundWords(q), [q]);
  const { data, error } = useTranscript(item.id);
  if (error)
    return (
      <>
        <p className={styles.note}>The recording cannot be opened here. This is what is said in it.</p>
        <p className={styles.text}>{String(item.data.text ?? "")}</p>
      </>
    );
  if (!data) return <RowSkeleton />;
  const passages = passagesOf(data.segments, wanted);
  const shown = passages.length
    ? passages
    : data.segments.map((segment): (typeof passages)[number] => ({ segment, atMs: segment.startMs }));
  const more = shown.length - MAX_SHOWN;
  return (
    <>
      <Link className={styles.open} to={`/transcribe/${item.id}`}>
        <Open20Regular />
        Open the recording
      </Link>
      <ul className={styles.list} aria-label={passages.length ? "Where it was found" : "What is said"}>
        {shown.slice(0, MAX_SHOWN).map(({ segment, atMs }) => (
          <li key={segment.startMs}>
            <Link className={styles.line} to={placePath(item.id, passages.length ? q : "", atMs)}>
              <span className={styles.time}>{clock(atMs / 1000)}</span>
              <span>
                {segment.speaker && <span className={styles.speaker}>{segment.speaker}</span>}
                <Marked segment={segment} wanted={wanted} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.note}>{more === 1 ? "1 more sentence" : `${more.toLocaleString()} more sentences`}</p>
      )}
    </>
  );
}

const Marked = ({ segment, wanted }: { segment: Segment; wanted: readonly string[] }) =>
  segment.words.map(({ text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the text
    <span key={at}>
      {at > 0 && " "}
      {isFound(text, wanted) ? <mark>{text}</mark> : text}
    </span>
  ));

const view: ItemTypeView = {
  Body,
  facts: ({ data }) => (data.length ? [<span key="length">{String(data.length)}</span>] : []),
};
export default view;
