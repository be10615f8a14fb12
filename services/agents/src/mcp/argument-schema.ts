/** A JSON Schema that an MCP server wrote. */
export type ForeignSchema = Record<string, unknown>;

/** Levels and parts that a schema or a value may have. */
const MAX_DEPTH = 16;
const MAX_PARTS = 2_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether JSON is shallow and small enough to be walked. */
export function isBounded(json: unknown): boolean {
  const open: [unknown, number][] = [[json, 0]];
  for (let parts = 0; open.length; parts++) {
    const [value, depth] = open.pop()!;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return false;
    if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
  return true;
}

/**
 * What does not fit a schema of somebody else, in a sentence; null when all does. In linear time and without compiling
 * anything: patterns, formats and references are left to the server, which checks its arguments again.
 * @param schema within `isBounded`
 */
export function misfitOf(schema: unknown, value: unknown, path = ""): string | null {
  if (!isRecord(schema)) return schema === false ? `${path || "they"} must not be given` : null;
  const at = path || "they";
  const types = ([] as unknown[]).concat(schema.type ?? []).filter((type) => typeof type === "string");
  if (types.length && !types.some((type) => isOfType(type as string, value)))
    return `${at} must be ${types.join(" or ")}`;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value)))
    return `${at} must be one of ${JSON.stringify(schema.enum).slice(0, 200)}`;
  if ("const" in schema && !isSame(schema.const, value))
    return `${at} must be ${JSON.stringify(schema.const).slice(0, 200)}`;
  const bound = outOfBounds(schema, value);
  if (bound) return `${at} ${bound}`;
  for (const part of listOf(schema.allOf)) {
    const misfit = misfitOf(part, value, path);
    if (misfit) return misfit;
  }
  for (const parts of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
    const misfits = parts.map((part) => misfitOf(part, value, path));
    if (parts.length && misfits.every((misfit) => misfit !== null))
      return parts.length === 1 ? misfits[0]! : `${at} has none of the forms that it may have`;
  }
  if (Array.isArray(value)) return misfitOfList(schema, value, path);
  return isRecord(value) ? misfitOfRecord(schema, value, path) : null;
}

function misfitOfList({ items }: ForeignSchema, values: unknown[], path: string): string | null {
  for (const [index, one] of values.entries()) {
    const misfit = misfitOf(items ?? true, one, `${path}[${index}]`);
    if (misfit) return misfit;
  }
  return null;
}

function misfitOfRecord(schema: ForeignSchema, value: Record<string, unknown>, path: string): string | null {
  const known = isRecord(schema.properties) ? schema.properties : {};
  const of = (name: string) => (path ? `${path}.${name}` : name);
  for (const name of listOf(schema.required))
    if (typeof name === "string" && !Object.hasOwn(value, name)) return `${of(name)} is missing`;
  for (const [name, one] of Object.entries(value)) {
    const isKnown = Object.hasOwn(known, name);
    if (!isKnown && schema.additionalProperties === false && !isRecord(schema.patternProperties))
      return `${of(name)} is not known`;
    const misfit = misfitOf(isKnown ? known[name] : (schema.additionalProperties ?? true), one, of(name));
    if (misfit) return misfit;
  }
  return null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === "object" && one !== null && JSON.stringify(one) === JSON.stringify(other));

function isOfType(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  return typeof value === type;
}

const BOUNDS: [string, (value: unknown) => number | null, (given: number, bound: number) => boolean, string][] = [
  ["minimum", numberOf, (given, bound) => given >= bound, "must be at least"],
  ["maximum", numberOf, (given, bound) => given <= bound, "must be at most"],
  ["exclusiveMinimum", numberOf, (given, bound) => given > bound, "must be more than"],
  ["exclusiveMaximum", numberOf, (given, bound) => given < bound, "must be less than"],
  ["minLength", lengthOf, (given, bound) => given >= bound, "must have at least so many characters:"],
  ["maxLength", lengthOf, (given, bound) => given <= bound, "must have at most so many characters:"],
  ["minItems", countOf, (given, bound) => given >= bound, "must have at least so many entries:"],
  ["maxItems", countOf, (given, bound) => given <= bound, "must have at most so many entries:"],
];

function outOfBounds(schema: ForeignSchema, value: unknown): string | null {
  for (const [keyword, measure, holds, words] of BOUNDS) {
    const bound = schema[keyword];
    const given = typeof bound === "number" ? measure(value) : null;
    if (given !== null && !holds(given, bound as number)) return `${words} ${bound}`;
  }
  return null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
function lengthOf(value: unknown): number | null {
  return typeof value === "string" ? value.length : null;
}
function countOf(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}
