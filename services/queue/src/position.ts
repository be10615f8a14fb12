import { invalidCursor } from "@tessera/contracts-core/problems.ts";
import { problem } from "@tessera/service-kit";

/** A keyset position as an opaque cursor. */
export const positionOf = (row: { sortAt: Date; id: string }) =>
  Buffer.from(`${row.sortAt.toISOString()} ${row.id}`).toString("base64url");

const written = /^(\S+Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** @throws problem 400 `invalid_cursor` for anything that `positionOf` did not write */
export function readPosition(cursor: string): { sortAt: Date; id: string } {
  const [, at, id] = written.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const sortAt = new Date(at ?? "");
  // The years that PostgreSQL takes in this form.
  if (!id || Number.isNaN(sortAt.getTime()) || sortAt.getUTCFullYear() < 1 || sortAt.getUTCFullYear() > 9999) {
    throw problem(invalidCursor);
  }
  return { sortAt, id };
}
