import { Controller, Get, Inject, Param, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readCards } from "@tessera/contracts-items/api-scopes.ts";
import { PageCopyList } from "@tessera/contracts-items/page-copies.ts";
import { itemNotFound, pageCopyNotFound } from "@tessera/contracts-items/problems.ts";
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
import { answerKept } from "../files/answer-kept.ts";
import { readItem } from "../items/item.store.ts";
import { COPY_POLICY } from "./copy-policy.ts";
import { listPageCopies, readPageCopy } from "./page-copy.store.ts";

const Id = z.uuid();

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items")
@ForClients()
@Subscribed()
@RateLimit({ name: "items-page-copies", limit: 300, windowSeconds: 60, by: "caller" })
export class PageCopiesController {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly files: FileStore,
  ) {}

  /** Copies of a bookmark's page as it was, the newest first. */
  @Get(":id/page-copies")
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: PageCopyList })
  async list(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string): Promise<PageCopyList> {
    return this.database.as(caller, async (tx) => {
      if (!(await readItem(tx, caller.userId, id))) throw problem(itemNotFound);
      return { items: await listPageCopies(tx, caller.userId, id) };
    });
  }

  /**
   * One of them, for its person alone: a whole document that loads nothing and runs nothing, and has no power of our
   * origin even where a browser opens it as a page.
   */
  @Get(":id/page-copies/:copyId")
  @ForApiTokens(readCards)
  @ApiResponse({
    status: 200,
    description: "The page as it was",
    content: { "text/html": { schema: { type: "string" } } },
  })
  async get(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("copyId", { schema: Id }) copyId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const copy = await this.database.as(caller, (tx) => readPageCopy(tx, caller.userId, id, copyId));
    const policy = `${COPY_POLICY}; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    return answerKept(this.files, reply, copy, { gone: pageCopyNotFound, policy });
  }
}
