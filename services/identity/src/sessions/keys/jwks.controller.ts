import { Get, Res } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { AuthController } from "../../core/index.ts";
import { TokenKeys } from "./token-keys.ts";

@AuthController()
export class JwksController {
  constructor(private readonly keys: TokenKeys) {}

  @Get(".well-known/jwks.json")
  async jwks(@Res({ passthrough: true }) reply: FastifyReply) {
    const keys = await this.keys.published();
    reply.header("cache-control", "public, max-age=600");
    return { keys };
  }
}
