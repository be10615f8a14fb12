import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  Redirects,
  type RequestContext,
} from "../../core/index.ts";
import { type AnsweredFlow, ExternalFlows } from "../external/external-flows.ts";
import { FlowEnd } from "../external/flow-end.ts";
import { SpentProofs } from "../spent-proofs.ts";
import { personOf } from "./person-of.ts";
import {
  decodeResponse,
  issuerOf,
  RefusedResponse,
  readResponse,
  type SamlAssertion,
  serviceProviderMetadata,
  signInAddress,
} from "./saml-assertion.ts";
import { SamlKey } from "./saml-key.ts";
import { providerNameOf, type SsoProvider, SsoProviderStore } from "./sso-provider-store.ts";
import { noSsoProvider, SsoProviders } from "./sso-providers.ts";

/** What the session's `amr` names. */
const METHOD = "sso/saml";

/** Signs people in at their company's identity provider (SAML 2.0, web browser profile). */
@Injectable()
export class SingleSignOn {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: SsoProviderStore,
    private readonly providers: SsoProviders,
    private readonly key: SamlKey,
    private readonly flows: ExternalFlows,
    private readonly end: FlowEnd,
    private readonly redirects: Redirects,
    private readonly proofs: SpentProofs,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns where the browser goes to sign in
   * @throws AuthError 404 `sso_provider_not_found`, `sso_provider_disabled`
   */
  async begin(
    wanted: { id: string } | { domain: string },
    { redirectTo, challenge, browser }: { redirectTo?: string | null; challenge: string | null; browser: string },
  ): Promise<string> {
    const provider = await this.database.system((tx) =>
      "id" in wanted ? this.store.byId(tx, wanted.id) : this.store.byDomain(tx, wanted.domain),
    );
    if (!provider) throw noSsoProvider("id" in wanted ? undefined : "No SSO provider assigned for this domain");
    if (provider.disabled) throw disabled();
    const requestId = `_${randomUUID()}`;
    const relayState = await this.flows.begin({
      provider: providerNameOf(provider.id),
      redirectTo: this.redirects.choose(redirectTo),
      challenge,
      browser: challenge ? null : browser,
      nonce: requestId,
    });
    const idp = await this.providers.read(provider.metadataXml);
    return signInAddress(this.names(), await this.key.get(), idp, {
      id: requestId,
      relayState,
      nameIdFormat: provider.nameIdFormat,
    });
  }

  /** What the company's administrator enters at their provider. */
  async metadata(): Promise<string> {
    return serviceProviderMetadata(this.names(), await this.key.get());
  }

  /** Takes what a provider had the browser post. @returns where the browser goes: signed in, or with the error */
  async finish(response: string, relayState: string, browser: string | null, from: RequestContext): Promise<string> {
    const isOurs = /^[0-9a-f]{8}-/.test(relayState);
    const { flow, refused } = isOurs ? await this.flows.answer(relayState, browser) : { flow: null, refused: null };
    if (isOurs && (!flow || refused)) return this.refuse(flow, flow ? refused! : unknownFlow(), from);
    try {
      const text = decodeResponse(response);
      const provider = await this.providerOf(text, flow);
      if (provider instanceof AuthError) return this.refuse(flow, provider, from);
      const idp = await this.providers.read(provider.metadataXml);
      const assertion = await readResponse(text, this.names(), idp, flow?.nonce ?? null, this.clock.now());
      if (!(await this.isNew(provider, assertion))) throw new RefusedResponse("it was used before");
      const account = personOf(assertion, provider);
      if (account instanceof AuthError) return this.refuse(flow, account, from);
      return this.end.succeed(flow ?? this.unasked(provider, relayState), account, METHOD, from);
    } catch (error) {
      if (!(error instanceof RefusedResponse)) throw error;
      return this.refuse(
        flow,
        new AuthError(400, "validation_failed", `SAML Assertion is not valid: ${error.message}`),
        from,
      );
    }
  }

  private async providerOf(text: string, flow: AnsweredFlow | null): Promise<SsoProvider | AuthError> {
    const issuer = flow ? "" : await issuerOf(text);
    const provider = await this.database.system((tx) =>
      flow ? this.store.byId(tx, flow.provider!.slice(providerNameOf("").length)) : this.store.byEntityId(tx, issuer),
    );
    if (!provider)
      return new AuthError(
        404,
        "saml_idp_not_found",
        "A SAML connection has not been established with this Identity Provider",
      );
    if (provider.disabled) return disabled();
    if (!flow && !provider.allowIdpInitiated)
      return new AuthError(
        400,
        "validation_failed",
        "Please begin here: sign-in begun at this identity provider is not accepted",
      );
    return provider;
  }

  private isNew(provider: SsoProvider, { id, goodUntil }: SamlAssertion): Promise<boolean> {
    return this.database.system((tx) => this.proofs.spend(tx, `saml ${provider.id}`, id, goodUntil));
  }

  /** A sign-in that the provider began: its RelayState may name a page of the list. */
  private unasked(provider: SsoProvider, relayState: string): AnsweredFlow {
    return {
      id: randomUUID(),
      provider: providerNameOf(provider.id),
      nonce: null,
      codeChallenge: null,
      links: false,
      userId: null,
      redirectTo: this.redirects.choose(relayState),
      verifier: null,
    };
  }

  private async refuse(flow: AnsweredFlow | null, error: AuthError, from: RequestContext): Promise<string> {
    const details = { method: METHOD, reason: error.message, ...(flow?.provider ? { provider: flow.provider } : {}) };
    await this.database.system((tx) => this.audit.record(tx, "sign_in_failed", from, null, details));
    return this.end.refuse(flow, error);
  }

  private names() {
    return { entityId: this.config.samlEntityId, acs: this.config.samlAcs };
  }
}

const disabled = () => new AuthError(404, "sso_provider_disabled", "SSO Provider is currently disabled");
const unknownFlow = () =>
  new AuthError(404, "saml_relay_state_not_found", "SAML RelayState does not exist, try logging in again?");
