import { Controller, Get, Inject, Injectable, Res } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { Public } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { AuthController, IDENTITY_CONFIG, type IdentityConfig } from "../core/index.ts";
import { TokenKeys } from "../sessions/index.ts";
import { SCOPES } from "./scopes.ts";
import { AUTH_METHODS, GRANT_TYPES } from "./tables.ts";

/** RFC 8414 and OpenID Connect Discovery, in one document as upstream has it. */
function metadataOf({ issuer, oauthRegistration }: IdentityConfig, algorithm: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    ...(oauthRegistration ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: GRANT_TYPES,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    claims_supported: [
      "sub",
      "aud",
      "iss",
      "exp",
      "iat",
      "auth_time",
      "nonce",
      "name",
      "picture",
      "preferred_username",
      "updated_at",
      "email",
      "email_verified",
      "phone_number",
      "phone_number_verified",
    ],
  };
}

@Injectable()
export class Metadata {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly keys: TokenKeys,
  ) {}

  /** The same for everybody, so pages of any origin may read it. */
  sent(reply: FastifyReply) {
    reply.header("cache-control", "public, max-age=600").header("access-control-allow-origin", "*");
    return metadataOf(this.config, this.keys.algorithm);
  }
}

@AuthController()
export class DiscoveryController {
  constructor(private readonly metadata: Metadata) {}

  @Get(".well-known/openid-configuration")
  openid(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.metadata.sent(reply);
  }

  @Get(".well-known/oauth-authorization-server")
  oauth(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.metadata.sent(reply);
  }
}

/** Where RFC 8414 §3.1 looks for the metadata of an issuer with a path: before that path. */
@Controller(".well-known")
@ApiTags("auth/v1")
@Public()
export class RootDiscoveryController {
  constructor(private readonly metadata: Metadata) {}

  @Get("oauth-authorization-server/auth/v1")
  oauth(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.metadata.sent(reply);
  }

  @Get("openid-configuration/auth/v1")
  openid(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.metadata.sent(reply);
  }
}
