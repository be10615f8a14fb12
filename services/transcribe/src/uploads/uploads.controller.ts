import { Controller, Delete, Head, HttpCode, Param, Patch, Post, Put, Req, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Recording, RecordingUpload } from "@tessera/contracts-transcribe/recordings.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { UploadsService } from "./uploads.service.ts";

const Id = z.uuid();
const Protocol = () => ApiHeader({ name: "Tus-Resumable", description: "1.0.0", required: true });
const CONTENT = "application/offset+octet-stream";

/** Recordings in parts, by the tus protocol 1.0.0: creation, expiration, termination. */
@ApiTags("uploads")
@ApiBearerAuth()
@Controller("api/transcribe/uploads")
@Subscribed()
@RateLimit({ name: "transcribe", limit: 1200, windowSeconds: 60, by: "caller" })
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post()
  @RateLimit({ name: "transcribe-upload", limit: 120, windowSeconds: 3600, by: "caller" })
  @Idempotent<UploadsController, RecordingUpload>({
    reference: ({ id }) => id,
    replay: async (controller, caller, id, reply) => ({ id: await controller.uploads.created(caller, id, reply) }),
  })
  @ApiOperation({ summary: "Begin an upload of Upload-Length bytes; Location says where its parts go" })
  @Protocol()
  @ApiHeader({ name: "Upload-Length", description: "Bytes of the whole file", required: true })
  @ApiHeader({ name: "Upload-Metadata", description: "filename and its name in Base64", required: false })
  @ApiResponse({ status: 201, standardSchema: RecordingUpload })
  @Refuses({
    400: "upload_invalid",
    402: "plan_limit_reached or usage_limit_reached",
    404: "upload_not_found, of one begun with the same Idempotency-Key",
    410: "upload_expired, likewise",
    412: "upload_version",
    413: "recording_too_large",
    429: "too_many_uploads or too_many_recordings",
  })
  async create(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecordingUpload> {
    return { id: await this.uploads.create(caller, request, reply) };
  }

  @Head(":id")
  @ApiOperation({ summary: "How much of the upload is there: Upload-Offset" })
  @Protocol()
  @Refuses({ 400: "upload_invalid", 404: "upload_not_found", 410: "upload_expired", 412: "upload_version" })
  @ApiResponse({ status: 200, description: "Upload-Offset and Upload-Length, in bytes" })
  offset(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.uploads.answer(caller, request, reply, id);
  }

  @Patch(":id")
  @HttpCode(204)
  @ApiOperation({ summary: "Send what follows at Upload-Offset; the answer's Upload-Offset says what is there then" })
  @Protocol()
  @ApiHeader({ name: "Upload-Offset", description: "Bytes that are there", required: true })
  @ApiConsumes(CONTENT)
  @ApiBody({ schema: { type: "string", format: "binary" } })
  @Refuses({
    400: "upload_invalid",
    404: "upload_not_found",
    409: "upload_elsewhere",
    410: "upload_expired",
    412: "upload_version",
  })
  append(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.uploads.answer(caller, request, reply, id);
  }

  @Delete(":id")
  @HttpCode(204)
  @Protocol()
  @Refuses({ 400: "upload_invalid", 404: "upload_not_found", 410: "upload_expired", 412: "upload_version" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.uploads.answer(caller, request, reply, id);
  }

  @Put(":id/recording")
  @ApiOperation({ summary: "Transcribe what was uploaded; asked again, it answers the same recording" })
  @ApiResponse({ status: 200, standardSchema: Recording })
  @Refuses({
    402: "plan_limit_reached or usage_limit_reached",
    404: "upload_not_found",
    409: "upload_unfinished",
    410: "upload_expired",
    415: "unsupported_audio",
    429: "too_many_recordings",
  })
  transcribe(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.uploads.transcribe(caller, id);
  }
}
