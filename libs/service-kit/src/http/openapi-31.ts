type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

/** A description in OpenAPI 3.0 as one in 3.1: schemas are JSON Schema there, which says "or null" by a type. */
export function toOpenApi31<T extends object>(document: T): T {
  return { ...(upgraded(JSON.parse(JSON.stringify(document)) as Json) as unknown as T), openapi: "3.1.1" };
}

function upgraded(value: Json): Json {
  if (Array.isArray(value)) return value.map(upgraded);
  if (value === null || typeof value !== "object") return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, upgraded(inner)])) as Node;
  return withoutFlags(orNull(node));
}

function orNull(node: Node): Node {
  if (node.nullable !== true) return node;
  const { nullable: _, ...schema } = node;
  if (typeof schema.type === "string")
    return {
      ...schema,
      type: [schema.type, "null"],
      ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
    };
  const { description, default: fallback, ...inner } = schema;
  const allOf =
    Array.isArray(inner.allOf) && inner.allOf.length === 1 && Object.keys(inner).length === 1 ? inner.allOf[0]! : inner;
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    anyOf: [allOf, { type: "null" }],
  };
}

/** 3.0 says "more than the minimum" by a flag, 3.1 by a number. */
function withoutFlags(node: Node): Node {
  for (const [flag, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof node[flag] !== "boolean") continue;
    if (node[flag]) {
      node[flag] = node[limit]!;
      delete node[limit];
    } else delete node[flag];
  }
  return node;
}
