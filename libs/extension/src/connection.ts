/// <reference types="chrome" />

/** The Tessera that the extension saves to. */
export interface Connection {
  /** Origin of the installation, such as "https://tessera.example". */
  origin: string;
  /** An API token of the person with the scope `cards:write`. */
  token: string;
}

/** Hosts of this machine: only there may the token travel without TLS. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** @throws Error with a sentence for the person, when it is no address that a token may be sent to */
export function originOf(typed: string): string {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text || !URL.canParse(address))
    throw new Error("Enter the address of your Tessera, as https://tessera.example.");
  const { origin, protocol, hostname } = new URL(address);
  if (protocol === "https:" || LOCAL.test(hostname)) return origin;
  throw new Error("The address must begin with https://, or others could read your token on its way.");
}

/** Kept on this device alone, never in the browser's synchronised storage. */
export async function readConnection(): Promise<Connection | null> {
  const { connection } = await chrome.storage.local.get("connection");
  return (connection as Connection | undefined) ?? null;
}
export const keepConnection = (connection: Connection) => chrome.storage.local.set({ connection });

/** Forgets the token. What waits to be sent stays, for the next connection. */
export async function forgetConnection(): Promise<void> {
  const connection = await readConnection();
  await chrome.storage.local.remove("connection");
  // What an administrator's policy gave stays given, which browsers answer with an error.
  if (connection) await chrome.permissions.remove({ origins: [`${connection.origin}/*`] }).catch(() => false);
}
