import { ask } from "../people-api.ts";

/** A client of the OAuth server, as the calls of administration show it (auth-js's OAuthClient). */
export interface App {
  client_id: string;
  /** Only in the answer that made it. */
  client_secret?: string;
  client_name: string;
  client_type: "public" | "confidential";
  registration_type: "manual" | "dynamic";
  redirect_uris: string[];
  /** What it may ask for, separated by spaces; everything when absent. */
  scope?: string;
  created_at: string;
}

export interface NewApp {
  client_name: string;
  redirect_uris: string[];
  token_endpoint_auth_method: "none" | "client_secret_basic";
  scope: string;
}

const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
const addressOf = (id: string) => `/admin/oauth/clients/${id}`;

export const apps = {
  async list(page: number, perPage: number, signal?: AbortSignal): Promise<{ clients: App[]; total: number }> {
    const response = await ask("GET", `/admin/oauth/clients?page=${page}&per_page=${perPage}`, undefined, signal);
    const { clients } = (await response.json()) as { clients: App[] };
    return { clients, total: Number(response.headers.get("x-total-count") ?? clients.length) };
  },
  create: (app: NewApp) => read<App>(ask("POST", "/admin/oauth/clients", app)),
  setAddresses: (id: string, redirect_uris: string[]) => read<App>(ask("PUT", addressOf(id), { redirect_uris })),
  renewSecret: (id: string) => read<App>(ask("POST", `${addressOf(id)}/regenerate_secret`)),
  remove: (id: string) => ask("DELETE", addressOf(id)),
};

/** Keys under which answers are cached. */
export const appKeys = {
  all: ["oauth-apps"] as const,
  list: (page: number, perPage: number) => ["oauth-apps", page, perPage] as const,
};

const SIGN_IN = "openid profile email offline_access";
/** What an app may ask people for, in three steps. */
export const ACCESS = [
  { label: "Sign people in", scope: SIGN_IN },
  { label: "Sign people in, read their cards", scope: `${SIGN_IN} tessera:read` },
  { label: "Sign people in, read and change their cards", scope: `${SIGN_IN} tessera:read tessera:write` },
] as const;

/** "May ask to read and change cards": the most it can get. */
export function accessWords({ scope }: Pick<App, "scope">): string {
  const may = (one: string) => scope === undefined || scope.split(" ").includes(one);
  if (may("tessera:write")) return "May ask to read and change cards";
  return may("tessera:read") ? "May ask to read cards" : "May ask to sign people in";
}

/** Lines of a field, without empty ones. */
export const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
