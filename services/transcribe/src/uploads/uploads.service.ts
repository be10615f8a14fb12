import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { Injectable } from "@nestjs/common";
import { UPLOADS } from "@tessera/contracts-transcribe/client.ts";
import { MAX_RECORDING_BYTES } from "@tessera/contracts-transcribe/limits.ts";
import {
  recordingTooLarge,
  uploadElsewhere,
  uploadInvalid,
  uploadNotFound,
  uploadUnfinished,
  uploadVersion,
} from "@tessera/contracts-transcribe/problems.ts";
import type { Recording } from "@tessera/contracts-transcribe/recordings.ts";
import { type Caller, Clock, Database, FileNotFound, FileStore, ProblemException, problem } from "@tessera/service-kit";
import { ERRORS, Server } from "@tus/server";
import { sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkKind } from "../recordings/keep-upload.ts";
import { readRecordings, toRecording } from "../recordings/recording.store.ts";
import { RecordingsService } from "../recordings/recordings.service.ts";
import { Ffmpeg } from "../speech/ffmpeg.ts";
import { fileKey, partsFolder, type UploadRow, uploadOf } from "./upload.store.ts";
import { UploadParts } from "./upload-parts.ts";

/** What answers of the protocol say beside their status. */
const TUS_HEADERS = ["tus-resumable", "upload-offset", "upload-length", "upload-metadata", "location"];
/** Two requests for one upload are told apart where their parts are stored, also in two processes. */
const NO_LOCKS = { newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }) };

/** Uploads in parts by the tus protocol (https://tus.io/protocols/resumable-upload): they continue after a cut. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly clock: Clock,
    private readonly recordings: RecordingsService,
    private readonly ffmpeg: Ffmpeg,
  ) {}

  /**
   * Begins an upload, where the plan has room for its recording. @returns its id
   * @throws ProblemException 400, 402, 412, 413, 429
   */
  async create(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    await this.recordings.ensureRoom(caller);
    const id = randomUUID();
    await this.answer(caller, request, reply, id);
    return id;
  }

  /** Says again where an upload is. @throws ProblemException 404, 410 */
  async created(caller: Caller, id: string, reply: FastifyReply): Promise<string> {
    await this.database.as(caller, (tx) => uploadOf(tx, id, this.clock.now()));
    reply.headers({ "tus-resumable": "1.0.0", location: `${UPLOADS}/${id}` });
    return id;
  }

  /**
   * HEAD, PATCH and DELETE, as the protocol has them.
   * @throws ProblemException 400, 404, 409 `upload_elsewhere`, 410, 412
   */
  async answer(caller: Caller, request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
    const datastore = new UploadParts({ database: this.database, files: this.files, clock: this.clock }, caller);
    let refused: unknown;
    const server = new Server({
      path: UPLOADS,
      datastore,
      relativeLocation: true,
      locker: NO_LOCKS,
      maxSize: MAX_RECORDING_BYTES,
      namingFunction: () => id,
      getFileIdFromRequest: () => id,
      onUploadCreate: async (_request, upload) => {
        if (!upload.size) throw problem(uploadInvalid, { reason: "its length is 0" });
        return {};
      },
      onResponseError: (_request, error) => {
        refused = error;
        return undefined;
      },
    });
    const response = await server.handleWeb(webRequest(request));
    if (refused) throw asProblem(refused);
    if (response.status === 412) throw problem(uploadVersion);
    if (!response.ok) throw problem(uploadInvalid, { reason: (await response.text()).trim() });
    for (const name of TUS_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    if (datastore.expires && request.method !== "DELETE")
      reply.header("upload-expires", datastore.expires.toUTCString());
  }

  /**
   * Makes a recording of an upload whose bytes are all there; asked again, it answers that recording.
   * @throws ProblemException 402, 404, 409 `upload_unfinished`, 410, 415, 429
   */
  async transcribe(caller: Caller, id: string): Promise<Recording> {
    const known = await this.recordingOf(caller, id);
    if (known) return known;
    const upload = await this.database.as(caller, (tx) => uploadOf(tx, id, this.clock.now()));
    if (upload.received < upload.bytes) throw problem(uploadUnfinished);
    await this.recordings.ensureRoom(caller);
    const file = { id, key: fileKey(upload), name: upload.file_name, bytes: upload.bytes };
    try {
      await this.files.put(file.key, Readable.from(this.contentOf(upload)));
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
      // Another request for the same was faster: it has taken the parts.
      const made = await this.recordingOf(caller, id);
      if (made) return made;
      throw problem(uploadNotFound);
    }
    await checkKind(this.files, file, this.ffmpeg.version !== null).catch(async (error: unknown) => {
      await this.files.delete(file.key);
      await this.forget(caller, upload);
      throw error;
    });
    const recording = await this.recordings.keep(caller, file);
    await this.forget(caller, upload);
    return recording;
  }

  private async recordingOf(caller: Caller, id: string): Promise<Recording | null> {
    const [recording] = await this.database.as(caller, (tx) => readRecordings(tx, sql`r.id = ${id}`));
    return recording ? toRecording(recording) : null;
  }

  private async *contentOf(upload: UploadRow): AsyncGenerator<Buffer> {
    for (const name of upload.parts) yield* await this.files.read(`${partsFolder(upload)}/${name}`);
  }

  private async forget(caller: Caller, upload: UploadRow): Promise<void> {
    await this.files.deleteFolder(partsFolder(upload));
    await this.database.as(caller, (tx) => tx.execute(sql`delete from transcribe.upload where id = ${upload.id}`));
  }
}

/** The request as the package takes it; the body of one that creates an upload is no part of the protocol here. */
function webRequest({ method, headers, body }: FastifyRequest): Request & { runtime?: never } {
  const own = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") own.set(name, value);
  if (method === "POST") own.delete("content-type");
  const content = method === "PATCH" && body instanceof Readable ? Readable.toWeb(body) : null;
  return new Request("http://uploads", { method, headers: own, body: content, duplex: "half" } as RequestInit);
}

/** What the package refuses, in the product's words. */
function asProblem(refused: unknown): unknown {
  if (refused instanceof ProblemException) return refused;
  if (refused === ERRORS.FILE_NOT_FOUND) return problem(uploadNotFound);
  if (refused === ERRORS.INVALID_OFFSET) return problem(uploadElsewhere);
  if (refused === ERRORS.ERR_MAX_SIZE_EXCEEDED)
    return problem(recordingTooLarge, { megabytes: MAX_RECORDING_BYTES / 1024 ** 2 });
  const { status_code: status, body } = refused as { status_code?: number; body?: string };
  return status && (status < 500 || status === 501) ? problem(uploadInvalid, { reason: (body ?? "").trim() }) : refused;
}
