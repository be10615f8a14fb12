import type { QueryClient } from "@tessera/query";
import type { RowChange } from "@tessera/shell-api";

/** Pages up to which a list is read again as a whole. */
const FEW = 3;

interface Page {
  items: { id: string }[];
  nextCursor: string | null;
}
interface Pages {
  pages: Page[];
  pageParams: unknown[];
}
type Read = (page: { pageParam: unknown; signal: AbortSignal }) => Promise<Page>;

/**
 * Reads again what changes touch of the lists under a key: the first page, where new rows come, and the pages that hold
 * a row that changed. A list of a few pages, or of which a change is not known, is read as a whole.
 * @param mayHold whether the list of this key may hold the row as it is now
 */
export async function refreshPages(
  client: QueryClient,
  queryKey: readonly unknown[],
  changes: readonly RowChange[] | null,
  mayHold: (change: RowChange, key: readonly unknown[]) => boolean,
): Promise<void> {
  void client.invalidateQueries({ queryKey, type: "inactive", refetchType: "none" });
  await Promise.all(
    client
      .getQueryCache()
      .findAll({ queryKey, type: "active" })
      .map(async (query) => {
        const whole = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
        const known = query.state.data as Partial<Pages> | undefined;
        const read = query.options.queryFn as Read | undefined;
        // Below the key there are also answers without pages, such as the changes of many jobs.
        if (changes === null || !read || !isOfPages(known) || known.pages.length <= FEW) return whole();
        const ids = new Set(changes.map(idOf));
        const touched = known.pages.flatMap(({ items }, at) =>
          at === 0 || items.some(({ id }) => ids.has(id)) ? at : [],
        );
        const fresh = new Map<number, Page>();
        try {
          for (const at of touched) {
            const pageParam = known.pageParams[at];
            fresh.set(at, await read({ pageParam, signal: new AbortController().signal }));
          }
        } catch {
          return whole();
        }
        const found = new Set([...fresh.values()].flatMap(({ items }) => items.map(({ id }) => id)));
        // It came between two rows that are loaded: only its place would tell where.
        if (changes.some((change) => !found.has(idOf(change)) && mayHold(change, query.queryKey))) return whole();
        // Another page that comes meanwhile would be put beside the old ones.
        await query.promise?.catch(() => undefined);
        client.setQueryData<Pages>(query.queryKey, (now) => now && withPages(now, fresh, ids));
      }),
  );
}

const isOfPages = (data: Partial<Pages> | undefined): data is Pages => data?.pages !== undefined;

const idOf = ({ record, old }: RowChange) => String(record.id ?? old.id);

/** Pages asked for by cursor: what moved over the edge of one is neither shown twice nor lost. */
export function withPages(
  { pages, pageParams }: Pages,
  fresh: ReadonlyMap<number, Page>,
  changed: ReadonlySet<string>,
) {
  const shown = new Set<string>();
  const merged: Page[] = [];
  for (let at = pages.length - 1; at >= 0; at -= 1) {
    const page = mergedPage(pages[at]!, fresh.get(at), changed);
    const items = page.items.filter(({ id }) => !shown.has(id));
    for (const { id } of items) shown.add(id);
    merged.unshift({ ...page, items });
  }
  return { pages: merged, pageParams };
}

function mergedPage(old: Page, fresh: Page | undefined, changed: ReadonlySet<string>): Page {
  if (!fresh) return old;
  if (fresh.nextCursor === null) return fresh;
  const ids = new Set(fresh.items.map(({ id }) => id));
  const pushedOut = old.items.filter(({ id }) => !ids.has(id) && !changed.has(id));
  if (pushedOut.length === 0) return fresh;
  return { ...fresh, items: [...fresh.items, ...pushedOut], nextCursor: old.nextCursor };
}
