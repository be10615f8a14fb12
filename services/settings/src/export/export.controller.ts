import { Controller, Delete, Get, Header, HttpCode, Post, StreamableFile } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { CurrentExport, DataExport } from "@tessera/contracts-settings/exports.ts";
import {
  type Caller,
  CurrentUser,
  type ExportState,
  Exports,
  FreshProof,
  RateLimit,
  Refuses,
} from "@tessera/service-kit";

/** Page that shows the export: the list of jobs leads there. */
const PAGE = "/settings/profile#export";

/** A person's own data, as one archive. */
@Controller("api/settings/export")
export class ExportController {
  constructor(private readonly exports: Exports) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: CurrentExport })
  @RateLimit({ name: "settings", limit: 300, windowSeconds: 60, by: "caller" })
  async read(@CurrentUser() caller: Caller): Promise<CurrentExport> {
    const state = await this.exports.read(caller);
    return { export: state && viewOf(state) };
  }

  /** Begins an export; while one runs, that is the answer. */
  @Post()
  @HttpCode(202)
  @ApiResponse({ status: 202, standardSchema: DataExport })
  @RateLimit({ name: "settings-export", limit: 20, windowSeconds: 3600, by: "caller" })
  @FreshProof()
  async begin(@CurrentUser() caller: Caller): Promise<DataExport> {
    return viewOf(await this.exports.request(caller, PAGE));
  }

  /** Stops an export that runs, and deletes one that ended. */
  @Delete()
  @HttpCode(204)
  @RateLimit({ name: "settings", limit: 300, windowSeconds: 60, by: "caller" })
  remove(@CurrentUser() caller: Caller): Promise<void> {
    return this.exports.remove(caller);
  }

  @Get("file")
  @Refuses({ 404: "export_not_found" })
  @ApiResponse({
    status: 200,
    description: "The archive",
    content: { "application/zip": { schema: { type: "string", format: "binary" } } },
  })
  @RateLimit({ name: "settings-download", limit: 60, windowSeconds: 3600, by: "caller" })
  @Header("cache-control", "private, no-store")
  @Header("x-content-type-options", "nosniff")
  @FreshProof()
  async file(@CurrentUser() caller: Caller): Promise<StreamableFile> {
    const { state, bytes, content } = await this.exports.open(caller);
    const name = `tessera-${state.requestedAt.toISOString().slice(0, 10)}.zip`;
    return new StreamableFile(content, {
      type: "application/zip",
      disposition: `attachment; filename="${name}"`,
      length: bytes,
    });
  }
}

const viewOf = ({ requestedAt, finishedAt, expiresAt, ...state }: ExportState): DataExport => ({
  ...state,
  requestedAt: requestedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});
