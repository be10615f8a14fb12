import { Controller, Get, Header } from "@nestjs/common";
import { ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Public } from "@tessera/service-kit";
import { z } from "zod";
import { Discovery } from "./discovery.ts";

@ApiTags("releases")
@Controller("api/releases/discovery")
export class DiscoveryController {
  constructor(private readonly discovery: Discovery) {}

  @Public()
  @Get()
  @Header("cache-control", "no-cache")
  @ApiResponse({
    status: 200,
    standardSchema: z.looseObject({ schema: z.string(), microFrontends: z.looseObject({}) }),
  })
  @ApiOperation({ summary: "Live releases in the schema of AWS Frontend Discovery (v1-pre)" })
  describe() {
    return this.discovery.describe();
  }
}
