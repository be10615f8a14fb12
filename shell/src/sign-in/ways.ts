import type { PageConfig } from "@tessera/federation/composition.ts";
import { useEffect, useState } from "react";

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
  const others = Object.keys(external).filter((id) => external[id] === true && !listed.some((entry) => entry.id === id));
  const providers = [...listed, ...others.map((id) => ({ id, name: nameOf(id) }))].filter(({ id }) => !notProviders.has(id));
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

/**
 * The ways this instance offers. The form never waits for the answer: it begins with what was offered last time, and
 * without an answer the password still signs in.
 */
export function useWays({ identityUrl, anonKey }: Pick<PageConfig, "identityUrl" | "anonKey">): Ways {
  const [ways, setWays] = useState<Ways>(keptWays);
  useEffect(() => {
    const stop = new AbortController();
    fetch(`${identityUrl}/auth/v1/settings`, { headers: { apikey: anonKey }, signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`settings: ${answer.status}`);
        const next = waysOf(await answer.json());
        localStorage.setItem(KEPT, JSON.stringify(next));
        if (!stop.signal.aborted) setWays((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      })
      .catch((error) => {
        if (!stop.signal.aborted) console.warn("The other ways to sign in could not be loaded", error);
      });
    return () => stop.abort();
  }, [identityUrl, anonKey]);
  return ways;
}

function keptWays(): Ways {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Ways | null;
    return Array.isArray(kept?.providers) ? { ...basicWays, ...kept } : basicWays;
  } catch {
    return basicWays;
  }
}
