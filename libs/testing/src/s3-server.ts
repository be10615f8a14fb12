import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface S3Server {
  /** What a service's environment says to keep files here. */
  environment: Record<string, string>;
  /** Folder in which the server keeps the bucket's objects. */
  folder: string;
  stop(): Promise<void>;
}

/** The key that s3rver takes. */
const KEY = "S3RVER";
const BUCKET = "tessera";

/** S3-compatible storage with one empty bucket, for a test. @param port of the loopback; 0 takes any */
export async function startS3(port = 0): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-s3-"));
  const script = join(import.meta.dirname, "../bin/s3.mjs");
  const server = spawn(process.execPath, ["--openssl-legacy-provider", script, folder, String(port), BUCKET], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const [line] = await Promise.race([
    once(server.stdout, "data"),
    ended.then(([code]) => Promise.reject(new Error(`The S3 server ended with ${code}`))),
  ]);
  return {
    environment: {
      FILES_S3_ENDPOINT: `http://127.0.0.1:${Number(line)}`,
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_ACCESS_KEY_ID: KEY,
      FILES_S3_SECRET_ACCESS_KEY: KEY,
    },
    folder: join(folder, BUCKET),
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
