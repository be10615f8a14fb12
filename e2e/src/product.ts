import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@tessera/testing/free-port.ts";
import { type Beside, startBeside } from "./two-processes.ts";

const root = resolve(import.meta.dirname, "../..");
/** Milliseconds a start on an empty data folder may take on a slow machine. */
const START_LIMIT = 240_000;
/** Milliseconds for an end in order, in which the product lets requests and jobs finish. */
const END_LIMIT = 120_000;

/** Variable with the folder that products begin with a copy of; see template.ts. Without it they begin with nothing. */
export const TEMPLATE = "JOURNEY_TEMPLATE";

/** The product as `npm start` runs it, on a data folder and a port of its own. */
export class Product {
  private process: ChildProcess | null = null;
  /** What the running process printed. */
  private output = "";
  /** What else the product consists of where it is more than one process. */
  private beside: Beside | null = null;
  readonly url: string;
  readonly dataDir: string;
  private readonly environment: Record<string, string>;
  private readonly folder: string;
  private constructor(url: string, dataDir: string, environment: Record<string, string>, folder: string) {
    this.url = url;
    this.dataDir = dataDir;
    this.environment = environment;
    this.folder = folder;
  }

  /**
   * @param options `folder`: where `shell/dist` and `remotes/*\/dist` are that it publishes; the workspace's own unless
   * given. `processes`: 2 for two of them on PostgreSQL and S3-compatible storage.
   */
  static async start(
    environment: Record<string, string> = {},
    { folder = root, processes = 1 } = {},
  ): Promise<Product> {
    const port = await freePort();
    const dataDir = await mkdtemp(join(tmpdir(), "tessera-journey-"));
    const two = processes === 2;
    const template = process.env[TEMPLATE];
    // What the template has is compressed as most journeys want it.
    const isOfTemplate = folder === root && !two && !environment.RELEASES_BROTLI_QUALITY;
    if (template && isOfTemplate) await cp(template, dataDir, { recursive: true });
    const product = new Product(`http://localhost:${port}`, dataDir, environment, folder);
    if (two) product.beside = await startBeside(product.url, environment);
    await product.run();
    await product.beside?.published();
    return product;
  }

  /** Id of the running process. */
  get pid(): number {
    return this.process!.pid!;
  }

  /** Ends it as a power switch would: no handler of the process runs. */
  async kill(): Promise<void> {
    await this.signal("SIGKILL");
  }

  /** Tries to start a second process on the same data, on another port. @returns what it said when it ended */
  async runSecond(): Promise<string> {
    const child = this.spawn(await freePort());
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    await exitOf(child, "The second process", START_LIMIT);
    return output;
  }

  private spawn(port: number): ChildProcess {
    const environment = {
      ...process.env,
      NODE_OPTIONS: "",
      PORT: String(port),
      DATA_DIR: this.dataDir,
      LOG_LEVEL: "warn",
      // What journeys say over HTTP is said with the token of a sign-in, also where a busy machine takes minutes.
      IDENTITY_ACCESS_TOKEN_SECONDS: "3600",
    };
    return spawn(
      join(root, "node_modules/.bin/node"),
      [join(root, "services/standalone/dist/main.js"), ...(this.beside?.args ?? [])],
      {
        cwd: this.folder,
        env: { ...environment, ...this.environment, ...this.beside?.environment },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  }

  /** Starts it again on the same data. */
  async run(): Promise<void> {
    const child = this.spawn(Number(new URL(this.url).port));
    this.process = child;
    this.output = "";
    await new Promise<void>((ready, failed) => {
      const timer = setTimeout(() => failed(new Error(`The product did not start:\n${this.output}`)), START_LIMIT);
      const onOutput = (chunk: Buffer) => {
        this.output += chunk;
        if (process.env.SHOW_PRODUCT_LOG) process.stderr.write(chunk);
        if (!this.output.includes("Tessera runs at")) return;
        clearTimeout(timer);
        ready();
      };
      child.stdout?.on("data", onOutput);
      child.stderr?.on("data", onOutput);
      child.on("exit", (code) => failed(new Error(`The product ended with ${code}:\n${this.output}`)));
    });
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    await this.end();
    await this.beside?.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Ends it in order; its data stays. @throws Error when it does not end */
  async end(): Promise<void> {
    await this.signal("SIGTERM");
  }

  private async signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child) return;
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`The product had ended before, with ${ended}:\n${this.output}`);
    const exited = exitOf(child, `The product at ${this.url}`, END_LIMIT);
    child.kill(signal);
    await exited;
  }
}

/** @throws Error that names the process, which is killed, when it has not ended after `limit` milliseconds */
async function exitOf(child: ChildProcess, what: string, limit: number): Promise<void> {
  const exited = once(child, "exit");
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, limit);
  await exited;
  clearTimeout(timer);
  if (isLate) throw new Error(`${what} did not end within ${limit / 1000} s`);
}
