import { z } from "zod";
import { isLoopback } from "./loopback.ts";

/** Variables whose connections an operator lets go without TLS, in a network where nobody else listens. */
export const WithoutTls = z
  .string()
  .default("")
  .describe(
    "names of variables, separated by commas, whose connections may go without TLS to other machines in production, as within a private network: PUBLIC_URL, DATABASE_URL, SMTP_URL …",
  )
  .transform((list) => new Set(list.split(",").map((name) => name.trim())) as ReadonlySet<string>);

/** How a connection to PostgreSQL asks for TLS and for a certificate that is valid. */
const SAFE_MODES = new Set(["require", "verify-ca", "verify-full"]);

/**
 * Why a variable must not lead to another machine in production: its connection would go without TLS. Null for this
 * machine, with TLS, and where the operator allows it.
 */
export function withoutTls(
  name: string,
  address: string | undefined,
  { production, allowed }: { production: boolean; allowed: ReadonlySet<string> },
): string | null {
  if (!production || !address || allowed.has(name)) return null;
  const url = new URL(address);
  if (isHere(url) || isSafe(url)) return null;
  const wanted = isPostgres(url) ? "Add ?sslmode=require" : "Use https://";
  return `${url.host || "it"} would be reached without TLS. ${wanted}, or allow it: WITHOUT_TLS=${name}`;
}

const isPostgres = ({ protocol }: URL) => /^postgres/.test(protocol);

/** Whether it is this machine; a folder as the host of PostgreSQL is that of a socket. */
function isHere(url: URL): boolean {
  const host = (isPostgres(url) && url.searchParams.get("host")) || url.hostname;
  return isLoopback(host) || (isPostgres(url) && (!host || host.startsWith("/")));
}

const isSafe = (url: URL): boolean =>
  isPostgres(url) ? SAFE_MODES.has(url.searchParams.get("sslmode") ?? "") : url.protocol === "https:";
