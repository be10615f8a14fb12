import { Inject, Injectable } from "@nestjs/common";
import { Database, Log } from "@tessera/service-kit";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import {
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  Redirects,
  type RequestContext,
} from "../../core/index.ts";
import type { ProviderTokens } from "../../sessions/index.ts";
import type { ExternalAccount } from "../../users/index.ts";
import { type AnsweredFlow, ExternalFlows } from "../external/external-flows.ts";
import { FlowEnd } from "../external/flow-end.ts";
import { accountOf, type Claims } from "./claims.ts";
import { type Provider, Providers } from "./providers.ts";

/** Members of a provider's answer; everything else is dropped. */
const ANSWER = ["code", "state", "iss", "error"];
/** What else a client may send to a provider, by `queryParams`. */
const PASSED = [
  "access_type",
  "prompt",
  "login_hint",
  "hd",
  "domain_hint",
  "ui_locales",
  "display",
  "include_granted_scopes",
  "allow_signup",
];
const NAME_OF_ERROR = /^[a-z_]{1,60}$/;

export interface Beginning {
  provider: string;
  redirectTo: string | undefined;
  scopes: string | undefined;
  /** Other parameters of the request. */
  extra: Record<string, unknown>;
  challenge: string | null;
  browser: string;
  linkingUserId?: string;
}

/** Signing in with an account of another service: OAuth 2, and OpenID Connect where it is spoken. */
@Injectable()
export class OAuthFlow {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly flows: ExternalFlows,
    private readonly end: FlowEnd,
    private readonly redirects: Redirects,
    private readonly audit: Audit,
    private readonly log: Log,
  ) {}

  /** The redirect URI of all providers. */
  get callbackUrl(): string {
    return `${this.config.issuer}/callback`;
  }

  /**
   * @returns the provider's address for the browser.
   * @throws AuthError 400 for an unknown provider, 503 for one that is down
   */
  async begin(beginning: Beginning): Promise<string> {
    const provider = this.providers.get(beginning.provider);
    const client = await this.providers.client(provider);
    const { known } = provider;
    const nonce = provider.isOpenId && !known?.withoutNonce ? randomNonce() : undefined;
    const verifier = known?.withoutPkce ? undefined : randomPKCECodeVerifier();
    const state = await this.flows.begin({
      provider: provider.id,
      redirectTo: this.redirects.choose(beginning.redirectTo),
      challenge: beginning.challenge,
      browser: beginning.browser,
      nonce,
      verifier,
      linkingUserId: beginning.linkingUserId,
    });
    const passed = PASSED.map((name) => [name, beginning.extra[name]] as const).filter(
      ([, value]) => typeof value === "string",
    );
    return buildAuthorizationUrl(client, {
      ...(Object.fromEntries(passed) as Record<string, string>),
      ...known?.parameters,
      redirect_uri: this.callbackUrl,
      response_type: "code",
      scope: [...new Set(`${provider.scopes} ${beginning.scopes ?? ""}`.split(/[\s,]+/).filter(Boolean))].join(" "),
      state,
      ...(nonce ? { nonce } : {}),
      ...(verifier
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" }
        : {}),
    }).href;
  }

  /** Takes a provider's answer. @returns where the browser goes */
  async finish(answer: Record<string, unknown>, browser: string | null, from: RequestContext): Promise<string> {
    const { flow, refused } = await this.flows.answer(String(answer.state ?? ""), browser);
    if (!flow || refused) return this.refuse(flow, refused!, from);
    const provider = flow.provider ? this.providers.find(flow.provider) : null;
    if (!provider)
      return this.refuse(flow, new AuthError(400, "provider_disabled", "This provider is not enabled any more"), from);
    let proved: { account: ExternalAccount; tokens: ProviderTokens };
    try {
      proved = await this.prove(provider, flow, answer);
    } catch (error) {
      return this.refuse(flow, this.asRefusal(provider, error), from);
    }
    return this.end.succeed(flow, proved.account, "oauth", from, proved.tokens);
  }

  private async refuse(flow: AnsweredFlow | null, refused: AuthError, from: RequestContext): Promise<string> {
    const details = { method: "oauth", reason: refused.code, ...(flow?.provider ? { provider: flow.provider } : {}) };
    await this.database.system((tx) =>
      this.audit.record(tx, "sign_in_failed", from, flow?.links ? flow.userId : null, details),
    );
    return this.end.refuse(flow, refused);
  }

  private async prove(provider: Provider, flow: AnsweredFlow, answer: Record<string, unknown>) {
    const client = await this.providers.client(provider);
    const url = new URL(this.callbackUrl);
    for (const name of ANSWER) if (typeof answer[name] === "string") url.searchParams.set(name, answer[name]);
    const tokens = await authorizationCodeGrant(client, url, {
      expectedState: flow.id,
      ...(flow.verifier ? { pkceCodeVerifier: flow.verifier } : {}),
      ...(flow.nonce ? { expectedNonce: flow.nonce } : {}),
      idTokenExpected: provider.isOpenId,
    });
    const claims = {
      ...nameOnce(answer.user),
      ...(await this.claims(provider, client, tokens.access_token, tokens.claims())),
    };
    const account = accountOf(provider.id, claims, provider.known?.isVerified);
    if (!account) throw new AuthError(400, "bad_oauth_callback", `${provider.name} did not say who is signed in`);
    return { account, tokens: { providerToken: tokens.access_token, providerRefreshToken: tokens.refresh_token } };
  }

  /** The ID token's claims, completed from the userinfo endpoint, which may be the only source of address and name. */
  private async claims(
    provider: Provider,
    client: Configuration,
    accessToken: string,
    given: Claims | undefined,
  ): Promise<Claims> {
    if (provider.known?.claims) return provider.known.claims((url) => ask(client, accessToken, url), provider.issuer);
    const claims = given ?? {};
    if (claims.email !== undefined || !client.serverMetadata().userinfo_endpoint) return claims;
    return { ...(await fetchUserInfo(client, accessToken, String(claims.sub))), ...claims };
  }

  private asRefusal(provider: Provider, error: unknown): AuthError {
    if (error instanceof AuthError) return error;
    if (error instanceof AuthorizationResponseError) {
      if (error.error === "access_denied")
        return new AuthError(400, "access_denied", `Signing in with ${provider.name} was cancelled`);
      // Only the code: the description comes through the browser, and anybody can write one.
      const name = NAME_OF_ERROR.test(error.error) ? ` (${error.error})` : "";
      return new AuthError(400, "bad_oauth_callback", `${provider.name} refused to sign in${name}`);
    }
    const { name, code } = error as { name?: string; code?: string };
    this.log.warn({ provider: provider.id, name, code }, "a sign-in provider's answer was refused");
    return new AuthError(
      400,
      "bad_oauth_callback",
      `What ${provider.name} answered could not be verified. Please try again.`,
    );
  }
}

async function ask(client: Configuration, accessToken: string, url: string): Promise<unknown> {
  const headers = new Headers({ accept: "application/json", "user-agent": "Tessera" });
  const answer = await fetchProtectedResource(client, accessToken, new URL(url), "GET", null, headers);
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}`);
  return answer.json();
}

/** Apple sends a person's name once, unsigned: good for a greeting only. */
function nameOnce(user: unknown): Claims {
  if (typeof user !== "string" || user.length > 2000) return {};
  try {
    const { firstName, lastName } = (JSON.parse(user) as { name: { firstName?: unknown; lastName?: unknown } }).name;
    return { given_name: firstName, family_name: lastName };
  } catch {
    return {};
  }
}
