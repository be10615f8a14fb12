import { Controller, Get, Inject, Param, Res } from "@nestjs/common";
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
  RateLimit,
  Subscribed,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { answerKept } from "../files/answer-kept.ts";
import { readPicture } from "./picture.store.ts";

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

  /** A picture that is kept with a card, for its person alone. */
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
    const picture = await this.database.as(caller, (tx) => readPicture(tx, caller.userId, id, pictureId));
    return answerKept(this.files, reply, picture, { gone: pictureNotFound, policy: "sandbox; default-src 'none'" });
  }
}
