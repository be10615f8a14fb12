import { type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import { insufficientScope } from "@tessera/contracts-core/problems.ts";
import { problem } from "./problem.ts";

// What clients may do with a token that a person let them have (services/identity/decisions/020).

const READ = "tessera:read";
const WRITE = "tessera:write";
/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE = new Set(["GET", "HEAD"]);

export const FOR_CLIENTS = "tessera:for-clients";
/**
 * Opens a handler or controller to clients as well: GET and HEAD with the scope `tessera:read` or `tessera:write`, all
 * else with `tessera:write`. Without it a handler takes a person's own session alone: what pays, administers, exports
 * or protects an account stays theirs.
 */
export const ForClients = () => SetMetadata(FOR_CLIENTS, "by method");
/**
 * As `ForClients`, where one method reads and writes: either scope lets a client in, and the handler looks at
 * `Caller.clientScopes` (`mayWrite`).
 */
export const ForReadingClients = () => SetMetadata(FOR_CLIENTS, "either");

/** Whether a client with these scopes may change something. */
export const mayWrite = (clientScopes: readonly string[]): boolean => clientScopes.includes(WRITE);

/** The scopes that let a client in here, any of them; none where no client gets in. */
export function scopesFor(reflector: Reflector, context: ExecutionContext, method: string): readonly string[] {
  const opened = reflector.getAllAndOverride<string>(FOR_CLIENTS, [context.getHandler(), context.getClass()]);
  if (!opened) return [];
  return opened === "either" || SAFE.has(method) ? [READ, WRITE] : [WRITE];
}

/**
 * @throws ProblemException 403 `insufficient_scope`; with the scope that is needed where there is one (RFC 6750 §3.1)
 */
export function checkScope(scope: string, opening: readonly string[]): void {
  const granted = scope.split(" ");
  if (opening.some((one) => granted.includes(one))) return;
  const needed = opening[0] ? ` scope="${opening[0]}"` : "";
  const challenge = `Bearer error="insufficient_scope"${needed ? `,${needed}` : ""}`;
  throw problem(insufficientScope, { headers: { "www-authenticate": challenge } });
}
