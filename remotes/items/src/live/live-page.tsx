import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Pause16Regular } from "@fluentui/react-icons/svg/pause";
import { Play16Regular } from "@fluentui/react-icons/svg/play";
import { PlugDisconnected20Regular } from "@fluentui/react-icons/svg/plug-disconnected";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { useNavigate, useSearchParams } from "@tessera/router";
import { useCommands, usePlace } from "@tessera/shell-api";
import { EmptyState, Keycap, ListRow, PageHead, Pane, useIsPhone, useListState, ViewTabs, VirtualList } from "@tessera/ui";
import { useCallback, useMemo, useRef } from "react";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { ChannelStatus } from "./channel-status.tsx";
import { ExactTime } from "./exact-time.tsx";
import { type Entry, type StreamedChange } from "./stream.ts";
import { useLiveItems } from "./use-live-items.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  filters: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", padding: "8px 16px 8px 4px", [phone]: { padding: 0 } },
  views: { paddingTop: "8px", marginBottom: "-8px", flexGrow: 1, minWidth: 0, [phone]: { padding: 0, marginBottom: 0 } },
  fields: { display: "flex", alignItems: "center", gap: "8px", [phone]: { width: "100%", padding: "0 16px 8px" } },
  select: {
    height: "32px",
    padding: "0 8px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    font: "inherit",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    [phone]: { height: "44px" },
  },
  text: { minWidth: 0, width: "200px", [phone]: { flexGrow: 1, height: "44px" } },
  button: { [phone]: { height: "44px" } },
  keys: { display: "inline-flex", alignItems: "center", gap: "8px" },
});

const KINDS = [
  { id: "all", label: "All" },
  { id: "INSERT", label: "Added" },
  { id: "UPDATE", label: "Changed" },
  { id: "DELETE", label: "Deleted" },
];

/** `/ws-items`: what happens to a person's cards, wherever it is done, as it happens. */
export function LivePage() {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const types = useItemTypes();
  const live = useLiveItems();
  const { stream, entries, paused, held, state, reason } = live;
  const { filter, change } = useLiveFilter();
  // One card may change many times: a row is known by its change.
  const rows = useMemo(() => entries.filter((entry) => fits(entry, filter)).map((entry) => ({ id: entry.key, entry })), [entries, filter]);
  const list = useListState(rows);
  const move = (step: number) => list.focusOn(list.neighbour(step)?.id ?? null, true);
  const latestMove = useRef(move);
  latestMove.current = move;
  usePlace([{ label: "Items", path: "/items/inbox" }, { label: "Live changes" }], "/items/inbox");
  const toggle = useCallback(() => (stream.get().paused ? stream.resume() : stream.pause()), [stream]);
  useCommands(
    () => [
      { id: "items.live.pause", title: "Pause or resume live changes", group: "Live changes", keys: "p", run: toggle },
      { id: "items.live.clear", title: "Clear live changes", group: "Live changes", run: stream.clear },
      { id: "items.live.next", title: "Next change", group: "Live changes", keys: "j", hidden: true, run: () => latestMove.current(1) },
      {
        id: "items.live.previous",
        title: "Previous change",
        group: "Live changes",
        keys: "k",
        hidden: true,
        run: () => latestMove.current(-1),
      },
    ],
    [stream, toggle],
  );
  const open = (entry: Entry) => entry.kind === "change" && pathOf(entry) && void navigate(pathOf(entry)!);
  const pause = (
    <Button
      size={isPhone ? "medium" : "small"}
      className={styles.button}
      icon={paused ? <Play16Regular /> : <Pause16Regular />}
      onClick={toggle}
    >
      <span className={styles.keys}>
        {paused ? (held ? `Resume and show ${held.toLocaleString()} more` : "Resume") : "Pause"}
        {!isPhone && <Keycap>p</Keycap>}
      </span>
    </Button>
  );
  const clear = (
    <Button
      size={isPhone ? "medium" : "small"}
      className={styles.button}
      appearance="subtle"
      disabledFocusable={!entries.length}
      onClick={stream.clear}
    >
      Clear
    </Button>
  );
  return (
    <Pane kind="detail" label="Live changes">
      <PageHead title="Live changes">
        {pause}
        {clear}
      </PageHead>
      <ChannelStatus state={state} reason={reason} onJoinAgain={live.joinAgain} />
      <div className={styles.filters}>
        <div className={styles.views}>
          <ViewTabs label="What happened" views={KINDS} selected={filter.kind} onSelect={(kind) => change({ kind })} />
        </div>
        <div className={styles.fields}>
          <select
            className={styles.select}
            aria-label="Type"
            value={filter.type}
            onChange={(event) => change({ type: event.target.value })}
          >
            <option value="all">All types</option>
            {types.map((info) => (
              <option key={info.type} value={info.type}>
                {labelOfType(info.type, types)}
              </option>
            ))}
          </select>
          <Input
            className={styles.text}
            aria-label="Title contains"
            placeholder="Title contains"
            value={filter.text}
            onChange={(_, data) => change({ text: data.value }, true)}
          />
        </div>
        {isPhone && (
          <div className={styles.fields}>
            {pause}
            {clear}
          </div>
        )}
      </div>
      {rows.length ? (
        <VirtualList
          label="Live changes, newest first"
          rows={rows}
          focusId={list.focusId}
          focusRequest={list.focusRequest}
          onFocusRow={(id) => list.focusOn(id, false)}
          onMove={move}
          onOpen={({ entry }) => open(entry)}
          renderRow={({ entry }) => (entry.kind === "gap" ? <GapRow from={entry.from} to={entry.to} /> : <ChangeRow entry={entry} />)}
        />
      ) : (
        <Nothing any={entries.length > 0} paused={paused} onShowAll={() => change({ kind: "all", type: "all", text: "" })} />
      )}
    </Pane>
  );
}

