import { Controller, Headers, HttpCode, Post, Req } from "@nestjs/common";
import { ApiOperation, ApiTags } from "@nestjs/swagger";
import { Public, RateLimit } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { Telemetry } from "./telemetry.ts";

@ApiTags("releases")
@Controller("api/releases/telemetry")
export class TelemetryController {
  constructor(private readonly telemetry: Telemetry) {}

  @Public()
  @RateLimit({ limit: 300, windowSeconds: 60, by: "address" })
  @Post()
  @HttpCode(204)
  @ApiOperation({ summary: "Takes what a page reports of the releases it runs" })
  take(@Req() request: FastifyRequest, @Headers("cookie") cookies = "") {
    return this.telemetry.take(request.body, cookies);
  }
}
