import type { JsonSchema } from "./shape.ts";

/** Schemas that a `$ref` names. */
export type Definitions = Record<string, JsonSchema>;

export interface Side {
  schema: JsonSchema;
  definitions: Definitions;
}

/**
 * Why `wide` may refuse a value that fits `narrow`, each with its place; nothing when it never does. A service may
 * widen what it takes (`wide` is the service of now) and narrow what it gives (`wide` is the page of before). Where
 * keywords are not known here they must be the same on both sides.
 */
export function refusals(wide: Side, narrow: Side, at: string): string[] {
  if (wide.schema.$ref && wide.schema.$ref === narrow.schema.$ref) return []; // compared on its own
  const [taker, giver] = [resolve(wide), resolve(narrow)];
  const given = alternatives(giver);
  const taken = alternatives(taker);
  if (given.length > 1 || taken.length > 1) {
    return given.flatMap((one) => {
      const reasons = taken.map((other) => refusals(other, one, at));
      return reasons.some((found) => found.length === 0)
        ? []
        : reasons.length === 1
          ? reasons[0]!
          : [`${at}: ${wordsOf(one.schema)}`];
    });
  }
  return [...ofValues(taker.schema, giver.schema, at), ...ofObjects(taker, giver, at), ...ofArrays(taker, giver, at)];
}

function resolve(side: Side): Side {
  const name = String(side.schema.$ref ?? "").replace("#/$defs/", "");
  const schema = name ? side.definitions[name] : side.schema;
  if (!schema) throw new Error(`There is no schema ${name}`);
  return schema === side.schema ? side : resolve({ ...side, schema });
}

/** Each kind of value that a schema takes, apart. */
const alternatives = (side: Side): Side[] => {
  const { anyOf, oneOf, type } = side.schema as {
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    type?: string | string[];
  };
  const types = Array.isArray(type)
    ? type.map((one) => (one === "null" ? { type: one } : { ...side.schema, type: one }))
    : undefined;
  const branches = anyOf ?? oneOf ?? types;
  return branches ? branches.flatMap((schema) => alternatives(resolve({ ...side, schema }))) : [side];
};

/** Keywords with a bound, each with the test for a wider one. */
const BOUNDS: Record<string, (wide: number, narrow: number) => boolean> = {
  minLength: (wide, narrow) => wide <= narrow,
  maxLength: (wide, narrow) => wide >= narrow,
  minimum: (wide, narrow) => wide <= narrow,
  maximum: (wide, narrow) => wide >= narrow,
  exclusiveMinimum: (wide, narrow) => wide <= narrow,
  exclusiveMaximum: (wide, narrow) => wide >= narrow,
  minItems: (wide, narrow) => wide <= narrow,
  maxItems: (wide, narrow) => wide >= narrow,
};
const ELSEWHERE = new Set([
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "items",
  "type",
  "enum",
  "const",
]);
/** Say nothing about which values fit. */
const WORDS = new Set(["description", "title", "default", "id", "examples", "deprecated", "readOnly", "$ref"]);

function ofValues(wide: JsonSchema, narrow: JsonSchema, at: string): string[] {
  const values = valuesOf(wide);
  const given = valuesOf(narrow);
  if (values) {
    if (!given)
      return [
        `${at}: any ${wordsOf(narrow)}, where it was one of ${values.map((one) => JSON.stringify(one)).join(", ")}`,
      ];
    return given.filter((value) => !values.includes(value)).map((value) => `${at}: the value ${JSON.stringify(value)}`);
  }
  if (wide.type !== undefined && !fits(narrow, String(wide.type)))
    return [`${at}: ${wordsOf(narrow)} instead of ${wordsOf(wide)}`];
  return Object.keys(wide).flatMap((keyword) => {
    if (ELSEWHERE.has(keyword) || WORDS.has(keyword)) return [];
    const [limit, own] = [wide[keyword], narrow[keyword]];
    const known = BOUNDS[keyword];
    // A value of a list is as long as it is.
    if (given && known) return [];
    if (known ? own !== undefined && known(Number(limit), Number(own)) : JSON.stringify(limit) === JSON.stringify(own))
      return [];
    return [`${at}: ${keyword} ${JSON.stringify(own) ?? "anything"} beyond ${JSON.stringify(limit)}`];
  });
}

const valuesOf = (schema: JsonSchema): unknown[] | undefined =>
  "const" in schema ? [schema.const] : (schema.enum as unknown[] | undefined);

function fits(schema: JsonSchema, type: string): boolean {
  if (schema.type !== undefined) return schema.type === type || (type === "number" && schema.type === "integer");
  return valuesOf(schema)?.every((value) => (value === null ? "null" : typeof value) === type) ?? false;
}

function ofObjects(wide: Side, narrow: Side, at: string): string[] {
  if (wide.schema.type !== "object") return [];
  const members = membersOf(wide.schema);
  const given = membersOf(narrow.schema);
  const found: string[] = [];
  for (const name of requiredOf(wide.schema)) {
    if (!requiredOf(narrow.schema).has(name))
      found.push(`${at}/${name}: ${name in given ? "may be missing" : "is missing"}`);
  }
  for (const [name, schema] of Object.entries(given)) {
    const place = `${at}/${name}`;
    if (name in members) found.push(...refusals({ ...wide, schema: members[name]! }, { ...narrow, schema }, place));
    else if (wide.schema.additionalProperties === false) found.push(`${place}: is not known`);
  }
  for (const keyword of ["additionalProperties", "propertyNames"]) {
    const [own, other] = [wide.schema[keyword], narrow.schema[keyword]];
    if (!isSchema(own)) continue;
    if (isSchema(other)) found.push(...refusals({ ...wide, schema: own }, { ...narrow, schema: other }, `${at}/*`));
    else found.push(`${at}/*: ${keyword} of any kind`);
  }
  return found;
}

function ofArrays(wide: Side, narrow: Side, at: string): string[] {
  const [own, other] = [wide.schema.items, narrow.schema.items];
  if (!isSchema(own)) return [];
  return isSchema(other)
    ? refusals({ ...wide, schema: own }, { ...narrow, schema: other }, `${at}[]`)
    : [`${at}[]: of any kind`];
}

export const membersOf = (schema: JsonSchema): Definitions => (schema.properties ?? {}) as Definitions;
const requiredOf = (schema: JsonSchema): Set<string> => new Set((schema.required ?? []) as string[]);
const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;
const wordsOf = (schema: JsonSchema): string =>
  valuesOf(schema)
    ?.map((one) => JSON.stringify(one))
    .join(" or ") ?? String(schema.type ?? "value");
