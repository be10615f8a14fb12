import { z } from "zod";

/** One variable of the environment, as the code that parses it declares it. */
export interface DeclaredVariable {
  name: string;
  /** What may be given: "a number from 0 to 60", "development, production or test". */
  values: string;
  /** What holds without it; "" when nothing does. */
  fallback: string;
  /** What it does. */
  about: string;
  secret: boolean;
  /** Declared by another part, and read here too. */
  readToo: boolean;
}

/** Marks a variable that another part declares. */
export const readToo = <T extends z.ZodType>(variable: T): T => variable.meta({ readToo: true });
/** Says what a variable does whose value is a secret. */
export const secret = <T extends z.ZodType>(variable: T, about: string): T =>
  variable.meta({ description: about, secret: true });

/** The variables of a configuration's schema: an object of variables, with checks and a transform over it. */
export function declaredVariables(schema: z.ZodType): DeclaredVariable[] {
  const object = unwrapped(schema, (one) => one instanceof z.ZodObject);
  if (!(object instanceof z.ZodObject)) throw new Error("A configuration is an object of variables");
  return Object.entries(object.shape as Record<string, z.ZodType>).map(([name, variable]) => {
    const meta = chain(variable).map((one) => one.meta() ?? {});
    return {
      name,
      values: valuesOf(variable),
      fallback: fallbackOf(variable),
      about: meta.map(({ description }) => description).find((text) => text !== undefined) ?? "",
      secret: meta.some((one) => one.secret === true),
      readToo: meta.some((one) => one.readToo === true),
    };
  });
}

/** A schema and what it wraps, from the outside: optional, default, and what a transform begins with. */
function chain(schema: z.ZodType): z.ZodType[] {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; in?: z.ZodType } };
  const inner = def.innerType ?? def.in;
  return inner ? [schema, ...chain(inner)] : [schema];
}

const unwrapped = (schema: z.ZodType, wanted: (one: z.ZodType) => boolean) => chain(schema).find(wanted);

function fallbackOf(variable: z.ZodType): string {
  const found = unwrapped(variable, (one) => one instanceof z.ZodDefault) as z.ZodDefault | undefined;
  return found ? String(found.def.defaultValue) : "";
}

function valuesOf(variable: z.ZodType): string {
  const last = chain(variable).at(-1)!;
  const shape = z.toJSONSchema(last, { unrepresentable: "any", io: "output" }) as {
    type?: string;
    enum?: string[];
    format?: string;
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    minLength?: number;
  };
  if (shape.enum?.includes("true")) return "true or false";
  if (shape.enum) return shape.enum.join(", ");
  if (shape.type === "integer" || shape.type === "number") return numberWords(shape);
  if (shape.format === "uri") return "an address";
  return shape.minLength && shape.minLength > 1 ? `text of ${shape.minLength} characters or more` : "text";
}

function numberWords({
  type,
  minimum,
  maximum,
  exclusiveMinimum,
}: {
  type?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}) {
  const kind = type === "integer" ? "a whole number" : "a number";
  const bounded = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  if (bounded(minimum) && bounded(maximum)) return `${kind} from ${minimum} to ${maximum}`;
  if (bounded(minimum)) return `${kind} of ${minimum} or more`;
  return exclusiveMinimum === 0 ? `${kind} above 0` : kind;
}
