import type { QueueEntry, QueueEntryPage } from "@tessera/contracts-queue/queue.ts";
import type { QueryClient } from "@tessera/query";
import { queueKeys } from "../queue-api.ts";
import { isWorkedOn } from "./entry-agent.tsx";

interface Pages {
  pages: QueueEntryPage[];
  pageParams: unknown[];
}

/** Where a row was: its page, and its place on it. */
interface Place {
  page: number;
  at: number;
  row: QueueEntry;
}

/** Takes entries out of every list of the page. @returns what puts those back that are not there, where they were */
export function takeOut(client: QueryClient, ids: ReadonlySet<string>): () => void {
  const putBack: (() => void)[] = [];
  for (const [queryKey, data] of client.getQueriesData<Pages>({ queryKey: queueKeys.entries })) {
    const gone = data ? placesOf(data, ids) : [];
    if (!data || gone.length === 0) continue;
    client.setQueryData(queryKey, without(data, ids));
    putBack.push(() => client.setQueryData<Pages>(queryKey, (now) => now && withRows(now, gone)));
  }
  return () => {
    for (const one of putBack) one();
  };
}

/** Answers that are on their way were made before what the page shows now. */
export function dropOldAnswers(client: QueryClient): void {
  const isShown = ({ state }: { state: { data: unknown } }) => state.data !== undefined;
  void client.cancelQueries({ queryKey: queueKeys.entries, predicate: isShown });
}

const placesOf = ({ pages }: Pages, ids: ReadonlySet<string>): Place[] =>
  pages.flatMap(({ items }, page) => items.flatMap((row, at) => (ids.has(row.id) ? [{ page, at, row }] : [])));

/** How many of them the service counts: those that agents work on need nobody. */
const openIn = (rows: readonly QueueEntry[]) => rows.filter((row) => row.state === "open" && !isWorkedOn(row)).length;

function without(data: Pages, ids: ReadonlySet<string>): Pages {
  const gone = openIn(placesOf(data, ids).map(({ row }) => row));
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      open: page.open - gone,
      items: page.items.filter((row) => !ids.has(row.id)),
    })),
  };
}

function withRows(data: Pages, gone: readonly Place[]): Pages {
  const known = new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const missing = gone.filter(({ row }) => !known.has(row.id));
  const back = openIn(missing.map(({ row }) => row));
  const last = data.pages.length - 1;
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const items = [...page.items];
      for (const place of missing) if (Math.min(place.page, last) === index) items.splice(place.at, 0, place.row);
      return { ...page, open: page.open + back, items };
    }),
  };
}
