import { isUtf8 } from "node:buffer";
import { type CanActivate, type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import type { FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

const ANY_TEXT = "tessera:any-text";
/** The handler or controller makes every text storable itself, instead of refusing what PostgreSQL does not take. */
export const TakesAnyText = () => SetMetadata(ANY_TEXT, true);

/**
 * Refuses text that the database cannot hold and that no encoding of an address can say: NUL characters and lone
 * surrogates, wherever they stand in the path, the query or the body. Bodies of JSON are UTF-8 (RFC 8259 §8.1).
 */
export class TextGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest & { rawBody?: Buffer }>();
    if (request.rawBody && !isUtf8(request.rawBody))
      throw problem(invalidRequest, { reason: "The body is not valid UTF-8." });
    if (this.reflector.getAllAndOverride<boolean>(ANY_TEXT, [context.getHandler(), context.getClass()])) return true;
    for (const part of [request.params, request.query, request.body]) {
      const path = unstorable(part);
      if (path === null) continue;
      const message = "holds a NUL character or half of a surrogate pair";
      throw problem(
        invalidRequest,
        { reason: `${path.slice(1).replaceAll("/", ".") || "The request"}: ${message}` },
        {
          errors: [{ path, message }],
        },
      );
    }
    return true;
  }
}

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/**
 * The place of the first text that cannot be stored; null when all can. Without recursion: a body may be nested deeply.
 */
function unstorable(value: unknown): string | null {
  const waiting: { value: unknown; path: string }[] = [{ value, path: "" }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && !isStorable(value)) return path;
    if (value === null || typeof value !== "object" || Buffer.isBuffer(value) || Symbol.asyncIterator in value)
      continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      if (typeof inner === "string" ? !isStorable(inner) : typeof inner === "object" && inner !== null)
        waiting.push({ value: inner, path: `${path}/${key}` });
    }
  }
  return null;
}
