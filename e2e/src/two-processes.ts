import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@tessera/testing/free-port.ts";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { startS3 } from "@tessera/testing/s3-server.ts";

const root = resolve(import.meta.dirname, "../..");
/** Services of the process that people reach; the other one runs the rest. */
const FIRST = ["gateway", "identity", "items"];
/** Milliseconds that the start of a process on an empty database may take on a slow machine. */
const START_LIMIT = 240_000;

/** What stands beside the first process of a product. */
export interface Beside {
  /** Arguments and variables of the first process. */
  args: string[];
  environment: Record<string, string>;
  /** Resolves when what is built is published, which waits for the services of the first process. */
  published(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a database, a file storage and the process of all services but the first one's.
 * @param url of the first process
 */
export async function startBeside(url: string, environment: Record<string, string>): Promise<Beside> {
  const [postgres, s3, dataDir, port] = [
    await startOwnPostgres(),
    await startS3(),
    await mkdtemp(join(tmpdir(), "tessera-rest-")),
    await freePort(),
  ];
  const first = url.replace("localhost", "127.0.0.1");
  const shared = {
    ...environment,
    ...s3.environment,
    // With a database server of its own an installation asks new people for the code that it mails; the journey is of
    // the rest.
    IDENTITY_MAILER_AUTOCONFIRM: "true",
    DATABASE_URL: postgres.url,
    PUBLIC_URL: url,
    SERVICE_URLS: `${FIRST.map((name) => `${name}=${first}`).join(",")},*=http://127.0.0.1:${port}`,
  };
  const folders = readdirSync(join(root, "services"), { withFileTypes: true });
  const rest = folders.map(({ name }) => name).filter((name) => ![...FIRST, "standalone"].includes(name));
  const child = spawn(
    join(root, "node_modules/.bin/node"),
    [join(root, "services/standalone/dist/main.js"), "serve", ...rest],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        ...shared,
        PORT: String(port),
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: "127.0.0.1",
        LOG_LEVEL: "warn",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, "exit") : null;
    child.kill();
    await ended;
    await Promise.all([postgres.stop(), s3.stop(), rm(dataDir, { recursive: true, force: true })]);
  };
  const said = listen(child);
  await said(" run at ").catch(async (error) => {
    await stop();
    throw error;
  });
  return { args: ["serve", ...FIRST], environment: shared, published: () => said("Published "), stop };
}

/** @returns what resolves when the process has said something */
function listen(child: ChildProcess): (words: string) => Promise<void> {
  let output = "";
  const pieces = new EventEmitter();
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
      if (process.env.SHOW_PRODUCT_LOG) process.stderr.write(chunk);
      pieces.emit("output");
    });
  child.once("exit", () => pieces.emit("output"));
  return async (words) => {
    const limit = AbortSignal.timeout(START_LIMIT);
    while (!output.includes(words)) {
      if (child.exitCode !== null) throw new Error(`The second process ended with ${child.exitCode}:\n${output}`);
      await once(pieces, "output", { signal: limit }).catch(() => {
        throw new Error(`The second process did not say "${words}":\n${output}`);
      });
    }
  };
}
