import { invalidCursor } from "@tessera/contracts-core/problems.ts";
import { problem } from "@tessera/service-kit";

/** The last row that a page showed. */
export interface Position {
  sortAt: Date;
  id: string;
  /** Of entries, where the urgent ones come first. */
  urgent: boolean;
}

/** A keyset position as an opaque cursor. */
export const positionOf = ({ sortAt, id, urgent }: Omit<Position, "urgent"> & Partial<Position>) =>
  Buffer.from(`${sortAt.toISOString()} ${id}${urgent ? " urgent" : ""}`).toString("base64url");

const written = /^(\S+Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})( urgent)?$/;

/** @throws problem 400 `invalid_cursor` for anything that `positionOf` did not write */
export function readPosition(cursor: string): Position {
  const [, at, id, urgent] = written.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const sortAt = new Date(at ?? "");
  // The years that PostgreSQL takes in this form.
  if (!id || Number.isNaN(sortAt.getTime()) || sortAt.getUTCFullYear() < 1 || sortAt.getUTCFullYear() > 9999) {
    throw problem(invalidCursor);
  }
  return { sortAt, id, urgent: urgent !== undefined };
}
