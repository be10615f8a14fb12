/**
 * A request of the public API as the handbook and the settings show it, and as a test sends it. `$ID`, `$VERSION` and
 * `$CURSOR` stand for what an earlier answer said.
 */
export interface ApiExample {
  title: string;
  /** Which scope the token needs. */
  scope: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: object;
  /** What of the answer is worth knowing. */
  answer: string;
}

const version = { "If-Match": '"$VERSION"' };

export const apiExamples: readonly ApiExample[] = [
  {
    title: "Add a card to the inbox",
    ...{ scope: "cards:write", method: "POST", path: "/api/items" },
    headers: { "Idempotency-Key": "dentist-2026-11-26" },
    body: { body: "Call the dentist before Friday", tags: ["home"] },
    answer: "201 with the card. The same key sent again within a day adds nothing and answers the same card.",
  },
  {
    title: "Save the address of a page",
    ...{ scope: "cards:write", method: "POST", path: "/api/items" },
    body: { type: "bookmark", title: "Example", data: { url: "https://example.com/" } },
    answer: "201, or 200 with the card that has this address already.",
  },
  {
    title: "List the newest cards",
    ...{ scope: "cards:read", method: "GET", path: "/api/items?limit=50" },
    answer: "items, total, and nextCursor: null on the last page.",
  },
  {
    title: "List the next page",
    ...{ scope: "cards:read", method: "GET", path: "/api/items?limit=50&cursor=$CURSOR" },
    answer: "The same, from where the page before ended.",
  },
  {
    title: "Search",
    ...{ scope: "cards:read", method: "GET", path: "/api/items/search?q=dentist" },
    answer: "items by relevance; q has the language of the search page, as tag:home or is:unread.",
  },
  {
    title: "Read one card",
    ...{ scope: "cards:read", method: "GET", path: "/api/items/$ID" },
    answer: "The card with its text; its version is also the ETag.",
  },
  {
    title: "Change a card",
    ...{ scope: "cards:write", method: "PATCH", path: "/api/items/$ID" },
    headers: version,
    body: { title: "Dentist: Thursday, 9:30" },
    answer: "200 with the card; 412 where it was changed after you read that version.",
  },
  {
    title: "Move a card to the trash",
    ...{ scope: "cards:write", method: "DELETE", path: "/api/items/$ID" },
    headers: { "If-Match": "*" },
    answer: "204. It stays in the trash for 30 days.",
  },
];

/** The request as a shell sends it with curl, the token in a variable. */
export function curlOf({ method, path, headers = {}, body }: ApiExample, origin: string): string {
  const all = { ...headers, ...(body ? { "Content-Type": "application/json" } : {}) };
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${origin}${path}"`,
    '-H "Authorization: Bearer $TESSERA_TOKEN"',
    ...Object.entries(all).map(([name, value]) => `-H "${name}: ${value.replaceAll('"', '\\"')}"`),
    ...(body ? [`--data '${JSON.stringify(body)}'`] : []),
  ].join(" \\\n  ");
}
