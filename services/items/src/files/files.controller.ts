import { Controller, Inject, Post, Query, Req, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Problem } from "@tessera/contracts-core/problem.ts";
import { writeCards } from "@tessera/contracts-items/api-scopes.ts";
import { Item, UploadChoices } from "@tessera/contracts-items/items.ts";
import { MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import {
  type Caller,
  CurrentUser,
  ForApiTokens,
  ForClients,
  Idempotent,
  RateLimit,
  Subscribed,
  uploadsOf,
} from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { FilesService } from "./files.service.ts";

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items/files")
@ForClients()
@Subscribed()
export class FilesController {
  constructor(@Inject(FilesService) private readonly files: FilesService) {}

  /** Keeps one file as a card of the type that takes it. */
  @Post()
  @ForApiTokens(writeCards)
  @RateLimit({ name: "items-upload", limit: 600, windowSeconds: 3600, by: "caller" })
  @Idempotent<FilesController, Item>({
    reference: (item) => item.id,
    replay: (controller, caller, id) => controller.files.get(caller, id),
  })
  @ApiConsumes("multipart/form-data")
  @ApiBody({
    schema: {
      type: "object",
      required: ["files"],
      properties: { files: { type: "string", format: "binary" } },
    },
  })
  @ApiResponse({ status: 201, standardSchema: Item })
  @ApiResponse({
    status: 200,
    description: "The same bytes were there already; their card was brought up",
    standardSchema: Item,
  })
  @ApiResponse({
    status: 402,
    description: "subscription_required, plan_limit_reached, or storage_limit_reached",
    standardSchema: Problem,
  })
  async upload(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Query({ schema: UploadChoices }) choices: z.output<typeof UploadChoices>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const uploads = uploadsOf(request, { maxBytes: MAX_FILE_BYTES, maxFiles: 1 });
    const { item, created } = await this.files.store(caller, uploads, choices);
    reply.status(created ? 201 : 200);
    return item;
  }
}
