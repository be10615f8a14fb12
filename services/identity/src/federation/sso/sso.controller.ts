import { Body, type CanActivate, Get, Inject, Injectable, Post, Query, Req, Res, UseGuards } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  AuthError,
  Captcha,
  Challenge,
  From,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { challengeOf } from "../../sessions/index.ts";
import { bindBrowser, browserOf } from "../external/browser-binding.ts";
import { SingleSignOn } from "./single-sign-on.ts";
import { Domain } from "./sso-provider-attributes.ts";
import { noSsoProvider } from "./sso-providers.ts";

const SsoBody = Challenge.extend({
  provider_id: z.uuid("provider_id must be an UUID").nullish(),
  domain: z.string().max(253).nullish(),
  redirect_to: z.string().max(2000).nullish(),
  skip_http_redirect: z.boolean().nullish(),
});
const Posted = z.object({
  // Its length is checked with the rest of it.
  SAMLResponse: z.string("SAMLResponse is missing").min(1, "SAMLResponse is missing"),
  RelayState: z.string().max(2000).default(""),
});

@Injectable()
export class SamlEnabledGuard implements CanActivate {
  constructor(@Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig) {}

  /** @throws AuthError 404 `saml_provider_disabled` */
  canActivate(): boolean {
    if (!this.config.saml) throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
    return true;
  }
}

@AuthController()
@UseGuards(SamlEnabledGuard)
export class SsoController {
  constructor(
    private readonly signOn: SingleSignOn,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Post("sso")
  @AddressLimit("sso")
  @Captcha()
  async begin(
    @Body({ schema: SsoBody }) body: z.infer<typeof SsoBody>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { provider_id: id, domain, redirect_to: redirectTo } = body;
    if (id && domain) throw validationFailed("Only one of provider_id or domain supported");
    if (!id && !domain) throw validationFailed("A provider_id or domain needs to be provided");
    const challenge = challengeOf(body);
    const browser = bindBrowser(request, reply, this.config);
    const url = await this.signOn.begin(id ? { id } : { domain: domainOf(domain!) }, {
      redirectTo,
      challenge,
      browser,
    });
    if (body.skip_http_redirect) {
      reply.status(200);
      return { url };
    }
    reply.status(303).header("location", url);
    return undefined;
  }

  /** What the company's administrator enters at their provider. */
  @Get("sso/saml/metadata")
  metadata(@Query("download") download: string | undefined, @Res({ passthrough: true }) reply: FastifyReply) {
    reply.type("application/samlmetadata+xml");
    if (download === "true") reply.header("content-disposition", 'attachment; filename="metadata.xml"');
    return this.signOn.metadata();
  }

  /** Where a provider has the browser post its answer. */
  @Post("sso/saml/acs")
  @AddressLimit("acs")
  async answer(
    @Body({ schema: Posted }) { SAMLResponse, RelayState }: z.infer<typeof Posted>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @From() from: RequestContext,
  ) {
    const location = await this.signOn.finish(SAMLResponse, RelayState, browserOf(request, this.config.secure), from);
    return reply.status(303).header("location", location).send();
  }
}

/** Anything but a domain belongs to no provider. */
function domainOf(written: string): string {
  const domain = Domain.safeParse(written);
  if (!domain.success) throw noSsoProvider("No SSO provider assigned for this domain");
  return domain.data;
}
