import { Search16Regular } from "@fluentui/react-icons/svg/search";
import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Checkbox, Input } from "@tessera/fluent-data";
import { keepPreviousData, useQuery } from "@tessera/query";
import { useCommands, useKeys, usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, PageColumn, PageHead, Pane, RowSkeleton, TextButton, ViewTabs } from "@tessera/ui";
import { useDeferredValue, useState } from "react";
import { items, keys } from "../../api.ts";
import { openCapture } from "../../capture/open-capture.ts";
import { LiveRegion } from "../../list/live-region.tsx";
import { undoLast } from "../../triage/undo.ts";
import { useFollowTagColours } from "../tag-colours.ts";
import { saidOf } from "./change-tags.ts";
import { TagRow } from "./tag-row.tsx";
import { useTagActs } from "./use-tag-acts.ts";

const useStyles = makeStyles({
  filters: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    marginTop: "8px",
    "& [role=tablist]": { padding: 0 },
  },
  search: { width: "280px", maxWidth: "100%", marginLeft: "auto", "@media (max-width: 959.98px)": { width: "100%" } },
  bar: {
    position: "sticky",
    top: 0,
    zIndex: 1,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    minHeight: "48px",
    padding: "0 8px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "@media (max-width: 959.98px)": { "& button": { minHeight: "44px" } },
  },
  words: { flexGrow: 1 },
  // The buttons say how many.
  counted: { "@media (max-width: 599.98px)": { display: "none" } },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const VIEWS = [
  { id: "all", label: "All" },
  { id: "imported", label: "From imports alone" },
];
/** Rows at first, and by each "Show more". */
const PAGE = 100;

/** `/items/tags`: every tag with its cards; renamed, merged, coloured and deleted here. */
export function TagsPage() {
  usePlace([{ label: "Items", path: "/items/inbox" }, { label: "Tags" }], "/items/inbox");
  const styles = useStyles();
  const [view, setView] = useState("all");
  const [text, setText] = useState("");
  const [shown, setShown] = useState(PAGE);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const q = useDeferredValue(text.trim());
  const query = { ...(q && { q }), ...(view === "imported" && { imported: "true" as const }) };
  const list = useQuery({
    queryKey: keys.tagList(query),
    queryFn: ({ signal }) => items.findTags(query, signal),
    placeholderData: keepPreviousData,
  });
  useFollowTagColours(true);
  const acts = useTagActs(() => setChecked(new Set()));
  useCommands(() => [{ id: "items.undo", title: "Undo", group: "Tags", act: "undo", run: undoLast }], []);
  const tags = list.data ?? [];
  const chosen = tags.filter(({ tag }) => checked.has(tag));
  const all = tags.length > 0 && chosen.length === tags.length;
  const toggle = (tag: string) =>
    setChecked((before) => {
      const next = new Set(before);
      if (!next.delete(tag)) next.add(tag);
      return next;
    });
  const narrow = (next: () => void) => {
    next();
    setChecked(new Set());
    setShown(PAGE);
  };
  return (
    <Pane kind="detail" label="Tags">
      <PageHead title="Tags" />
      <PageColumn>
        <div className={styles.filters}>
          <ViewTabs label="Tags shown" views={VIEWS} selected={view} onSelect={(id) => narrow(() => setView(id))} />
          <Input
            className={styles.search}
            type="search"
            aria-label="Find tags"
            placeholder="Find tags"
            contentBefore={<Search16Regular />}
            value={text}
            onChange={(_, { value }) => narrow(() => setText(value))}
          />
        </div>
        <p role="status" className={styles.quiet}>
          {acts.busy && `${saidOf(acts.busy)}: ${acts.busy.done.toLocaleString()} done.`}
        </p>
        {list.error && !list.data ? (
          <ErrorState error={list.error} title="The tags could not be loaded" onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <RowSkeleton rows={8} />
        ) : tags.length === 0 ? (
          <Empty q={q} view={view} onShowAll={() => narrow(() => [setText(""), setView("all")])} />
        ) : (
          <>
            <div className={styles.bar}>
              <Checkbox
                checked={all ? true : chosen.length > 0 ? "mixed" : false}
                aria-label="Select all tags that are listed"
                onChange={() => setChecked(all ? new Set() : new Set(tags.map(({ tag }) => tag)))}
              />
              <span className={mergeClasses(styles.words, chosen.length > 1 && styles.counted)}>
                {chosen.length > 0 ? `${counted(chosen.length, "tag")} selected` : counted(tags.length, "tag")}
              </span>
              {chosen.length > 1 && <Button onClick={() => acts.rename(chosen)}>Merge {chosen.length} tags</Button>}
              {chosen.length > 0 && (
                <Button onClick={() => void acts.remove(chosen)}>Delete {counted(chosen.length, "tag")}</Button>
              )}
            </div>
            <ul className={styles.list} aria-label="Tags">
              {tags.slice(0, shown).map((tag) => (
                <TagRow
                  key={tag.tag}
                  tag={tag}
                  checked={checked.has(tag.tag)}
                  onCheck={() => toggle(tag.tag)}
                  onColour={(colour) => void acts.colour(tag.tag, colour)}
                  onRename={() => acts.rename([tag])}
                  onDelete={() => void acts.remove([tag])}
                />
              ))}
            </ul>
            {tags.length > shown && (
              <TextButton onClick={() => setShown(shown + PAGE)}>
                {`Show ${Math.min(PAGE, tags.length - shown)} more`}
              </TextButton>
            )}
          </>
        )}
      </PageColumn>
      <LiveRegion />
    </Pane>
  );
}

function Empty({ q, view, onShowAll }: { q: string; view: string; onShowAll: () => void }) {
  const keyOf = useKeys();
  const all = { label: "Show all tags", onClick: onShowAll };
  if (q) return <EmptyState sentence={`No tag has “${q}” in it.`} action={all} />;
  if (view === "imported") return <EmptyState sentence="No tag comes from imports alone." action={all} />;
  return (
    <EmptyState
      sentence="No card has a tag yet. Write #tag while you capture."
      action={{ label: "Capture something", onClick: () => void openCapture() }}
      shortcut={keyOf("items.capture")}
    />
  );
}
