import type { PageConfig } from "@tessera/federation/composition.ts";
import { SETTINGS_PATH } from "@tessera/federation/page.ts";
import { useEffect, useState } from "react";
import { fetchInTime } from "../session/fetch-in-time.ts";

export interface Provider {
  id: string;
  name: string;
}

/** What the identity service offers to sign in with. */
export interface Ways {
  /** Codes and links by mail. */
  email: boolean;
  /** Phone numbers, with a password or a code. */
  phone: boolean;
  signUp: boolean;
  providers: Provider[];
  /** An organisation's own sign-in, found by the domain. */
  sso: boolean;
  /** Wallets of Solana and Ethereum. */
  wallet: boolean;
  passkey: boolean;
}

/** Until the service has answered, and when it does not: what every one of them offers. */
export const basicWays: Ways = {
  email: true,
  phone: false,
  signUp: true,
  providers: [],
  sso: false,
  wallet: false,
  passkey: false,
};

/** Members of `external` that are no other sign-in services. */
const notProviders = new Set(["email", "phone", "anonymous_users", "web3", "solana", "web3_solana", "web3_ethereum"]);

/** Names of the services that hosted Supabase knows; it answers their ids alone. */
const names: Record<string, string> = {
  apple: "Apple",
  azure: "Microsoft",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  figma: "Figma",
  fly: "Fly.io",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  kakao: "Kakao",
  keycloak: "Keycloak",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  notion: "Notion",
  slack: "Slack",
  slack_oidc: "Slack",
  snapchat: "Snapchat",
  spotify: "Spotify",
  twitch: "Twitch",
  twitter: "X",
  workos: "WorkOS",
  x: "X",
  zoom: "Zoom",
};

const nameOf = (id: string) => names[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");

/** Reads the answer of `auth/v1/settings`; `providers` is our own service's addition. */
export function waysOf(answer: unknown): Ways {
  const settings = (answer ?? {}) as {
    external?: Record<string, unknown>;
    providers?: unknown;
    disable_signup?: unknown;
    saml_enabled?: unknown;
    passkeys_enabled?: unknown;
  };
  const external = settings.external ?? {};
  const on = (...ids: string[]) => ids.some((id) => external[id] === true);
  const listed = Array.isArray(settings.providers) ? settings.providers.filter(isProvider) : [];
  const others = Object.keys(external).filter(
    (id) => external[id] === true && !listed.some((entry) => entry.id === id),
  );
  const providers = [...listed, ...others.map((id) => ({ id, name: nameOf(id) }))].filter(
    ({ id }) => !notProviders.has(id),
  );
  return {
    email: external.email !== false,
    phone: on("phone"),
    signUp: settings.disable_signup !== true,
    providers: providers.map(({ id, name }) => ({ id, name })),
    sso: settings.saml_enabled === true,
    wallet: on("web3_solana", "web3_ethereum", "solana", "web3"),
    passkey: settings.passkeys_enabled === true,
  };
}

const isProvider = (entry: unknown): entry is Provider => {
  const { id, name } = (entry ?? {}) as Partial<Provider>;
  return typeof id === "string" && typeof name === "string" && id !== "" && name !== "";
};

const KEPT = "tessera.sign-in-ways";

type Server = Pick<PageConfig, "identityUrl" | "anonKey">;

/** How long the form's first drawing waits for the ways below it, in ms: what arrives later moves the page. */
const FIRST_WAIT = 400;

let asked: Promise<Ways> | null = null;
let hasWaited = false;

/** Resolves when the form can be drawn with its ways, and after 400 ms at the latest; a browser that was here knows. */
export async function waysForFirstView(server: Server): Promise<void> {
  if (hasWaited || keptWays()) return;
  hasWaited = true;
  asked = ask(server);
  const answered = asked.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, FIRST_WAIT))]);
}

/** As the page asks ahead for it (services/gateway/src/page.ts): the embedded service needs no key. */
async function ask({ identityUrl, anonKey }: Server): Promise<Ways> {
  const answer = await fetchInTime(
    `${identityUrl}${SETTINGS_PATH}`,
    identityUrl ? { headers: { apikey: anonKey } } : {},
  );
  if (!answer.ok) throw new Error(`settings: ${answer.status}`);
  const ways = waysOf(await answer.json());
  localStorage.setItem(KEPT, JSON.stringify(ways));
  return ways;
}

/**
 * The ways this instance offers. The form begins with what was offered last time, and without an answer the password
 * still signs in.
 */
export function useWays({ identityUrl, anonKey }: Server): Ways {
  const [ways, setWays] = useState<Ways>(() => keptWays() ?? basicWays);
  useEffect(() => {
    let isHere = true;
    const answer = asked ?? ask({ identityUrl, anonKey });
    asked = null;
    answer.then(
      (next) => isHere && setWays((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next)),
      (error) => isHere && console.warn("The other ways to sign in could not be loaded", error),
    );
    return () => {
      isHere = false;
    };
  }, [identityUrl, anonKey]);
  return ways;
}

function keptWays(): Ways | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Ways | null;
    return Array.isArray(kept?.providers) ? { ...basicWays, ...kept } : null;
  } catch {
    return null;
  }
}
