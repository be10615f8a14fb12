/**
 * Whether a host's name or address, without its port, is this machine's alone: localhost and names below it,
 * 127.0.0.0/8, ::1.
 */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** The name in a `Host` header, without the port; empty when there is none. */
export const hostIn = (header: string | undefined): string => (header ?? "").trim().replace(/:\d+$/, "");

interface Given {
  NODE_ENV: string;
  HOST: string;
  PUBLIC_URL?: string;
}

const MEANS =
  "without NODE_ENV=production this is a development set-up: it shows all mails at /dev/outbox, confirms any address, takes sandbox " +
  "payments and makes the first account its owner";

/** The variable that would open a development set-up to other machines, with what to do; null when there is none. */
export function openToOthers({
  NODE_ENV,
  HOST,
  PUBLIC_URL,
}: Given): { name: "HOST" | "PUBLIC_URL"; message: string } | null {
  if (NODE_ENV === "production") return null;
  if (!isLoopback(HOST))
    return {
      name: "HOST",
      message: `${HOST} lets other machines in, but ${MEANS}. Set NODE_ENV=production, or leave HOST out`,
    };
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname))
    return {
      name: "PUBLIC_URL",
      message: `${PUBLIC_URL} is not this machine, but ${MEANS}. Set NODE_ENV=production, or leave PUBLIC_URL out`,
    };
  return null;
}
