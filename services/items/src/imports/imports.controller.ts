import { Controller, Get, HttpCode, Inject, Param, Post, Req, UseGuards } from "@nestjs/common";
import { ApiBearerAuth, ApiConsumes, ApiResponse, ApiTags } from "@nestjs/swagger";
import { IMPORT_LIMIT, ImportSession } from "@tessera/contracts/items.ts";
import { type Caller, CurrentUser, Idempotent, problem } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { SubscriptionGuard } from "../subscription/subscription.guard.ts";
import { ImportsService, MOST_FILES, type Upload } from "./imports.service.ts";

const Id = z.uuid();

@ApiTags("imports")
@ApiBearerAuth()
@Controller("api/items/import")
@UseGuards(SubscriptionGuard)
export class ImportsController {
  constructor(@Inject(ImportsService) private readonly imports: ImportsService) {}

  @Post()
  @Idempotent()
  @ApiConsumes("multipart/form-data")
  @ApiResponse({ status: 201, standardSchema: ImportSession })
  start(@CurrentUser() caller: Caller, @Req() request: FastifyRequest) {
    return this.imports.start(caller, uploadsOf(request));
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

  @Post(":id/cancel")
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ImportSession })
  cancel(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.cancel(caller, id);
  }
}

async function* uploadsOf(request: FastifyRequest): AsyncGenerator<Upload> {
  if (!request.isMultipart()) throw problem(415, "not_multipart", "Send the files as multipart/form-data, in the field files.");
  const parts = request.parts({ limits: { fileSize: IMPORT_LIMIT + 1, files: MOST_FILES, fields: 20, parts: MOST_FILES + 20 } });
  for await (const part of parts) {
    if (part.type !== "file") continue;
    yield { name: part.filename || "file", content: part.file };
  }
}
