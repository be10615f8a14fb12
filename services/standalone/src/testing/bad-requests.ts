/** What an OpenAPI document says of an operation, as far as requests are made from it. */
export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema?: Schema }[];
  body: Schema | null;
}
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}
interface Document {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Operation["parameters"]; requestBody?: { content: Record<string, { schema?: Schema }> } }
    >
  >;
  components?: { schemas?: Record<string, Schema> };
}
export interface BadRequest {
  method: string;
  path: string;
  /** As the document writes it. */
  template: string;
  headers: Record<string, string>;
  body: string | undefined;
}
/** A number from 0 up to 1. */
export type Chance = () => number;

/** Repeatable chance (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Texts that parsers, databases and addresses have trouble with. */
const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udfff",
  "\u202e\ufeff",
  "💣".repeat(50),
  "x".repeat(20_000),
  "'; drop table x; --",
  "%",
  "\\",
  "../../../etc/passwd",
  "%00",
  "%ff",
  "{}",
  "[]",
  "null",
  "NaN",
  "-0",
  "1e400",
  "9".repeat(400),
  "00000000-0000-0000-0000-000000000000",
  "0000-00-00",
  "2026-02-30T00:00:00.000Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "9999-99-99 99:99:99+99",
  "WyJjcmVhdGVkIGRlc2MiLCAiMjAyNi0wMi0zMCAwMDowMDowMCswMCIsICIwMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAiXQ",
  Buffer.from("+275760-09-13T00:00:00.000Z 00000000-0000-0000-0000-000000000000").toString("base64url"),
  `https://example.com/${"a".repeat(6_000)}`,
  "http://[::1",
  "javascript:alert(1)",
  "data:,x",
  "a@b",
  `${"a".repeat(300)}@example.com`,
  "+49",
  "constructor",
  "__proto__",
];
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  "deep",
];
const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "multipart/form-data",
  "application/xml",
  "",
];
const BODIES = [
  "",
  "{",
  "null",
  "[]",
  "0",
  '"x"',
  "{}",
  '{"a":',
  '{"__proto__":{}}',
  `${"[".repeat(3_000)}${"]".repeat(3_000)}`,
  "\u0000",
];

const pick = <T>(from: readonly T[], chance: Chance): T => from[Math.floor(chance() * from.length)]!;
const bad = (chance: Chance): unknown => (chance() < 0.7 ? pick(TEXTS, chance) : pick(VALUES, chance));

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [content] = Object.values(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: content?.schema ? expand(content.schema, document, 0) : null,
      };
    }),
  );
}

/** Methods of requests without a body. */
const BODILESS = new Set(["GET", "HEAD", "DELETE"]);

/** Where one value of a request stands. */
type Place = { in: "path" | "query"; name: string } | { in: "body"; at: string[] };

/** What every place is given: text that no database takes, and what only some places mind. */
const ALWAYS = ["a\u0000b", "x\udfff", "x".repeat(20_000)];
/** The form is right, but the calendar of PostgreSQL has no such year. */
const AS_DAY = ["0000-01-01", "0000-01-01T00:00:00.000Z"];
const OF_DAYS = /(^|[a-z])(at|until|day|date|from|to|since|month|week|period|now)$/i;
const AS_CURSOR = TEXTS.filter((text) => /^[\w-]{60,}$/.test(text));

/** Ids that answers named, by the path of the collection: a request for one of them is right. */
export type KnownIds = Map<string, string[]>;

/**
 * Requests that are right as far as their document says, and such that are so but for one value: each place with what
 * is always tried and some more.
 */
export function* sweep(
  operation: Operation,
  chance: Chance,
  more: number,
  ids: KnownIds = new Map(),
): Generator<BadRequest> {
  for (let at = 0; at < more; at++) yield request(operation, chance, ids);
  for (const place of placesOf(operation)) {
    const name = "name" in place ? place.name : place.at.at(-1)!;
    const named = name === "cursor" ? AS_CURSOR : [];
    const days = OF_DAYS.test(name) ? AS_DAY : [];
    for (const value of [...ALWAYS, ...named, ...days, ...Array.from({ length: more }, () => bad(chance))])
      yield request(operation, chance, ids, place, value);
  }
  if (!BODILESS.has(operation.method))
    for (let at = 0; at < more; at++)
      yield {
        ...request(operation, chance, ids),
        headers: { "content-type": pick(TYPES, chance) || "x" },
        body: pick(BODIES, chance),
      };
}

function placesOf({ parameters, body }: Operation): Place[] {
  const named = parameters.flatMap((one) =>
    one.in === "path" || one.in === "query" ? [{ in: one.in, name: one.name } as const] : [],
  );
  return [...named, ...leavesOf(body ?? {}).map((at) => ({ in: "body" as const, at }))];
}

