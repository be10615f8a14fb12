import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  BankImport,
  ImportCommit,
  ImportDone,
  ImportList,
  ImportPreview,
  PreviewQuery,
} from "@tessera/contracts-finance/imports.ts";
import { MAX_BANK_FILE_BYTES } from "@tessera/contracts-finance/limits.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed, uploadsOf } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { FILES, READS, WRITES } from "../http/limits.ts";
import { ImportsService } from "./imports.service.ts";

const Id = z.uuid();

@ApiTags("imports")
@ApiBearerAuth()
@Controller("api/finance/imports")
@Subscribed()
@RateLimit(READS)
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Post()
  @RateLimit(FILES)
  @Idempotent<ImportsController, BankImport>({
    reference: (read) => read.id,
    replay: (controller, caller, id) => controller.imports.get(caller, id),
  })
  @ApiConsumes("multipart/form-data")
  @ApiBody({
    schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
  })
  @ApiResponse({ status: 201, standardSchema: BankImport })
  @Refuses({ 400: "no_file or unreadable_file", 413: "bank_file_too_large" })
  read(@CurrentUser() caller: Caller, @Req() request: FastifyRequest) {
    return this.imports.read(caller, uploadsOf(request, { maxBytes: MAX_BANK_FILE_BYTES, maxFiles: 1 }));
  }

  @Get()
  @ApiResponse({ status: 200, standardSchema: ImportList })
  list(@CurrentUser() caller: Caller) {
    return this.imports.list(caller);
  }

  @Get(":id")
  @ApiResponse({ status: 200, standardSchema: BankImport })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.get(caller, id);
  }

  @Get(":id/preview")
  @ApiResponse({ status: 200, standardSchema: ImportPreview })
  @Refuses({ 404: "bank_import_not_found or account_not_found", 409: "import_done or currencies_differ" })
  preview(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Query({ schema: PreviewQuery }) query: z.output<typeof PreviewQuery>,
  ) {
    return this.imports.preview(caller, id, query);
  }

  @Post(":id/commit")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: ImportDone })
  @Refuses({ 404: "bank_import_not_found or account_not_found", 409: "import_done or currencies_differ" })
  commit(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ImportCommit }) commit: z.output<typeof ImportCommit>,
  ) {
    return this.imports.commit(caller, id, commit);
  }
}
