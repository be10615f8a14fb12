import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { Controller, Get, Param, Req, Res } from "@nestjs/common";
import { ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { notFound } from "@tessera/contracts-core/problems.ts";
import { Public, problem, RateLimit, Refuses } from "@tessera/service-kit";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { MODEL_FILES, type ModelFile, modelAddress } from "@tessera/speech/model-files.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Of 14 MB it leaves 3 in a second and a half; the highest takes ten times as long for a fifth less. */
const QUALITY = 5;

const placeOf = (file: ModelFile) => path.join(packageFolder(file.package, import.meta.url), file.path);

/** What recognition in a browser needs (libs/speech). It is nobody's data: public, and kept by browsers for good. */
@ApiTags("models")
@Controller("api/transcribe/models")
export class ModelFilesController {
  private readonly compressed = new Map<ModelFile, Promise<Buffer>>();

  @Get(":hash/:name")
  @Public()
  @RateLimit({ name: "transcribe-models", limit: 60, windowSeconds: 60, by: "address" })
  @ApiOperation({ summary: "A file of the speech model that dictation uses on the device" })
  @ApiResponse({
    status: 200,
    description: "The file",
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  })
  @Refuses({ 404: "not_found" })
  async file(
    @Param("hash") hash: string,
    @Param("name") name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const file: ModelFile | undefined = Object.values(MODEL_FILES).find(
      (one) => modelAddress(one) === `/api/transcribe/models/${hash}/${name}`,
    );
    if (!file) throw problem(notFound);
    const isBrotli = file.compressible && /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
    const compressed = isBrotli ? await this.compress(file) : null;
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin")
      .header("content-type", "application/octet-stream")
      .header("content-length", compressed?.length ?? file.bytes);
    if (file.compressible) reply.header("vary", "accept-encoding");
    if (compressed) reply.header("content-encoding", "br");
    return reply.send(compressed ?? createReadStream(placeOf(file)));
  }

  private compress(file: ModelFile): Promise<Buffer> {
    const known = this.compressed.get(file);
    if (known) return known;
    const work = readFile(placeOf(file)).then((content) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
    this.compressed.set(file, work);
    work.catch(() => this.compressed.delete(file));
    return work;
  }
}
