import type { OpenAPIObject } from "@nestjs/swagger";

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

const BY_FORMAT: Record<string, string> = {
  uuid: "3f2b8c1e-9d4a-4c57-8a61-0b7f5d2e9c13",
  "date-time": "2026-11-22T09:30:00.000Z",
  date: "2026-11-22",
  email: "ines@example.com",
  uri: "https://example.com/",
};

/** A schema's text has a form that nothing here can make up. */
class NoExample extends Error {}

/** An example for every body that has a schema, where one can be made of it. */
export function addExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(
      item as Record<string, { requestBody?: Body; responses?: Record<string, Body> }>,
    )) {
      for (const body of [operation.requestBody, ...Object.values(operation.responses ?? {})])
        for (const [type, media] of Object.entries(body?.content ?? {})) {
          if (!media.schema || "example" in media || !/json$/.test(type)) continue;
          try {
            media.example = exampleOf(media.schema, schemas, 0);
          } catch (error) {
            if (!(error instanceof NoExample)) throw error;
          }
        }
    }
}

interface Body {
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>, depth: number): unknown {
  if (depth > 8) throw new NoExample();
  const inner = (one: Schema) => exampleOf(one, schemas, depth + 1);
  if (schema.$ref) return inner(schemas[schema.$ref.split("/").at(-1)!] ?? {});
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return inner(choice[0]!);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object" || schema.properties) {
    const { properties = {}, additionalProperties: others, required = [] } = schema;
    return Object.fromEntries(
      required.map((name) => [name, inner(properties[name] ?? (typeof others === "object" ? others : {}))]),
    );
  }
  if (type === "array")
    return Array.from({ length: Math.max(schema.minItems ?? 0, schema.items ? 1 : 0) }, () =>
      inner(schema.items ?? {}),
    );
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "null") return null;
  if (schema.format && BY_FORMAT[schema.format]) return BY_FORMAT[schema.format];
  if (schema.pattern) throw new NoExample();
  return type === "string" ? "text".padEnd(schema.minLength ?? 0, "x").slice(0, schema.maxLength) : {};
}
