import { invalidCursor } from "@tessera/contracts-core/problems.ts";
import { problem } from "@tessera/service-kit";
import { z } from "zod";

/** A time as PostgreSQL writes it; its day exists. */
const TIME = z.string().refine((text) => {
  const [, day, clock] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/.exec(text) ?? [];
  const at = new Date(`${day}T${clock}Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCFullYear() > 0 && at.toISOString().startsWith(`${day}T${clock}`);
});
const KEYS = {
  created: TIME,
  updated: TIME,
  due: TIME.nullable(),
  wake: TIME.nullable(),
  plan: TIME.nullable(),
  priority: z.int().min(1).max(4),
  manual: z
    .string()
    .max(400)
    .regex(/^-?\d{1,18}(\.\d+)?$/),
  title: z
    .string()
    .max(1000)
    .refine((text) => text.isWellFormed() && !text.includes("\u0000")),
  relevance: z.number().min(0).max(1000),
};
type Sort = keyof typeof KEYS;
type Key = string | number | null;

/** Position in a list: order, the value the last row was sorted by, and its id. Opaque to callers. */
export const encodeCursor = (sort: Sort, order: string, key: Key, id: string): string =>
  Buffer.from(JSON.stringify([`${sort} ${order}`, key, id])).toString("base64url");

/** @throws ProblemException 400 `invalid_cursor` when it was not made for this order */
export function decodeCursor(cursor: string, sort: Sort, order: string): { key: Key; id: string } {
  const parsed = z
    .tuple([z.literal(`${sort} ${order}`), KEYS[sort] as z.ZodType<Key>, z.uuid()])
    .safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!parsed.success) throw problem(invalidCursor);
  return { key: parsed.data[1], id: parsed.data[2] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
