import { Controller, Get, Header, Query, StreamableFile } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ExportQuery } from "@tessera/contracts-finance/export.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { EXPORTS } from "../http/limits.ts";
import { ExportBooks } from "./export-books.ts";

const file = { schema: { type: "string", format: "binary" } } as const;

@ApiTags("export")
@ApiBearerAuth()
@Controller("api/finance/export")
@Subscribed()
@RateLimit(EXPORTS)
export class ExportController {
  constructor(private readonly books: ExportBooks) {}

  /** Transactions as a file, account by account, the oldest first. */
  @Get()
  @Refuses({ 404: "account_not_found" })
  @ApiResponse({
    status: 200,
    description: "The file",
    content: { "text/csv": file, "application/qif": file, "text/plain": file },
  })
  @Header("cache-control", "private, no-store")
  @Header("x-content-type-options", "nosniff")
  async read(@CurrentUser() caller: Caller, @Query({ schema: ExportQuery }) query: ExportQuery) {
    const { name, type, content } = await this.books.open(caller, query);
    return new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
  }
}
