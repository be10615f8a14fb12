import type { Transport } from "@tessera/contracts-core/client.ts";

/** What an app asks for, as the OAuth server of auth/v1 shows it; libs/handbook/identity.md. */
export interface ConsentRequest {
  authorization_id: string;
  /** Where the answer goes: the one thing about an app that it cannot make up. */
  redirect_uri: string;
  client: { id: string; name: string; uri: string };
  user: { id: string; email: string };
  /** Words separated by spaces. */
  scope: string;
}
/** Where the browser continues. */
export interface Onward {
  redirect_url: string;
}

export const consentRequests = (http: Transport) => ({
  /** The request, or where to continue at once: the person agreed before. */
  read: (id: string) => send<ConsentRequest | Onward>(http, "GET", addressOf(id)),
  answer: (id: string, action: "approve" | "deny") =>
    send<Onward>(http, "POST", `${addressOf(id)}/consent`, { action }),
});
export type ConsentRequests = ReturnType<typeof consentRequests>;

const addressOf = (id: string) => `/oauth/authorizations/${encodeURIComponent(id)}`;

/** @throws an error with the service's `code` */
async function send<T>(http: Transport, method: string, path: string, body?: object): Promise<T> {
  const headers = { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" };
  const answer = await http(path, { method, headers, body: body && JSON.stringify(body) }).catch(() => {
    throw Object.assign(new Error("The server cannot be reached."), { status: 0 });
  });
  const read = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
  if (answer.ok) return read as T;
  throw Object.assign(new Error(read?.message ?? ""), { code: read?.code, status: answer.status });
}
