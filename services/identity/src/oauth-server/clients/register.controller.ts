import { Body, type CanActivate, HttpCode, Inject, Injectable, Post, UseGuards } from "@nestjs/common";
import { AddressLimit, AuthController, AuthError, IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { NewClient } from "./client-metadata.ts";
import { Clients } from "./clients.ts";

/** Before the body is read: an installation that takes no registrations says so, whatever is sent. */
@Injectable()
class RegistrationOpen implements CanActivate {
  constructor(@Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig) {}

  canActivate(): boolean {
    if (this.config.oauthRegistration) return true;
    throw new AuthError(
      403,
      "oauth_dynamic_client_registration_disabled",
      "Dynamic client registration is not enabled: an administrator makes clients",
    );
  }
}

/** Clients that register themselves, as those of MCP do (RFC 7591). */
@AuthController()
export class RegisterController {
  constructor(private readonly clients: Clients) {}

  @Post("oauth/clients/register")
  @HttpCode(201)
  @UseGuards(RegistrationOpen)
  @AddressLimit("oauth-register")
  register(@Body({ schema: NewClient }) body: NewClient) {
    return this.clients.register(body);
  }
}
