import type { FastifyAdapter } from "@nestjs/platform-fastify";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import type { FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

/** Members of objects and elements of arrays in one body; an item of 10,000 values has at most as many. */
export const MAX_JSON_ENTRIES = 20_000;
/** Levels of nesting; what people store is a few levels deep. */
export const MAX_JSON_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const CASE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Refuses JSON that would cost the event loop more than its bytes say, before it is parsed: 60,000 keys in half a
 * megabyte took 0.1 s. Counts on broken JSON too, which the parser then refuses.
 * @throws Problem 400
 */
export function checkJsonBounds(body: Buffer): void {
  let [depth, entries] = [0, 0];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    if (byte === QUOTE) {
      at = endOfString(body, at);
    } else if (byte === COMMA) {
      entries += 1;
    } else if ((byte | CASE) === OPEN) {
      entries += 1;
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw tooMuch(`is nested deeper than ${MAX_JSON_DEPTH} levels`);
    } else if ((byte | CASE) === CLOSE) {
      depth -= 1;
    }
    if (entries > MAX_JSON_ENTRIES) throw tooMuch(`has more than ${MAX_JSON_ENTRIES} members and elements`);
  }
}

/** @returns where the string that begins at `start` ends; the end of the body for one that does not */
function endOfString(body: Buffer, start: number): number {
  for (let at = body.indexOf(QUOTE, start + 1); at >= 0; at = body.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (body[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return body.length;
}

const tooMuch = (what: string) => problem(invalidRequest, { reason: `The body ${what}.` });

/** Parses JSON within the bounds, as Fastify does: `__proto__` and `constructor` are refused. */
export function addJsonParser(fastify: FastifyAdapter): void {
  const parse = fastify.getInstance().getDefaultJsonParser("error", "error");
  fastify.useBodyParser("application/json", true, {}, (request: FastifyRequest, body: Buffer, done) => {
    checkJsonBounds(body);
    parse(request, body as unknown as string, done);
  });
}
