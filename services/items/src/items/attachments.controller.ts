import { Controller, Get, Inject, Param, Res, StreamableFile } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readCards } from "@tessera/contracts-items/api-scopes.ts";
import { attachmentFileGone } from "@tessera/contracts-items/problems.ts";
import {
  type Caller,
  CurrentUser,
  FileStore,
  ForApiTokens,
  ForClients,
  RateLimit,
  Subscribed,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { ItemsService } from "./items.service.ts";
import { readOrRefuse } from "./read-or-refuse.ts";

const Id = z.uuid();

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items")
@ForClients()
@Subscribed()
@RateLimit({ name: "items-download", limit: 600, windowSeconds: 60, by: "caller" })
export class AttachmentsController {
  constructor(
    @Inject(ItemsService) private readonly items: ItemsService,
    private readonly files: FileStore,
  ) {}

  /** A file of an item, always as a download: it never runs in the product's origin. */
  @Get(":id/attachments/:attachmentId")
  @ForApiTokens(readCards)
  @ApiResponse({
    status: 200,
    description: "The file",
    content: { "*/*": { schema: { type: "string", format: "binary" } } },
  })
  async download(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("attachmentId", { schema: Id }) attachmentId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const file = await this.items.attachment(caller, id, attachmentId);
    const content = await readOrRefuse(this.files, file.file_key, attachmentFileGone);
    reply.headers({
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, max-age=0, no-store",
    });
    return new StreamableFile(content, {
      type: file.media_type,
      disposition: dispositionOf(file.name),
      length: Number(file.bytes),
    });
  }
}

/** `attachment` with the name in ASCII and, by RFC 8187, in full. */
function dispositionOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\%]/g, "_");
  const full = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
