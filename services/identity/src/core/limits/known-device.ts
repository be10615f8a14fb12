import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Secret } from "../secret/secret.ts";

/** A browser in which people have signed in before. It grants nothing; it is only counted separately from strangers. */
export interface KnownDevice {
  id: string;
  /** Whether somebody has signed in here as `account`, an email address or the digits of a phone number. */
  knows(account: string): boolean;
}

/** Accounts that one browser is known to; the oldest goes first. */
const MAX_ACCOUNTS = 8;
/** 400 days: as long as browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;
const COOKIE = /^[\w-]{22}(?:\.[\w-]{22}){1,8}$/;

/** `__Host-` keeps other names of the same domain from setting it; browsers take that prefix on https alone. */
const nameOf = (secure: boolean) => (secure ? "__Host-tessera-device" : "tessera-device");

/** The marks are MACs under the installation's secret: a cookie that was not given out here knows nobody. */
const markOf = (secret: Secret, id: string, account: string) =>
  secret.mac("known device", id, account).subarray(0, 16).toString("base64url");

/** @returns null for a browser that nobody has signed in with */
export function deviceOf(
  request: Pick<FastifyRequest, "headers">,
  secret: Secret,
  secure: boolean,
): KnownDevice | null {
  const [id, ...marks] = read(request, secure);
  return id ? { id, knows: (account) => marks.includes(markOf(secret, id, account)) } : null;
}

/** Cookie that makes the browser known to `accounts`; null when it is. */
export function rememberDevice(
  request: Pick<FastifyRequest, "headers">,
  accounts: string[],
  secret: Secret,
  secure: boolean,
): string | null {
  const [id = randomBytes(16).toString("base64url"), ...marks] = read(request, secure);
  const added = accounts.map((account) => markOf(secret, id, account)).filter((mark) => !marks.includes(mark));
  if (!added.length) return null;
  const value = [id, ...[...marks, ...added].slice(-MAX_ACCOUNTS)].join(".");
  return `${nameOf(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secure ? "; Secure" : ""}`;
}

function read({ headers }: Pick<FastifyRequest, "headers">, secure: boolean): string[] {
  for (const part of (headers.cookie ?? "").split(";")) {
    const [name, value = ""] = part.trim().split("=");
    if (name === nameOf(secure) && COOKIE.test(value)) return value.split(".");
  }
  return [];
}
