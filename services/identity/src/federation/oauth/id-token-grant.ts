import { Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { Audit, AuthError, type RequestContext } from "../../core/index.ts";
import { BearerTokens, type OpenSession } from "../../sessions/index.ts";
import { ExternalAccounts } from "../external/external-accounts.ts";
import { Linking } from "../identities/linking.ts";
import { type GivenIdToken, IdTokens } from "./id-token.ts";

/** grant_type=id_token: a client brings what it got from a provider itself (mobile applications, Google's One Tap). */
@Injectable()
export class IdTokenGrant {
  constructor(
    private readonly tokens: IdTokens,
    private readonly accounts: ExternalAccounts,
    private readonly bearer: BearerTokens,
    private readonly linking: Linking,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * @param linkTo access token of the person whose ways to sign in the account is added to
   * @throws AuthError as `IdTokens.verify`, `ExternalAccounts.signIn`, `Linking.link`
   */
  async signIn(given: GivenIdToken, linkTo: string | null, from: RequestContext): Promise<OpenSession> {
    const signedIn = linkTo === null ? null : await this.bearer.check(linkTo);
    if (signedIn) await this.linking.mayLink(signedIn, {}, from);
    const account = await this.tokens.verify(given).catch(async (error) => {
      if (error instanceof AuthError && error.status < 500) await this.refused(error, signedIn?.user.id ?? null, from);
      throw error;
    });
    return signedIn
      ? this.linking.link(signedIn, account, "oauth", from)
      : this.accounts.signIn(account, "oauth", from);
  }

  private async refused({ message }: AuthError, userId: string | null, from: RequestContext): Promise<void> {
    await this.database.system((tx) =>
      this.audit.record(tx, "sign_in_failed", from, userId, { method: "id_token", reason: message }),
    );
  }
}
