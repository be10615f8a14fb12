import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiResponse, ApiTags } from "@nestjs/swagger";
import { CsvCorrected, CsvCorrection, CsvReading, CsvTrial } from "@tessera/contracts-finance/csv-profiles.ts";
import {
  BankImport,
  ImportCommit,
  ImportDone,
  ImportList,
  ImportPreview,
  PreviewQuery,
} from "@tessera/contracts-finance/imports.ts";
import { MAX_BANK_FILE_BYTES } from "@tessera/contracts-finance/limits.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed, uploadsOf } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { FILES, READS, TRIALS, WRITES } from "../http/limits.ts";
import { whileThere } from "../http/while-there.ts";
import { CsvCorrections } from "./correct-csv.ts";
import { ImportsService } from "./imports.service.ts";

const Id = z.uuid();

@ApiTags("imports")
@ApiBearerAuth()
@Controller("api/finance/imports")
@Subscribed()
@RateLimit(READS)
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly corrections: CsvCorrections,
  ) {}

  @Post()
  @RateLimit(FILES)
  @Idempotent<ImportsController, BankImport>({
    reference: (read) => read.id,
    replay: (controller, caller, id) => controller.imports.get(caller, id),
  })
  @ApiConsumes("multipart/form-data")
  @ApiBody({
    schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
  })
  @ApiResponse({ status: 201, standardSchema: BankImport })
  @Refuses({ 400: "no_file or unreadable_file", 413: "bank_file_too_large" })
  read(@CurrentUser() caller: Caller, @Req() request: FastifyRequest) {
    const uploads = uploadsOf(request, { maxBytes: MAX_BANK_FILE_BYTES, maxFiles: 1 });
    return whileThere(request, (left) => this.imports.read(caller, uploads, left));
  }

  @Get()
  @ApiResponse({ status: 200, standardSchema: ImportList })
  list(@CurrentUser() caller: Caller) {
    return this.imports.list(caller);
  }

  @Get(":id")
  @ApiResponse({ status: 200, standardSchema: BankImport })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.get(caller, id);
  }

  @Get(":id/preview")
  @ApiResponse({ status: 200, standardSchema: ImportPreview })
  @Refuses({ 404: "bank_import_not_found or account_not_found", 409: "import_done or currencies_differ" })
  preview(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Query({ schema: PreviewQuery }) query: z.output<typeof PreviewQuery>,
  ) {
    return this.imports.preview(caller, id, query);
  }

  @Post(":id/csv/trials")
  @RateLimit(TRIALS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: CsvReading })
  @Refuses({
    404: "bank_import_not_found or csv_profile_not_found",
    409: "import_done or no_csv",
    400: "csv_unreadable",
  })
  tryCsv(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: CsvTrial }) trial: CsvTrial,
  ) {
    return this.corrections.try(caller, id, trial);
  }

  @Put(":id/csv")
  @RateLimit(FILES)
  @ApiResponse({ status: 200, standardSchema: CsvCorrected })
  @Refuses({
    400: "csv_unreadable",
    404: "bank_import_not_found or account_not_found",
    409: "import_done, no_csv or too_many_csv_profiles",
    413: "bank_file_too_large",
  })
  correctCsv(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: CsvCorrection }) correction: z.output<typeof CsvCorrection>,
  ) {
    return this.corrections.correct(caller, id, correction);
  }

  @Post(":id/commit")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: ImportDone })
  @Refuses({
    404: "bank_import_not_found or account_not_found",
    409: "import_done, import_writing, import_undoing or currencies_differ",
  })
  commit(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ImportCommit }) commit: z.output<typeof ImportCommit>,
  ) {
    return this.imports.commit(caller, id, commit);
  }

  @Post(":id/stop")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: BankImport })
  @Refuses({ 404: "bank_import_not_found" })
  stop(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.imports.stop(caller, id);
  }
}
