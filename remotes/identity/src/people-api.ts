import { authSentenceOf, inAdministration } from "@tessera/contracts-identity/auth-sentences.ts";
import { shell } from "@tessera/shell-api";

/** An account as the calls of administration show it (auth/v1's User). */
export interface Account {
  id: string;
  /** Empty where there is none; of a deleted account a hash. */
  email: string;
  phone: string;
  confirmed_at?: string;
  invited_at?: string;
  last_sign_in_at?: string;
  banned_until?: string;
  deleted_at?: string;
  created_at: string;
  is_anonymous: boolean;
  app_metadata: { roles?: string[]; providers?: string[] };
  factors: { id: string; factor_type: string; status: string; friendly_name?: string }[];
}
export type AccountState = "confirmed" | "unconfirmed" | "invited" | "banned" | "deleted";

/** One act of an administrator. */
export interface Act {
  id: string;
  at: string;
  action: string;
  user_id: string | null;
  email: string | null;
  by: string | null;
  by_email: string | null;
  until: string | null;
}

/** Refused by the identity service; the message is a sentence for the person. */
export class PeopleError extends Error {
  override name = "PeopleError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Format of errors in which the code is a word. */
const VERSION = { "x-supabase-api-version": "2024-01-01" };

/** A call of administration. @throws PeopleError */
export async function ask(method: string, path: string, json?: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await shell()
    .identity.http(path, {
      method,
      signal,
      headers: { ...VERSION, ...(json === undefined ? {} : { "content-type": "application/json" }) },
      body: json === undefined ? undefined : JSON.stringify(json),
    })
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      if (error instanceof Error && error.name === "LateError")
        throw Object.assign(new PeopleError("late", error.message), { mayBeDone: method !== "GET" });
      throw new PeopleError("unreachable", "The server cannot be reached. Check the connection and try again.");
    });
  if (response.ok) return response;
  const { code = "", message = "" } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new PeopleError(
    code,
    inAdministration[code] ??
      sessionSentence(code) ??
      (message ? asSentence(message) : `The server answered ${response.status} without saying why. Try again.`),
  );
}

const ENDED = new Set(["no_authorization", "session_not_found"]);
const sessionSentence = (code: string) => (ENDED.has(code) ? authSentenceOf(code) : undefined);
const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

export interface PeopleQuery {
  /** From 1. */
  page: number;
  perPage: number;
  filter: string;
  state: AccountState | null;
}

export const people = {
  async list(
    { page, perPage, filter, state }: PeopleQuery,
    signal?: AbortSignal,
  ): Promise<{ users: Account[]; total: number }> {
    const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    if (filter) query.set("filter", filter);
    if (state) query.set("state", state);
    const response = await ask("GET", `/admin/users?${query}`, undefined, signal);
    const { users } = (await response.json()) as { users: Account[] };
    return { users, total: Number(response.headers.get("x-total-count") ?? users.length) };
  },
  async log(signal?: AbortSignal): Promise<Act[]> {
    return ((await (await ask("GET", "/admin/log?limit=30", undefined, signal)).json()) as { events: Act[] }).events;
  },
  invite: (email: string) => ask("POST", "/invite", { email }),
  /** @param duration as "24h"; "none" lifts the ban */
  ban: (id: string, duration: string) => ask("PUT", `/admin/users/${id}`, { ban_duration: duration }),
  setRoles: (id: string, roles: string[]) =>
    ask("PUT", `/admin/users/${id}`, { app_metadata: { roles: roles.length ? roles : null } }),
  recover: (id: string) => ask("POST", `/admin/users/${id}/recover`),
  removeFactor: (id: string, factorId: string) => ask("DELETE", `/admin/users/${id}/factors/${factorId}`),
  delete: (id: string, softly: boolean) => ask("DELETE", `/admin/users/${id}`, { should_soft_delete: softly }),
};

/** Keys under which answers are cached. */
export const peopleKeys = {
  all: ["people"] as const,
  list: (query: PeopleQuery) => ["people", "list", query] as const,
  log: ["people", "log"] as const,
};
