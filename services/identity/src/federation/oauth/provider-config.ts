import type { FactoryProvider } from "@nestjs/common";
import { CONFIG, ConfigurationError, Environment, type KitConfig } from "@tessera/service-kit";
import { profileOf } from "../../core/index.ts";
import { knownProviders } from "./known-providers.ts";

/** A sign-in service that people may use here. */
export interface ProviderConfig {
  id: string;
  /** Display name. */
  name: string;
  issuer: string;
  /** The client that signs people in. */
  clientId: string;
  /** All clients whose ID tokens are accepted, such as mobile apps. */
  audiences: string[];
  clientSecret: string;
  scopes: string;
  /** Whether plain HTTP is allowed. */
  insecure: boolean;
}

const ID = /^[a-z][a-z0-9_-]{0,39}$/;
/** Names of other ways to sign in. */
const RESERVED = ["email", "phone", "anonymous", "anonymous_users", "sso", "saml", "web3"];
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Reads IDENTITY_PROVIDERS and the variables of each provider it names, in its order.
 * @throws ConfigurationError naming all that is missing or wrong
 */
export function resolveProviders(values: Record<string, string | undefined>, kit: KitConfig): ProviderConfig[] {
  const ids = listOf(values.IDENTITY_PROVIDERS);
  const wrong: string[] = [];
  const providers = ids.flatMap((id, index) => {
    if (!ID.test(id) || RESERVED.includes(id) || ids.indexOf(id) !== index) {
      wrong.push(`IDENTITY_PROVIDERS: "${id}" cannot be a provider's name; give each once, in a-z, 0-9, _ and -`);
      return [];
    }
    return [providerOf(id, values, kit, wrong)];
  });
  if (wrong.length)
    throw new ConfigurationError(
      `Configuration is not usable. Set these variables:\n${wrong.map((line) => `  ${line}`).join("\n")}`,
    );
  return providers;
}

function providerOf(
  id: string,
  values: Record<string, string | undefined>,
  kit: KitConfig,
  wrong: string[],
): ProviderConfig {
  const prefix = `IDENTITY_${id.toUpperCase().replaceAll("-", "_")}`;
  const known = Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined;
  const required = (name: string, words: string) => {
    const value = values[`${prefix}_${name}`]?.trim();
    if (!value) wrong.push(`${prefix}_${name}: ${words}`);
    return value || "";
  };
  const audiences = listOf(
    required("CLIENT_ID", `must be the id under which ${known?.name ?? id} knows this installation`),
  );
  const clientSecret = required("CLIENT_SECRET", "must be the secret that belongs to the client id");
  const own = values[`${prefix}_ISSUER`]?.trim();
  const issuer = (
    own ||
    known?.issuer ||
    required("ISSUER", `must be the address of the OpenID Connect provider "${id}"`)
  ).replace(/\/$/, "");
  const insecure = issuer.startsWith("http://");
  if (issuer && !URL.canParse(issuer)) wrong.push(`${prefix}_ISSUER: must be an https address`);
  else if (insecure && (kit.production || !LOOPBACK.includes(new URL(issuer).hostname)))
    wrong.push(`${prefix}_ISSUER: must be https; http is for providers on this machine, and not in production`);
  else if (issuer && !/^https?:/.test(issuer)) wrong.push(`${prefix}_ISSUER: must be an https address`);
  return {
    id,
    name: values[`${prefix}_NAME`]?.trim() || known?.name || id,
    issuer,
    clientId: audiences[0] ?? "",
    audiences,
    clientSecret,
    scopes: values[`${prefix}_SCOPES`]?.trim() || known?.scopes || "openid email profile",
    insecure,
  };
}

const listOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** The configured providers, in the order in which they are offered. */
export const PROVIDERS = Symbol("sign-in providers");

export const providersProvider: FactoryProvider<ProviderConfig[]> = {
  provide: PROVIDERS,
  inject: [Environment, CONFIG],
  useFactory: ({ values }: Environment, kit: KitConfig) =>
    resolveProviders(profileOf(values, kit.production).values, kit),
};
