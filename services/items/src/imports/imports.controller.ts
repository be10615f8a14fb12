import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { MAX_ARCHIVE_BYTES, MAX_IMPORT_FILES } from "@tessera/contracts-items/limits.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed, uploadsOf } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ImportsService } from "./imports.service.ts";

const Id = z.uuid();

@ApiTags("imports")
@ApiBearerAuth()
@Controller("api/items/import")
@Subscribed()
@RateLimit({ name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" })
export class ImportsController {
  constructor(@Inject(ImportsService) private readonly imports: ImportsService) {}

  @Post()
  @RateLimit({ name: "imports", limit: 60, windowSeconds: 3600, by: "caller" })
  @Idempotent<ImportsController, ImportSession>({
    reference: (session) => session.id,
    replay: (imports, caller, id) => imports.get(caller, id),
  })
  @ApiConsumes("multipart/form-data")
  @ApiBody({
    schema: {
      type: "object",
      required: ["files"],
      properties: { files: { type: "array", items: { type: "string", format: "binary" }, maxItems: MAX_IMPORT_FILES } },
    },
  })
  @ApiResponse({ status: 201, standardSchema: ImportSession })
  start(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Query({ schema: ImportChoices }) choices: z.output<typeof ImportChoices>,
  ) {
    const uploads = uploadsOf(request, { maxBytes: MAX_ARCHIVE_BYTES, maxFiles: MAX_IMPORT_FILES });
    return this.imports.start(caller, uploads, choices);
  }

  @Get()
  @ApiResponse({ status: 200, standardSchema: z.array(ImportSession) })
  list(@CurrentUser() caller: Caller) {
    return this.imports.list(caller);
  }

  @Get(":id")
  @ApiResponse({ status: 200, standardSchema: ImportSession })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.get(caller, id);
  }

  @Post(":id/undo")
  @Refuses({ 409: "import_running or undo_expired" })
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ImportSession })
  undo(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.undo(caller, id);
  }

  @Post(":id/copies")
  @Refuses({ 409: "import_running" })
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ImportSession })
  fetchCopies(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.fetchCopies(caller, id);
  }

  @Post(":id/cancel")
  @Refuses({ 409: "import_finished" })
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ImportSession })
  cancel(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.cancel(caller, id);
  }
}
