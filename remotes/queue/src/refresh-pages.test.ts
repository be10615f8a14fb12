import { QueryClient } from "@tessera/query";
import type { RowChange } from "@tessera/shell-api";
import { refreshPages, withPages } from "./refresh-pages.ts";

const SIZE = 10;
const KEY = ["rows", "all"];
const changeOf = (id: number, type: RowChange["type"] = "UPDATE"): RowChange => ({
  ...{ type, schema: "kit", table: "job", at: "", old: { id: String(id) } },
  record: type === "DELETE" ? {} : { id: String(id) },
});

/** A list of rows with falling numbers, of which all pages are loaded and followed. */
async function loaded(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ id: String(count - at), said: "old" }));
  const asked: (string | undefined)[] = [];
  const client = new QueryClient();
  const read = async (cursor: string | undefined) => {
    asked.push(cursor);
    const beyond = rows.filter(({ id }) => cursor === undefined || Number(id) < Number(cursor));
    const items = beyond.slice(0, SIZE).map((row) => ({ ...row }));
    return { items, nextCursor: beyond.length > SIZE ? items.at(-1)!.id : null };
  };
  const options = {
    queryKey: KEY,
    queryFn: ({ pageParam }: { pageParam: unknown }) => read(pageParam as string | undefined),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
    pages: Math.ceil(count / SIZE),
    staleTime: Number.POSITIVE_INFINITY,
  };
  await client.fetchInfiniteQuery(options);
  const query = client.getQueryCache().find({ queryKey: KEY })!;
  query.isActive = () => true;
  asked.length = 0;
  type Shown = { pages: { items: typeof rows }[] };
  const shown = () => client.getQueryData<Shown>(KEY)!.pages.flatMap(({ items }) => items);
  return { rows, asked, client, shown, ids: () => shown().map(({ id }) => Number(id)) };
}
const falling = (from: number) => Array.from({ length: from }, (_, at) => from - at);
const never = () => false;

it("reads an answer without pages as a whole", async () => {
  const { client } = await loaded(10);
  const queryKey = ["rows", "bulk"];
  let read = 0;
  await client.fetchQuery({ queryKey, queryFn: async () => ({ changes: [], read: ++read }) });
  client.getQueryCache().find({ queryKey })!.isActive = () => true;
  await refreshPages(client, ["rows"], [changeOf(1)], never);
  expect(read).toBe(2);
});

it("reads the first page and the one that holds the row, of a hundred", async () => {
  const { rows, asked, client, shown, ids } = await loaded(1000);
  rows.find(({ id }) => id === "455")!.said = "new";
  await refreshPages(client, ["rows"], [changeOf(455)], never);
  expect(asked).toEqual([undefined, "461"]);
  expect(shown().find(({ id }) => id === "455")?.said).toBe("new");
  expect(ids()).toEqual(falling(1000));
});

it("neither loses nor repeats rows when one comes, and when one goes", async () => {
  const { rows, asked, client, ids } = await loaded(100);
  rows.unshift({ id: "101", said: "new" });
  await refreshPages(client, ["rows"], [changeOf(101, "INSERT")], never);
  expect(asked).toEqual([undefined]);
  expect(ids()).toEqual(falling(101));
  rows.splice(50, 1);
  await refreshPages(client, ["rows"], [changeOf(51, "DELETE")], never);
  expect(ids()).toEqual(falling(101).filter((id) => id !== 51));
});

it("reads all where a row came between others, and where it is not known what changed", async () => {
  const { client, asked } = await loaded(100);
  let whole = 0;
  client.invalidateQueries = async (filter) => {
    if (filter?.exact) whole += 1;
  };
  await refreshPages(client, ["rows"], [changeOf(9999)], never);
  expect([whole, asked.length]).toEqual([0, 1]);
  await refreshPages(client, ["rows"], [changeOf(9999)], () => true);
  expect(whole).toBe(1);
  await refreshPages(client, ["rows"], null, never);
  expect(whole).toBe(2);
});

it("keeps rows that a new one pushed over the edge of their page", () => {
  const page = (ids: number[], nextCursor: string | null) => ({
    items: ids.map((id) => ({ id: String(id) })),
    nextCursor,
  });
  const known = { pages: [page([4, 3], "3"), page([2, 1], null)], pageParams: [undefined, "3"] };
  const { pages } = withPages(known, new Map([[0, page([5, 4], "4")]]), new Set(["5"]));
  expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
    ["5", "4", "3"],
    ["2", "1"],
  ]);
});
