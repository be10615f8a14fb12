import { type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import { ProblemException } from "./problem.ts";

const PROTECTED_RESOURCE = "tessera:protected-resource";
const CHALLENGE = "www-authenticate";

/** Refusals say where clients learn how to be let in at this address (RFC 9728 §5.1). */
export const ProtectedResource = (path: string) => SetMetadata(PROTECTED_RESOURCE, path);

/** Where an address below an origin says what it is (RFC 9728 §3.1). */
export const resourceMetadataPath = (path: string) => `/.well-known/oauth-protected-resource${path}`;

/** A refusal with that address, where the handler is declared so. */
export function withResource(reflector: Reflector, context: ExecutionContext, origin: string, error: unknown): unknown {
  const path = reflector.get<string | undefined>(PROTECTED_RESOURCE, context.getHandler());
  const challenge = error instanceof ProblemException ? error.extra.headers?.[CHALLENGE] : undefined;
  if (!path || !challenge) return error;
  const { definition, extra, detail } = error as ProblemException;
  const more = `${challenge === "Bearer" ? " " : ", "}resource_metadata="${origin}${resourceMetadataPath(path)}"`;
  const headers = { ...extra.headers, [CHALLENGE]: challenge + more };
  return new ProblemException({ ...definition, sentence: detail }, {}, { ...extra, headers });
}
