import { Get, Inject, Query, Redirect } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { z } from "zod";
import { AddressLimit, AuthController, IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { Clients } from "../clients/clients.ts";
import { requestOf } from "./authorization-request.ts";
import { Authorizations } from "./authorizations.ts";
import { answerAt } from "./redirects.ts";

/** Nothing is refused here: what a client did wrong is said at its own address. */
const AsSent = z.record(z.string(), z.unknown());

/** Where a client sends a person's browser. The page that asks the person is the shell's `/oauth/consent`. */
@AuthController()
export class AuthorizeController {
  constructor(
    private readonly database: Database,
    private readonly clients: Clients,
    private readonly authorizations: Authorizations,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Nothing is ever sent to an address that is not registered, letter for letter, for a client that exists: the page
   * says so to the person instead.
   */
  @Get("oauth/authorize")
  @Redirect()
  @AddressLimit("authorize")
  async authorize(@Query({ schema: AsSent }) query: z.infer<typeof AsSent>) {
    const id = z.uuid().safeParse(query.client_id);
    const client = id.success ? await this.database.system((tx) => this.clients.find(tx, id.data)) : null;
    if (!client) return this.page({ error: "unknown_client" });
    const redirectUri = client.redirectUris.find((uri) => uri === query.redirect_uri);
    if (!redirectUri) return this.page({ error: "unknown_address" });
    const request = requestOf(query, client, this.config);
    if ("error" in request) {
      const state = z.string().max(2000).safeParse(query.state).data ?? null;
      const answer = { error: request.error, error_description: request.description };
      return { url: answerAt(redirectUri, this.config.issuer, state, answer) };
    }
    return this.page({ authorization_id: await this.authorizations.ask(client, redirectUri, request) });
  }

  private page(query: Record<string, string>) {
    return { url: `${this.config.origin}/oauth/consent?${new URLSearchParams(query)}` };
  }
}
