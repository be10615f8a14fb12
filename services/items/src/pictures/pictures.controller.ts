import { Controller, Get, Inject, Param, Res, StreamableFile } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readCards } from "@tessera/contracts-items/api-scopes.ts";
import { pictureNotFound } from "@tessera/contracts-items/problems.ts";
import {
  type Caller,
  CurrentUser,
  Database,
  FileStore,
  ForApiTokens,
  ForClients,
  problem,
  RateLimit,
  Subscribed,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { readOrRefuse } from "../items/read-or-refuse.ts";
import { readPictureRow } from "./picture.store.ts";

const Id = z.uuid();

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items")
@ForClients()
@Subscribed()
@RateLimit({ name: "items-pictures", limit: 3000, windowSeconds: 60, by: "caller" })
export class PicturesController {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly files: FileStore,
  ) {}

  /** A picture that is kept with a card, for its person alone. It never changes: another one has another address. */
  @Get(":id/pictures/:pictureId")
  @ForApiTokens(readCards)
  @ApiResponse({
    status: 200,
    description: "The picture",
    content: {
      "image/jpeg": { schema: { type: "string", format: "binary" } },
      "image/webp": { schema: { type: "string", format: "binary" } },
    },
  })
  async get(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("pictureId", { schema: Id }) pictureId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const row = await this.database.as(caller, (tx) => readPictureRow(tx, caller.userId, id, pictureId));
    if (!row) throw problem(pictureNotFound);
    const content = await readOrRefuse(this.files, row.file_key, pictureNotFound);
    reply.headers({
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      // Another session, so another person, is never answered from a browser's cache.
      "cache-control": "private, max-age=3600, immutable",
      vary: "authorization",
    });
    return new StreamableFile(content, { type: row.media_type, disposition: "inline", length: Number(row.bytes) });
  }
}
