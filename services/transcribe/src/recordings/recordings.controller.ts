import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  StreamableFile,
} from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readTranscripts } from "@tessera/contracts-transcribe/api-scopes.ts";
import { MAX_RECORDING_BYTES } from "@tessera/contracts-transcribe/limits.ts";
import {
  Note,
  NoteChange,
  Recording,
  RecordingChange,
  RecordingPage,
  RecordingQuery,
  Segment,
  SegmentChange,
  SegmentsChange,
  SpeakerChange,
  Transcript,
  TranscriptExport,
} from "@tessera/contracts-transcribe/recordings.ts";
import {
  type Caller,
  CurrentUser,
  ForApiTokens,
  Idempotent,
  RateLimit,
  Refuses,
  Subscribed,
  uploadsOf,
} from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { FORMATS } from "../export/formats.ts";
import { RecordingsService } from "./recordings.service.ts";

const Id = z.uuid();
const Start = z.coerce.number().int().min(0);
const file = { schema: { type: "string", format: "binary" } } as const;

@ApiTags("recordings")
@ApiBearerAuth()
@Controller("api/transcribe/recordings")
@Subscribed()
@RateLimit({ name: "transcribe", limit: 1200, windowSeconds: 60, by: "caller" })
export class RecordingsController {
  constructor(private readonly recordings: RecordingsService) {}

  @Get()
  @ForApiTokens(readTranscripts)
  @ApiResponse({ status: 200, standardSchema: RecordingPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: RecordingQuery }) query: z.output<typeof RecordingQuery>) {
    return this.recordings.list(caller, query);
  }

  @Post()
  @RateLimit({ name: "transcribe-upload", limit: 120, windowSeconds: 3600, by: "caller" })
  @Idempotent<RecordingsController, Recording>({
    reference: (recording) => recording.id,
    replay: (controller, caller, id) => controller.recordings.get(caller, id),
  })
  @ApiConsumes("multipart/form-data")
  @ApiBody({
    schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
  })
  @ApiResponse({ status: 201, standardSchema: Recording })
  @Refuses({
    400: "no_recording",
    402: "plan_limit_reached or usage_limit_reached",
    413: "recording_too_large",
    415: "unsupported_audio",
    429: "too_many_recordings",
  })
  upload(@CurrentUser() caller: Caller, @Req() request: FastifyRequest) {
    return this.recordings.upload(caller, uploadsOf(request, { maxBytes: MAX_RECORDING_BYTES, maxFiles: 1 }));
  }

  @Get(":id")
  @ForApiTokens(readTranscripts)
  @ApiResponse({ status: 200, standardSchema: Transcript })
  @Refuses({ 404: "recording_not_found" })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.recordings.get(caller, id);
  }

  @Patch(":id")
  @ApiResponse({ status: 200, standardSchema: Recording })
  @Refuses({ 404: "recording_not_found" })
  rename(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: RecordingChange }) change: RecordingChange,
  ) {
    return this.recordings.rename(caller, id, change);
  }

  @Delete(":id")
  @HttpCode(204)
  @Refuses({ 404: "recording_not_found", 409: "recording_runs" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.recordings.remove(caller, id);
  }

  @Patch(":id/segments/:start")
  @ApiResponse({ status: 200, standardSchema: Segment })
  @Refuses({ 404: "recording_not_found or segment_not_found", 409: "segment_changed" })
  changeSegment(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("start", { schema: Start }) start: number,
    @Body({ schema: SegmentChange }) change: SegmentChange,
  ) {
    return this.recordings.changeSegment(caller, id, start, change);
  }

  @Put(":id/segments")
  @ApiOperation({ summary: "Split or join segments" })
  @ApiResponse({ status: 200, standardSchema: Transcript })
  @Refuses({ 400: "segments_overlap", 404: "recording_not_found", 409: "segment_changed" })
  replaceSegments(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: SegmentsChange }) change: SegmentsChange,
  ) {
    return this.recordings.replaceSegments(caller, id, change);
  }

  @Put(":id/speaker")
  @ApiResponse({ status: 200, standardSchema: Transcript })
  @Refuses({ 404: "recording_not_found" })
  nameSpeaker(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: SpeakerChange }) change: SpeakerChange,
  ) {
    return this.recordings.nameSpeaker(caller, id, change);
  }

  @Put(":id/notes/:note")
  @ApiResponse({ status: 200, standardSchema: Note })
  @Refuses({ 404: "recording_not_found", 409: "too_many_notes" })
  writeNote(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("note", { schema: Id }) note: string,
    @Body({ schema: NoteChange }) change: NoteChange,
  ) {
    return this.recordings.writeNote(caller, id, note, change);
  }

  @Delete(":id/notes/:note")
  @HttpCode(204)
  @Refuses({ 404: "recording_not_found or note_not_found" })
  removeNote(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("note", { schema: Id }) note: string,
  ) {
    return this.recordings.removeNote(caller, id, note);
  }

  @Post(":id/cancel")
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Recording })
  @Refuses({ 404: "recording_not_found", 409: "recording_ended" })
  cancel(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.recordings.cancel(caller, id);
  }

  @Post(":id/resume")
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Recording })
  @Refuses({
    402: "usage_limit_reached",
    404: "recording_not_found",
    409: "recording_runs or recording_ended",
    429: "too_many_recordings",
  })
  resume(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.recordings.resume(caller, id);
  }

  /** The file as it was uploaded, always as a download: it never runs in the product's origin. */
  @Get(":id/audio")
  @ApiResponse({ status: 200, description: "The audio", content: { "application/octet-stream": file } })
  @Refuses({ 404: "recording_not_found or recording_file_gone" })
  @Header("content-security-policy", "sandbox; default-src 'none'")
  @Header("x-content-type-options", "nosniff")
  @Header("cache-control", "private, no-store")
  async audio(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    const { bytes, content } = await this.recordings.audio(caller, id);
    return new StreamableFile(content, { disposition: "attachment", length: bytes });
  }

  @Get(":id/export")
  @ApiResponse({ status: 200, description: "The transcript", content: { "text/plain": file } })
  @Refuses({ 404: "recording_not_found" })
  @Header("x-content-type-options", "nosniff")
  @Header("cache-control", "private, no-store")
  async export(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Query({ schema: TranscriptExport }) { format }: z.output<typeof TranscriptExport>,
  ) {
    const { type, write } = FORMATS[format];
    const content = Buffer.from(await write(await this.recordings.get(caller, id)));
    return new StreamableFile(content, {
      type: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
      disposition: `attachment; filename="transcript.${format}"`,
    });
  }
}
