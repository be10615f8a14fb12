import { readFileSync } from "node:fs";

/** A schema of Stripe's published description, as fixtures/published.json keeps it; an empty one takes anything. */
interface Shape {
  ref?: string;
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  nullable?: true;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  map?: Shape;
}

interface Published {
  version: string;
  /** What each operation answers: "GET /v1/customers/{}". */
  operations: Record<string, Shape>;
  schemas: Record<string, Shape>;
}

/** What the provider publishes about the operations that the sandbox serves (its notice is in the file). */
export const published = JSON.parse(
  readFileSync(new URL("fixtures/published.json", import.meta.url), "utf8"),
) as Published;

/** The operation's name for a path of a request or a route. */
export const operationOf = (method: string, path: string): string | undefined =>
  Object.keys(published.operations).find((name) => {
    const [verb, pattern] = name.split(" ") as [string, string];
    const parts = pattern.split("/");
    const given = path.split("?")[0]!.split("/");
    return (
      verb === method && parts.length === given.length && parts.every((part, at) => part === "{}" || part === given[at])
    );
  });

/** Where a value is not as published: a key that is missing or unknown, a null, a type, a value outside its enum. */
export function unlike(shape: Shape, value: unknown, at: string): string[] {
  if (shape.ref) return unlike(published.schemas[shape.ref]!, value, at);
  if (value === null) return shape.nullable || isAnything(shape) ? [] : [`${at}: null`];
  if (shape.anyOf) {
    const kind = (value as { object?: unknown }).object;
    const fitting = shape.anyOf.filter((one) => one.type !== "string" || typeof value === "string");
    const found =
      (kind && fitting.find((one) => kindOf(one) === kind && isDeleted(one) === isDeletedValue(value))) || null;
    const tried = (found ? [found] : fitting).map((one) => unlike(one, value, at));
    return tried.find((one) => !one.length) ?? tried[0] ?? [`${at}: none of what is published`];
  }
  if (shape.enum && !shape.enum.includes(value))
    return [`${at}: ${JSON.stringify(value)} is not ${shape.enum.join(", ")}`];
  if (shape.type && !isOf(shape.type, value)) return [`${at}: ${JSON.stringify(value)} is no ${shape.type}`];
  if (Array.isArray(value)) return value.flatMap((one, index) => unlike(shape.items ?? {}, one, `${at}[${index}]`));
  return typeof value === "object" ? ofObject(shape, value as Record<string, unknown>, at) : [];
}

function ofObject({ properties, required = [], map }: Shape, value: Record<string, unknown>, at: string): string[] {
  if (map) return Object.entries(value).flatMap(([key, one]) => unlike(map, one, `${at}.${key}`));
  if (!properties) return [];
  return [
    ...required.filter((key) => value[key] === undefined).map((key) => `${at}.${key}: missing`),
    ...Object.entries(value).flatMap(([key, one]) => {
      const shape = properties[key];
      return shape ? unlike(shape, one, `${at}.${key}`) : [`${at}.${key}: not published`];
    }),
  ];
}

const isAnything = (shape: Shape) => Object.keys(shape).length === 0;
const resolved = (shape: Shape): Shape => (shape.ref ? published.schemas[shape.ref]! : shape);
const kindOf = (shape: Shape) => resolved(shape).properties?.object?.enum?.[0];
const isDeleted = (shape: Shape) => "deleted" in (resolved(shape).properties ?? {});
const isDeletedValue = (value: unknown) => Boolean((value as { deleted?: boolean }).deleted);

const isOf = (type: NonNullable<Shape["type"]>, value: unknown): boolean => {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
};