const leavesOf = (schema: Schema): string[][] => {
  const members = Object.entries(choiceOf(schema).properties ?? {});
  return members.flatMap(([name, inner]) => [[name], ...leavesOf(inner).map((at) => [name, ...at])]);
};

/** A request as its document wants it, with one value replaced. */
function request(
  { method, path, parameters, body }: Operation,
  chance: Chance,
  ids: KnownIds,
  place?: Place,
  value?: unknown,
): BadRequest {
  const text = (any: unknown) => (typeof any === "string" ? any : JSON.stringify(any));
  const textAt = (where: string, name: string, schema: Schema = {}) =>
    text(place?.in === where && "name" in place && place.name === name ? value : good(schema, chance));
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string, at: number) => {
    const known = ids.get(path.slice(0, at - 1));
    const isTried = place?.in === "path" && place.name === name;
    if (known?.length && !isTried && chance() < 0.7) return encode(pick(known, chance));
    return segment(textAt("path", name, parameters.find((one) => one.name === name)?.schema));
  });
  const query = parameters
    .filter((one) => one.in === "query" && ((place?.in === "query" && place.name === one.name) || chance() < 0.2))
    .map(({ name, schema }) => `${encode(name)}=${encode(textAt("query", name, schema))}`);
  const headers: Record<string, string> = {};
  for (const one of parameters)
    if (one.in === "header") headers[one.name.toLowerCase()] = pick(['"1"', "*", "x", '"99999999999999"'], chance);
  if (BODILESS.has(method)) return { method, template: path, path: address(filled, query), headers, body: undefined };
  headers["content-type"] = "application/json";
  const sent = good(body ?? {}, chance);
  if (place?.in === "body") put(sent, place.at, value);
  return { method, template: path, path: address(filled, query), headers, body: JSON.stringify(sent) };
}

/** Sets a member, with what is around it. */
function put(target: unknown, [name, ...rest]: string[], value: unknown): void {
  if (target === null || typeof target !== "object" || name === undefined) return;
  const members = target as Record<string, unknown>;
  members[name] = rest.length ? (members[name] ?? {}) : value;
  put(members[name], rest, value);
}

const address = (path: string, query: string[]) => (query.length ? `${path}?${query.join("&")}` : path);

/** A part of a path. Nothing, or dots alone, would make the address another operation's: URLs leave such parts out. */
function segment(text: string): string {
  const encoded = encode(text);
  return /^(%2e){0,2}$/i.test(encoded) ? `${encoded}%20` : encoded;
}

/** Percent-encoded, also what is no text: as a client would write it that does not check. */
function encode(text: string): string {
  if (/^%[0-9a-f]{2}$/i.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E");
}

const choiceOf = (schema: Schema): Schema => (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0] ?? schema;

/** A value that fits. */
function good(given: Schema, chance: Chance): unknown {
  const schema = choiceOf(given);
  if (schema.enum) return pick(schema.enum, chance);
  if (Array.isArray(schema.type)) return good({ ...schema, type: pick(schema.type, chance) }, chance);
  if (schema.type === "null") return null;
  if (schema.properties || schema.type === "object") {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) || chance() < 0.5,
    );
    return Object.fromEntries(members.map(([name, inner]) => [name, good(inner, chance)]));
  }
  if (schema.type === "array")
    return Array.from({ length: Math.floor(chance() * 3) }, () => good(schema.items ?? {}, chance));
  if (schema.type === "boolean") return chance() < 0.5;
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.format === "uuid") return "3f2b8c1e-9d4a-4c57-8a61-0b7f5d2e9c13";
  if (schema.format === "date-time") return "2031-05-06T07:08:09.000Z";
  if (schema.format === "date") return "2031-05-06";
  if (schema.format === "uri") return "https://example.com/a";
  if (schema.format === "email") return "fuzz@example.com";
  return "x".repeat(Math.max(schema.minLength ?? 0, 1));
}

/** References resolved, to a depth. */
function expand(schema: Schema, document: Document, depth: number): Schema {
  if (depth > 6) return {};
  if (schema.$ref)
    return expand(document.components?.schemas?.[schema.$ref.split("/").at(-1)!] ?? {}, document, depth + 1);
  const inner = (one: Schema) => expand(one, document, depth + 1);
  return {
    ...schema,
    ...(schema.properties
      ? { properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, inner(one)])) }
      : {}),
    ...(schema.items ? { items: inner(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(inner) } : {}),
    ...(schema.oneOf ? { oneOf: schema.oneOf.map(inner) } : {}),
    ...(schema.allOf ? { allOf: schema.allOf.map(inner) } : {}),
  };
}
