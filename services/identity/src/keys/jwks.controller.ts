import { Get, Header } from "@nestjs/common";
import { AuthController } from "../http/auth-controller.ts";
import { SigningKeys } from "./signing-keys.ts";

@AuthController()
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get(".well-known/jwks.json")
  @Header("cache-control", "public, max-age=600")
  async jwks() {
    return { keys: await this.keys.published() };
  }
}
