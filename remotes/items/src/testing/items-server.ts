import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ImportSession, Item, ItemPatch, ItemSummary, ItemTypeInfo } from "@tessera/contracts/items.ts";
import { summaryOf } from "../detail/summary-of.ts";

/** An answer that a test puts in place of the usual one, once. */
export interface Refusal {
  method: string;
  path: RegExp;
  status: number;
  code: string;
  detail: string;
}

export interface ItemsServer {
  url: string;
  items: Map<string, Item>;
  imports: ImportSession[];
  /** Requests received: "METHOD /path?query". */
  log: string[];
  /** Idempotency keys received, in order. */
  keys: string[];
  refuseNext(refusal: Refusal): void;
  /** Changes a card as another device would. */
  change(id: string, patch: Partial<Item>): void;
  http: (path: string, init?: RequestInit) => Promise<Response>;
  stop(): Promise<void>;
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A card; the higher its number, the older it is. */
export function card(n: number, fields: Partial<Item> = {}): Item {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 60_000).toISOString();
  return {
    id: uuid(n),
    type: "note",
    parentId: null,
    title: `Card ${n}`,
    titleSource: "person",
    body: `Text ${n}`,
    data: {},
    tags: [],
    status: "inbox",
    pinned: false,
    unread: false,
    dueAt: null,
    snoozeUntil: null,
    source: "capture",
    sourceUrl: null,
    processing: {},
    attachments: [],
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
    version: 1,
    ...fields,
  };
}

