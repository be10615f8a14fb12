import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { EventDefinition } from "@tessera/contracts-core/define-event.ts";
import type { ProblemDefinition } from "@tessera/contracts-core/define-problem.ts";
import { z } from "zod";
import { type Area, exportsOf, hasClient } from "./areas.ts";
import { answerTypes } from "./client-source.ts";
import { operationsOf } from "./operations.ts";

/** A JSON schema as zod writes it (draft 2020-12). */
export type JsonSchema = { [keyword: string]: unknown };

/** All that a contract says of what goes over the wire. */
export interface Shape {
  /** Of the contract, semantic. */
  version: string;
  /** What the client's methods send, with the type that each answers: `"GET /api/items": "ItemPage"`. */
  operations: Record<string, string>;
  /** What a service takes, by the name of its schema. */
  requests: Record<string, JsonSchema>;
  /** What a service gives. */
  answers: Record<string, JsonSchema>;
  /** Payloads by topic. */
  events: Record<string, JsonSchema>;
  /** HTTP statuses by code. */
  problems: Record<string, number[]>;
}

/** The shape of a contract as its sources have it now. */
export async function shapeOf(area: Area): Promise<Shape> {
  const schemas = schemasOf(area);
  const { taken, given } = hasClient(area.name)
    ? answerTypes(area)
    : { taken: new Set<string>(), given: new Map<string, string>() };
  const answered = new Set([...given.values()].flatMap((type) => type.match(/\w+/g) ?? []));
  const operations: Record<string, string> = {};
  for (const { name, request } of await operationsOf(area)) {
    const answer = given.get(name);
    if (!answer) throw new Error(`${area.name}: what ${name} answers is not found in the client's source`);
    operations[request] = answer;
  }
  // What no method names is read by somebody else, in either direction, unless it is only a part of another schema.
  const parts = partsOf([...schemas.values()]);
  const both = [...schemas.keys()].filter(
    (name) => !taken.has(name) && !answered.has(name) && !parts.has(schemas.get(name)!),
  );
  const pick = (named: ReadonlySet<string>, io: "input" | "output") =>
    written(
      [...schemas].filter(([name]) => named.has(name) || both.includes(name)),
      io,
    );
  return {
    version: area.version,
    operations: sorted(Object.entries(operations)),
    requests: pick(taken, "input"),
    answers: pick(answered, "output"),
    events: written(
      eventsOf(area).map(({ topic, schema }) => [topic, schema]),
      "input",
    ),
    problems: problemsOf(area),
  };
}

/** Where a contract's shape is kept, one file a major version. */
export const shapeFile = ({ folder, version }: Pick<Area, "folder" | "version">) =>
  path.join(folder, "api", `${version.split(".")[0]}.json`);

/** The shape as it was last published under this major version. */
export function publishedShape(area: Area): Shape | null {
  const file = shapeFile(area);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Shape) : null;
}

/** As it is committed. */
export const textOf = (shape: Shape): string => `${JSON.stringify(shape, null, 2)}\n`;

export const eventsOf = (area: Area): EventDefinition[] =>
  Object.values(exportsOf(area, "events.ts")).filter((value): value is EventDefinition => {
    const event = value as Partial<EventDefinition> | null;
    return typeof event === "object" && typeof event?.topic === "string" && event.schema instanceof z.ZodObject;
  });

export const definitionsOf = (area: Area): ProblemDefinition[] =>
  Object.values(exportsOf(area, "problems.ts")).filter((value): value is ProblemDefinition => {
    const problem = value as Partial<ProblemDefinition> | null;
    return typeof problem === "object" && typeof problem?.code === "string" && typeof problem.sentence === "string";
  });

/** auth/v1 has a format and a catalogue of its own. */
export const authErrorsOf = (area: Area): [code: string, statuses: readonly number[]][] =>
  Object.entries((exportsOf(area, "auth-errors.ts").authErrors ?? {}) as Record<string, readonly number[]>);

function problemsOf(area: Area): Record<string, number[]> {
  const statuses = new Map<string, Set<number>>();
  const own = definitionsOf(area).map(({ code, status }): [string, number[]] => [code, [status]]);
  for (const [code, found] of [...own, ...authErrorsOf(area)]) {
    const known = statuses.get(code) ?? new Set();
    for (const status of found) known.add(status);
    statuses.set(code, known);
  }
  return sorted([...statuses].map(([code, found]) => [code, [...found].sort()]));
}

/** Exported schemas by name; events are apart. */
function schemasOf(area: Area): Map<string, z.ZodType> {
  const found = new Map<string, z.ZodType>();
  for (const [file, exports] of Object.entries(area.modules)) {
    if (file === "events.ts") continue;
    for (const [name, value] of Object.entries(exports)) if (value instanceof z.ZodType) found.set(name, value);
  }
  return found;
}

/** Every schema that another one is made of. */
function partsOf(schemas: z.ZodType[]): Set<z.ZodType> {
  const parts = new Set<z.ZodType>();
  const visit = (value: unknown, root: z.ZodType): void => {
    if (value instanceof z.ZodType) {
      if (parts.has(value)) return;
      if (value !== root) parts.add(value);
      visit(value._zod.def, root);
    } else if (Array.isArray(value)) for (const one of value) visit(one, root);
    else if (isPlain(value)) for (const one of Object.values(value)) visit(one, root);
  };
  for (const schema of schemas) visit(schema, schema);
  return parts;
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** JSON schemas by name. One that has an id is written once, under its id; others refer to it as `#/$defs/<id>`. */
export function written(schemas: [string, z.ZodType][], io: "input" | "output"): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const [name, schema] of schemas) {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
    const named: [string, JsonSchema][] = Object.entries($defs as Record<string, JsonSchema>);
    if (own.$ref === undefined) named.push([name, own]);
    for (const [id, one] of named) found.set(id, plain(one, io));
  }
  return sorted([...found]);
}

/**
 * Left out: words, the patterns and bounds that zod writes for every date, id and whole number, and that answers are
 * closed, as their readers let more through.
 */
function plain(schema: JsonSchema, io: "input" | "output"): JsonSchema {
  const text = JSON.stringify(schema, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const one: JsonSchema = { ...value };
    if (typeof one.description === "string") delete one.description;
    if (one.format !== undefined) delete one.pattern;
    if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum;
    if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum;
    if (io === "output" && one.additionalProperties === false) delete one.additionalProperties;
    return one;
  });
  return JSON.parse(text) as JsonSchema;
}

const sorted = <T>(entries: [string, T][]): Record<string, T> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
