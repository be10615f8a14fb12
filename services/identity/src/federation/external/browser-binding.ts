import type { FastifyReply, FastifyRequest } from "fastify";
import { type IdentityConfig, randomToken } from "../../core/index.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `__Host-` keeps other names of the same domain from setting it; browsers take that prefix on https alone. */
const nameOf = (secure: boolean) => (secure ? "__Host-tessera-flow" : "tessera-flow");

/** The token that this browser got when it began a flow, or null. */
export function browserOf(request: FastifyRequest, secure: boolean): string | null {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [name, value] = part.trim().split("=");
    if (name === nameOf(secure) && value && TOKEN.test(value)) return value;
  }
  return null;
}

/**
 * Gives the browser that begins a flow a token that only it can present again: one for all its flows, so that tabs do
 * not disturb each other. With https it is sent along when another service posts its answer (Apple, SAML), which Lax
 * would prevent.
 */
export function bindBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, flowSeconds }: Pick<IdentityConfig, "secure" | "flowSeconds">,
): string {
  const token = browserOf(request, secure) ?? randomToken();
  const site = secure ? "SameSite=None; Secure" : "SameSite=Lax";
  reply.header("set-cookie", `${nameOf(secure)}=${token}; Path=/; HttpOnly; ${site}; Max-Age=${flowSeconds}`);
  return token;
}
