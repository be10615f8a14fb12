import { Inject, Injectable } from "@nestjs/common";
import { Log } from "@tessera/service-kit";
import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { AuthError } from "../../core/index.ts";
import { type KnownProvider, knownProviders, listedProviders } from "./known-providers.ts";
import { PROVIDERS, type ProviderConfig } from "./provider-config.ts";

/** Timeout of one request to a provider, in seconds. */
const TIMEOUT_SECONDS = 5;
/** TTL of a provider's discovery document. */
const CACHE_TTL_MS = 3_600_000;

export interface Provider extends ProviderConfig {
  known: KnownProvider | undefined;
  /** Whether it issues signed ID tokens. */
  isOpenId: boolean;
}

/**
 * The configured sign-in services. Discovery happens when a provider is first needed: one that is down stops nothing
 * else.
 */
@Injectable()
export class Providers {
  private readonly clients = new Map<string, { client: Configuration; at: number }>();

  constructor(
    @Inject(PROVIDERS) private readonly configured: ProviderConfig[],
    @Inject(Log) private readonly log: Log,
  ) {}

  find(id: string): Provider | null {
    return this.whole(this.configured.find((provider) => provider.id === id));
  }

  byIssuer(issuer: string): Provider | null {
    return this.whole(this.configured.find((provider) => provider.issuer === issuer.replace(/\/$/, "")));
  }

  private whole(provider: ProviderConfig | undefined): Provider | null {
    if (!provider) return null;
    const { id } = provider;
    const known = Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined;
    return { ...provider, known, isOpenId: !known?.claims };
  }

  /** @throws AuthError 400 for one that is not configured, in upstream's words */
  get(id: string): Provider {
    const provider = this.find(id);
    if (provider) return provider;
    const why = listedProviders.includes(id) ? "provider is not enabled" : "Provider could not be found";
    throw new AuthError(400, "validation_failed", `Unsupported provider: ${why}`);
  }

  /** Speaks to a provider. @throws AuthError 503 when it does not answer */
  async client(provider: Provider): Promise<Configuration> {
    const known = this.clients.get(provider.id);
    if (known && performance.now() - known.at < CACHE_TTL_MS) return known.client;
    try {
      const client = await this.make(provider);
      this.clients.set(provider.id, { client, at: performance.now() });
      return client;
    } catch (error) {
      const { code, name } = error as { code?: string; name: string };
      this.log.warn({ provider: provider.id, reason: code ?? name }, "a sign-in provider does not answer");
      // A stale document is better than none.
      if (known) return known.client;
      throw new AuthError(
        503,
        "unexpected_failure",
        `${provider.name} cannot be reached at the moment. Please try again.`,
      );
    }
  }

  private async make({ known, issuer, clientId, clientSecret, insecure, isOpenId }: Provider): Promise<Configuration> {
    // The signature of ID tokens is checked too, not only the connection they came by.
    const execute = [...(insecure ? [allowInsecureRequests] : []), ...(isOpenId ? [enableNonRepudiationChecks] : [])];
    const auth = ClientSecretPost(clientSecret);
    if (!known?.endpoints || (isOpenId && issuer !== known.issuer))
      return discovery(new URL(issuer), clientId, undefined, auth, { execute, timeout: TIMEOUT_SECONDS });
    const client = new Configuration(known.endpoints(issuer), clientId, undefined, auth);
    for (const change of execute) change(client);
    client.timeout = TIMEOUT_SECONDS;
    return client;
  }
}
