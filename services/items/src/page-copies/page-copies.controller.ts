import { Controller, Get, Inject, Param, Res, StreamableFile } from "@nestjs/common";
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
import { readItem } from "../items/item.store.ts";
import { readOrRefuse } from "../items/read-or-refuse.ts";
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
    const row = await this.database.as(caller, (tx) => readPageCopy(tx, caller.userId, id, copyId));
    if (!row) throw problem(pageCopyNotFound);
    const content = await readOrRefuse(this.files, row.file_key, pageCopyNotFound);
    reply.headers({
      "content-security-policy": `${COPY_POLICY}; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      // Another session, so another person, is never answered from a browser's cache.
      "cache-control": "private, max-age=3600, immutable",
      vary: "authorization",
    });
    return new StreamableFile(content, {
      ...{ type: "text/html; charset=utf-8", disposition: "inline", length: Number(row.bytes) },
    });
  }
}