const TYPES = [
  ["inbox", "Capture", "Captures"],
  ["note", "Note", "Notes"],
  ["bookmark", "Bookmark", "Bookmarks"],
  ["task", "Task", "Tasks"],
  ["mail", "Mail", "Mails"],
] as const;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { "content-type": status < 400 ? "application/json" : "application/problem+json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

const problem = (status: number, code: string, detail: string) => ({ type: "about:blank", title: code, status, code, detail });

/** Speaks the items contract over loopback HTTP, from memory: what the pages are tested against. */
export async function startItemsServer(initial: Item[]): Promise<ItemsServer> {
  const items = new Map(initial.map((item) => [item.id, item]));
  const refusals: Refusal[] = [];
  const log: string[] = [];
  const keys: string[] = [];
  const imports: ImportSession[] = [];
  let made = 9000;

  const store = (before: Item, patch: ItemPatch): Item => {
    const data = Object.fromEntries(Object.entries({ ...before.data, ...patch.data }).filter(([, value]) => value !== null));
    const after = { ...before, ...patch, data, version: before.version + 1, updatedAt: new Date().toISOString() } as Item;
    items.set(after.id, after);
    return after;
  };

  const list = (search: URLSearchParams) => {
    const type = search.get("type") ?? "all";
    const status = search.get("status") ?? (type === "inbox" ? "inbox" : null);
    const q = search.get("q")?.toLowerCase();
    const found = [...items.values()]
      .filter((item) => type === "inbox" || type === "all" || item.type === type)
      .filter((item) => !search.get("only") || item.type === search.get("only"))
      .filter((item) => (status === "any" ? true : status ? item.status === status : item.status !== "trash"))
      .filter((item) => type !== "inbox" || !item.snoozeUntil || new Date(item.snoozeUntil) <= new Date())
      .filter((item) => !search.get("tag") || item.tags.includes(search.get("tag") ?? ""))
      .filter((item) => search.get("unread") !== "true" || item.unread)
      .filter((item) => !q || `${item.title} ${item.body}`.toLowerCase().includes(q))
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    const start = Number(search.get("cursor") ?? 0);
    const limit = Number(search.get("limit") ?? 100);
    const rows = found.slice(start, start + limit).map((item): ItemSummary => {
      const row = summaryOf(item);
      if (!q) return row;
      const mark = (text: string) => text.replace(new RegExp(q, "i"), (match) => `\u0002${match}\u0003`);
      return { ...row, highlight: { title: mark(row.title), line: mark(row.line) } };
    });
    return { items: rows, nextCursor: start + limit < found.length ? String(start + limit) : null, total: found.length };
  };

  const typeInfos = (): ItemTypeInfo[] =>
    TYPES.map(([type, label, plural], order) => ({
      type,
      label,
      plural,
      icon: "mdi-help-circle-outline",
      order,
      capabilities: [],
      childTypes: type === "bookmark" ? ["highlight"] : [],
      parentType: null,
      creatable: type !== "mail",
      waiting: [...items.values()].filter((item) => item.type === type && item.status === "inbox").length,
      count: [...items.values()].filter((item) => item.type === type && item.status !== "trash").length,
    }));

  const create = (input: Partial<Item>): Item => {
    const known = [...items.values()].find((item) => input.sourceUrl && item.sourceUrl === input.sourceUrl);
    if (known) return store({ ...known, createdAt: new Date().toISOString() }, {});
    const title = input.title || input.body?.split("\n", 1)[0] || input.sourceUrl || "Untitled";
    const item = card(made++, { ...input, title, createdAt: new Date().toISOString() });
    items.set(item.id, item);
    return item;
  };

  const bulk = (change: { ids: string[]; set?: ItemPatch; addTags?: string[]; removeTags?: string[] }) => {
    const changed = change.ids.flatMap((id) => {
      const before = items.get(id);
      if (!before) return [];
      const tags = [...before.tags.filter((tag) => !change.removeTags?.includes(tag)), ...(change.addTags ?? [])];
      const previous = Object.fromEntries(Object.keys(change.set ?? {}).map((key) => [key, before[key as keyof Item]]));
      const tagged = change.addTags?.length || change.removeTags?.length;
      const after = store(before, { ...change.set, ...(tagged ? { tags } : {}) });
      return [{ id, version: after.version, previous: { ...previous, ...(tagged ? { tags: before.tags } : {}) } }];
    });
    return { changed, missing: change.ids.filter((id) => !items.has(id)) };
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://items.test");
    const method = request.method ?? "GET";
    log.push(`${method} ${url.pathname}${url.search}`);
    const key = request.headers["idempotency-key"];
    if (typeof key === "string") keys.push(key);
    const text = await bodyOf(request);
    const at = refusals.findIndex((one) => one.method === method && one.path.test(url.pathname));
    const refusal = at < 0 ? undefined : refusals.splice(at, 1)[0];
    if (refusal) return send(response, refusal.status, problem(refusal.status, refusal.code, refusal.detail));
    const json = () => JSON.parse(text);
    const [, , , first, second] = url.pathname.split("/");
    if (first === undefined) return method === "GET" ? send(response, 200, list(url.searchParams)) : send(response, 201, create(json()));
    if (first === "types") return send(response, 200, typeInfos());
    if (first === "tags") return send(response, 200, [{ tag: "home", count: 3 }]);
    if (first === "time-zone") return send(response, 204);
    if (first === "read-marks") {
      const { ids, unread } = json() as { ids: string[]; unread: boolean };
      const changed = ids.filter((id) => items.has(id) && items.get(id)?.unread !== unread);
      for (const id of changed) items.set(id, { ...(items.get(id) as Item), unread });
      return send(response, 200, { changed });
    }
    if (first === "bulk") return send(response, 200, bulk(json()));
    if (first === "import") {
      if (method === "GET" && !second) return send(response, 200, imports);
      if (method === "GET") {
        const one = imports.find((session) => session.id === second);
        return one ? send(response, 200, one) : send(response, 404, problem(404, "import_not_found", "There is no such import."));
      }
      if (second) {
        const session = imports.find((one) => one.id === second);
        if (session) session.state = "cancelled";
        return send(response, 200, session);
      }
      const name = /filename="([^"]*)"/.exec(text)?.[1] ?? "file";
      const session = importSession({ id: uuid(made++), fileName: name });
      imports.unshift(session);
      return send(response, 202, session);
    }
    const item = items.get(first);
    if (!item) return send(response, 404, problem(404, "item_not_found", "There is no such card."));
    if (second === "processing") {
      const step = url.pathname.split("/")[5] ?? "";
      const after: Item = { ...item, processing: { ...item.processing, [step]: { state: "pending" } } };
      items.set(item.id, after);
      return send(response, 200, after);
    }
    if (method === "GET") return send(response, 200, item);
    if (request.headers["if-match"] !== `"${item.version}"`) {
      return send(response, 412, problem(412, "version_conflict", "The card was changed meanwhile."));
    }
    if (method === "PATCH") return send(response, 200, store(item, json()));
    items.delete(first);
    return send(response, 204);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    items,
    imports,
    log,
    keys,
    refuseNext: (refusal) => void refusals.push(refusal),
    change: (id, patch) => {
      const before = items.get(id);
      if (before) items.set(id, { ...before, ...patch, version: before.version + 1 });
    },
    http: (path, init) => fetch(`${url}${path}`, init),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An import that has just been taken in. */
export const importSession = (fields: Partial<ImportSession>): ImportSession => ({
  id: uuid(1),
  kind: "bookmarks",
  fileName: "bookmarks.html",
  state: "running",
  total: null,
  done: 0,
  created: 0,
  duplicates: 0,
  refused: 0,
  errors: [],
  failure: null,
  createdAt: new Date().toISOString(),
  finishedAt: null,
  ...fields,
});
