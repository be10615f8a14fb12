import { Controller, Get } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ToolList } from "@tessera/contracts-agents/tool-list.ts";
import { RateLimit } from "@tessera/service-kit";
import { READS } from "../http/limits.ts";
import { ToolCatalogue } from "./tool-catalogue.ts";

/** What agents may be offered, beside the tools of MCP servers. */
@ApiTags("agents")
@ApiBearerAuth()
@Controller("api/agents/tools")
@RateLimit(READS)
export class ToolsController {
  constructor(private readonly catalogue: ToolCatalogue) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: ToolList })
  list(): ToolList {
    return { items: this.catalogue.list() };
  }
}
