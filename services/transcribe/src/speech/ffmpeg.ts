import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { access, constants, readFile } from "node:fs/promises";
import { setPriority, constants as system } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import { ContentError, inTemporaryFolder, Log } from "@tessera/service-kit";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";

/** Ms that one recording may take, and a look at the version. */
const DECODE_MS = 10 * 60_000;
const VERSION_MS = 10_000;
/** Bytes of memory that it may take, and of one allocation; ms between two looks at it. */
const MAX_RSS = 768 * 1024 * 1024;
const MAX_ALLOCATION = 256 * 1024 * 1024;
const LOOK_MS = 250;
/** Containers that hold sound alone or beside pictures: no playlist, which would name further files. */
const FORMATS = "aac,aiff,amr,ape,asf,au,avi,caf,flac,flv,matroska,mov,mp3,mpeg,mpegts,ogg,w64,wav,wv";
/** What the file is called in the folder that it is decoded in. */
const FILE = "recording";

/**
 * ffmpeg, where it is on the PATH: decodes what packages cannot. It is a program of its own, started without a shell on
 * a file of ours, which may open files and pipes alone; its time, memory and output are bounded.
 */
@Injectable()
export class Ffmpeg implements OnModuleInit {
  /** As it says itself, such as "7.1"; null: it is not there. */
  version: string | null = null;
  private program = "";

  constructor(private readonly log: Log) {}

  async onModuleInit() {
    const program = await onPath("ffmpeg");
    if (!program) return;
    try {
      this.version = await versionOf(program);
      this.program = program;
    } catch (error) {
      this.log.warn({ err: error }, "ffmpeg is on the PATH and does not start: recordings are decoded without it");
    }
  }

  /**
   * Decodes the first sound of a file to 16 kHz, one channel, 16 bit, and hands it to `keep` while it comes.
   * @throws ContentError with a sentence; the signal's reason
   */
  async decode(content: Readable, signal: AbortSignal, keep: (sound: Readable) => Promise<unknown>): Promise<void> {
    await inTemporaryFolder("decode", async (folder) => {
      await pipeline(content, createWriteStream(path.join(folder, FILE)), { signal });
      await this.run(folder, signal, keep);
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }

  private async run(folder: string, signal: AbortSignal, keep: (sound: Readable) => Promise<unknown>): Promise<void> {
    const child = spawn(this.program, ARGUMENTS, {
      ...{ cwd: folder, env: ENVIRONMENT(), stdio: ["ignore", "pipe", "ignore"] as const },
      ...{ signal, timeout: DECODE_MS, killSignal: "SIGKILL" as const },
    });
    let tooMuch = false;
    const look = setInterval(async () => {
      if ((await rssOf(child.pid)) <= MAX_RSS) return;
      tooMuch = true;
      child.kill("SIGKILL");
    }, LOOK_MS);
    const ended = new Promise<{ code: number | null; killed: boolean }>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, by) => resolve({ code, killed: by !== null }));
    });
    // It is looked at below; one that fails earlier must not end the process.
    ended.catch(() => undefined);
    try {
      if (child.pid) setPriority(child.pid, system.priority.PRIORITY_LOW);
      await keep(child.stdout);
      const { code, killed } = await ended;
      if (tooMuch) throw new ContentError("memory");
      if (killed) throw new ContentError("time");
      if (code !== 0) throw new ContentError("unreadable", "There is no sound in the file that ffmpeg can decode.");
    } finally {
      clearInterval(look);
      child.kill("SIGKILL");
    }
  }
}

const ARGUMENTS = [
  ...["-nostdin", "-hide_banner", "-loglevel", "quiet", "-threads", "1", "-max_alloc", String(MAX_ALLOCATION)],
  ...["-protocol_whitelist", "file,pipe", "-format_whitelist", FORMATS, "-i", `file:${FILE}`],
  // A second more than may be: what is longer is seen by its length, and refused.
  ...["-map", "0:a:0", "-vn", "-sn", "-dn", "-t", String(MAX_RECORDING_SECONDS + 1)],
  ...["-ac", "1", "-ar", String(SAMPLE_RATE), "-f", "s16le", "pipe:1"],
];
/** Nothing of ours but where programs are. */
const ENVIRONMENT = () => ({ PATH: process.env.PATH ?? "", LC_ALL: "C" });

async function onPath(name: string): Promise<string | null> {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) {
    const program = path.join(folder, name);
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return null;
}

/** @throws Error when it does not start, or says no version */
function versionOf(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ["-version"], {
      ...{ env: ENVIRONMENT(), stdio: ["ignore", "pipe", "ignore"] as const },
      ...{ timeout: VERSION_MS, killSignal: "SIGKILL" as const },
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      if (said.length < 1000) said += part;
    });
    child.once("error", reject);
    child.once("close", () => {
      const version = /^ffmpeg version (\S{1,40})/.exec(said)?.[1];
      if (version) resolve(version);
      else reject(new Error("It says no version"));
    });
  });
}

/** Bytes of memory of a process; 0 where the system does not say. */
async function rssOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
