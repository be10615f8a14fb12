import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import type { Connection } from "./connection.ts";
import type { Save } from "./save.ts";

/** How sending ended. */
export type Sent =
  /** `existed`: the page was a card before; note and tags were added to it. `address`: of the card. */
  | { is: "saved"; existed: boolean; address: string }
  /** Try again later, after `seconds` where the server said so. */
  | { is: "unreachable"; seconds: number | null }
  /** Trying again changes nothing until the person acts: another token, a plan. */
  | { is: "stopped"; reason: string }
  /** Tessera does not take this one. */
  | { is: "refused"; reason: string };

/** Ms after which a server that does not answer counts as unreachable. */
const TIMEOUT_MS = 30_000;
/** Statuses that depend on the person's account, not on what is sent (RFC 9110; 402: the plan). */
const ACCOUNT = new Set([401, 402, 403]);

/** Timeout, a card that was changed meanwhile, too many requests: the same may succeed later. */
const LATER = new Set([408, 412, 429]);

class NotSent extends Error {
  readonly end: Sent;
  constructor(end: Sent) {
    super(end.is);
    this.end = end;
  }
}

interface Request {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

async function ask({ origin, token }: Connection, { method, path, body, headers }: Request): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // The token is for this address, not for one that it leads to.
      redirect: "error",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new NotSent({ is: "unreachable", seconds: null });
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string };
  const reason = problem.detail ?? `The server answered ${answer.status}.`;
  if (ACCOUNT.has(answer.status)) throw new NotSent({ is: "stopped", reason });
  if (LATER.has(answer.status) || answer.status >= 500)
    throw new NotSent({ is: "unreachable", seconds: Number(answer.headers.get("retry-after")) || null });
  throw new NotSent({ is: "refused", reason });
}

const post = (connection: Connection, key: string, body: NewItem) =>
  ask(connection, { method: "POST", path: "/api/items", body, headers: { "idempotency-key": key } });

/** Adds a note and tags to the card that has the page already; nothing of it is replaced. */
async function addTo(connection: Connection, id: string, { note, tags }: Save): Promise<void> {
  if (!note && !tags.length) return;
  // Read again: an answer that is repeated for its key tells of the card as it was.
  const card = (await (await ask(connection, { method: "GET", path: `/api/items/${id}` })).json()) as Item;
  const more = tags.filter((tag) => !card.tags.includes(tag));
  const isNew = note !== "" && !card.body.includes(note);
  if (!isNew && !more.length) return;
  await ask(connection, {
    method: "PATCH",
    path: `/api/items/${id}`,
    headers: { "if-match": `"${card.version}"` },
    body: {
      ...(isNew ? { body: card.body ? `${card.body}\n\n${note}` : note } : {}),
      ...(more.length ? { tags: [...card.tags, ...more] } : {}),
    },
  });
}

/** Sends a page, and what was selected on it as a highlight. Sent twice it makes nothing twice. */
export async function send(connection: Connection, save: Save): Promise<Sent> {
  try {
    const answer = await post(connection, save.id, {
      ...{ type: "bookmark", body: save.note, tags: save.tags, data: { url: save.url } },
      ...(save.title ? { title: save.title } : {}),
    });
    const card = (await answer.json()) as Item;
    const existed = answer.status === 200;
    if (existed) await addTo(connection, card.id, save);
    if (save.quote) {
      const selector = [{ type: "TextQuoteSelector", ...save.quote }];
      await post(connection, `${save.id}-quote`, { type: "highlight", parentId: card.id, data: { selector } });
    }
    return { is: "saved", existed, address: `${connection.origin}/items/bookmark/${card.id}` };
  } catch (error) {
    if (error instanceof NotSent) return error.end;
    throw error;
  }
}

/** Whether a token opens an installation. @returns null, or a sentence that says what is wrong */
export async function check(connection: Connection): Promise<string | null> {
  try {
    await ask(connection, { method: "GET", path: "/api/items?limit=1" });
    return null;
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    const { end } = error;
    if (end.is === "unreachable") return "No Tessera answered at this address. Check it, and your connection.";
    return end.is === "saved" ? null : end.reason;
  }
}
