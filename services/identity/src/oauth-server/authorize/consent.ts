import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { Audit, AuthError, IDENTITY_CONFIG, type IdentityConfig, type RequestContext } from "../../core/index.ts";
import type { SignedIn } from "../../sessions/index.ts";
import { shownClient } from "../clients/client-view.ts";
import { Clients } from "../clients/clients.ts";
import { OAuthGrants } from "../grants/grants.ts";
import { authorizationNotFound } from "../oauth-error.ts";
import type { AuthorizationRow, ClientRow } from "../tables.ts";
import { Authorizations } from "./authorizations.ts";
import { answerAt } from "./redirects.ts";

/** Asks a person whether a client may do what it wants. */
@Injectable()
export class Consent {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly authorizations: Authorizations,
    private readonly clients: Clients,
    private readonly grants: OAuthGrants,
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Who asks, and for what; the request is this person's from now on. Where they have agreed before, the address to go
   * on to instead. @throws AuthError 404 `oauth_authorization_not_found`; 422 for people without an account
   */
  async details(signedIn: SignedIn, id: string, from: RequestContext) {
    const { user } = signedIn;
    return this.database.system(async (tx) => {
      const { row, client } = await this.waiting(tx, signedIn, id);
      await this.authorizations.set(tx, row, { userId: user.id });
      const granted = await this.grants.scopes(tx, user.id, client.id);
      const agreed = granted.length > 0 && row.scopes.every((scope) => granted.includes(scope));
      if (agreed && !row.alwaysAsk && isAssured(client, row.redirectUri))
        return { redirect_url: await this.approve(tx, signedIn, row, from) };
      return {
        authorization_id: id,
        redirect_uri: row.redirectUri,
        client: shownClient(client),
        user: { id: user.id, email: user.email ?? "" },
        scope: row.scopes.join(" "),
      };
    });
  }

  /** @returns where the person's browser continues. @throws as `details` */
  async answer(signedIn: SignedIn, id: string, action: "approve" | "deny", from: RequestContext) {
    return this.database.system(async (tx) => {
      const { row } = await this.waiting(tx, signedIn, id);
      // Who answers has seen the question.
      if (!row.userId) throw authorizationNotFound();
      if (action === "approve") return { redirect_url: await this.approve(tx, signedIn, row, from) };
      await this.authorizations.set(tx, row, { answeredAt: this.clock.now() });
      const refusal = { error: "access_denied", error_description: "User denied the request" };
      return { redirect_url: answerAt(row.redirectUri, this.config.issuer, row.state, refusal) };
    });
  }

  private async approve(tx: Tx, { user, session }: SignedIn, row: AuthorizationRow, from: RequestContext) {
    await this.grants.grant(tx, user.id, row.clientId, row.scopes);
    const code = await this.authorizations.issueCode(tx, row, session.id);
    await this.audit.record(tx, "oauth_connected", from, user.id, { client: row.clientId });
    return answerAt(row.redirectUri, this.config.issuer, row.state, { code });
  }

  private async waiting(tx: Tx, { user }: SignedIn, id: string): Promise<{ row: AuthorizationRow; client: ClientRow }> {
    if (user.isAnonymous)
      throw new AuthError(422, "validation_failed", "Only people with an account let apps in: add an address first");
    const row = await this.authorizations.waiting(tx, id, user.id);
    const client = row && (await this.clients.find(tx, row.clientId));
    if (!client) throw authorizationNotFound();
    return { row, client };
  }
}

/**
 * Whether the answer can only reach the client that is named: it proves itself by a secret, or its address by TLS.
 * Anything on a machine may listen on its loopback or take a scheme, so those are asked about each time
 * (RFC 8252 §8.6; ASVS 5.0 10.7.1).
 */
const isAssured = (client: ClientRow, redirectUri: string) =>
  client.authMethod !== "none" || redirectUri.startsWith("https://");
