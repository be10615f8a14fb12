import { Body, Controller, HttpCode, Inject, Param, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";
import { writeCards } from "@tessera/contracts-items/api-scopes.ts";
import { ReadingMark } from "@tessera/contracts-items/items.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import {
  type Caller,
  CurrentUser,
  Database,
  ForApiTokens,
  ForClients,
  problem,
  RateLimit,
  Subscribed,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";

const Id = z.uuid();

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items")
@ForClients()
@Subscribed()
@RateLimit({ name: "items-write", limit: 1200, windowSeconds: 60, by: "caller" })
export class ReadingController {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Keeps how far a card was read, for the next time that it is opened. @throws ProblemException 404 */
  @Put(":id/reading")
  @ForApiTokens(writeCards)
  @HttpCode(204)
  async mark(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ReadingMark }) { progress }: ReadingMark,
  ) {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute(
        sql`update items.item set reading = ${progress} where id = ${id} and user_id = ${caller.userId} returning id`,
      ),
    );
    if (!rows.length) throw problem(itemNotFound);
  }
}