function ChangeRow({ entry }: { entry: StreamedChange }) {
  const types = useItemTypes();
  const label = entry.type ? labelOfType(entry.type, types) : "Card";
  return (
    <ListRow
      icon={
        entry.change === "DELETE" ? (
          <Delete20Regular aria-hidden="true" />
        ) : (
          <TypeIcon type={entry.type ?? ""} done={entry.status === "done"} />
        )
      }
      title={entry.title ?? "A card that this page had not seen"}
      line={`${label} · ${entry.words}`}
      age={<ExactTime at={entry.at} />}
      href={pathOf(entry) ?? undefined}
    />
  );
}

function GapRow({ from, to }: { from: string; to: string | null }) {
  return (
    <ListRow
      icon={<PlugDisconnected20Regular aria-hidden="true" />}
      title="The connection was lost"
      line={
        to === null
          ? "Changes made meanwhile are saved, but not listed here."
          : `for ${Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000))} s; changes made meanwhile are saved, but not listed here.`
      }
      age={<ExactTime at={from} />}
    />
  );
}

function Nothing({ any, paused, onShowAll }: { any: boolean; paused: boolean; onShowAll: () => void }) {
  if (any) return <EmptyState sentence="No change fits the filters." action={{ label: "Show all changes", onClick: onShowAll }} />;
  return (
    <EmptyState
      sentence={
        paused
          ? "Paused before anything happened. Changes are held until you resume."
          : "Nothing has happened since you opened this page. Capture or change a card, here or on another device."
      }
    />
  );
}

/** Where the card is; nowhere once it is deleted. */
const pathOf = ({ change, id, type }: StreamedChange) => (change === "DELETE" || !type ? null : `/items/${type}/${id}`);

interface LiveFilter {
  kind: string;
  type: string;
  text: string;
}

/** A gap is shown under every filter: what fits may be missing because of it. */
function fits(entry: Entry, { kind, type, text }: LiveFilter): boolean {
  if (entry.kind === "gap") return true;
  if (kind !== "all" && entry.change !== kind) return false;
  if (type !== "all" && entry.type !== type) return false;
  return !text || (entry.title ?? "").toLocaleLowerCase().includes(text.toLocaleLowerCase());
}

/** Filters live in the address. */
function useLiveFilter() {
  const [search, setSearch] = useSearchParams();
  const [kind, type, text] = [search.get("kind") ?? "all", search.get("type") ?? "all", search.get("text") ?? ""];
  const filter = useMemo(() => ({ kind: KINDS.some(({ id }) => id === kind) ? kind : "all", type, text }), [kind, type, text]);
  const change = (patch: Partial<LiveFilter>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(patch)) {
          if (value && value !== "all") next.set(key, value);
          else next.delete(key);
        }
        return next;
      },
      { replace },
    );
  return { filter, change };
}
