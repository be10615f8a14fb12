import { Controller, Get, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { AuditPage, AuditQuery } from "@tessera/contracts-releases/releases.ts";
import { type Caller, CurrentUser } from "@tessera/service-kit";
import type { z } from "zod";
import { Audit } from "./audit.ts";
import { Operators } from "./operators.ts";

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases/audit")
export class AuditController {
  constructor(
    private readonly operators: Operators,
    private readonly audit: Audit,
  ) {}

  @Get()
  @ApiOperation({ summary: "Who did what to which app and release, newest first; for administrators" })
  @ApiResponse({ status: 200, standardSchema: AuditPage })
  read(@CurrentUser() caller: Caller, @Query({ schema: AuditQuery }) query: z.infer<typeof AuditQuery>) {
    this.operators.administrator(caller);
    return this.audit.page(query);
  }
}
