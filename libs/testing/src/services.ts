import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transport } from "@tessera/contracts-core/client.ts";
import { type Application, createApplication, type Database, Log, type ServiceDefinition } from "@tessera/service-kit";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { TestClock } from "./clock.ts";
import { openPreparedDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { refusingLateUse } from "./late-use.ts";
import { until } from "./until.ts";

/** Longest wait for background work, ms: recognition of speech and pictures takes a busy machine minutes. */
const JOBS_LIMIT_MS = 240_000;

export interface World {
  /** Origin of the running services. */
  url: string;
  /** Folder of the installation's files. */
  dataDir: string;
  application: Application;
  database: Database;
  clock: TestClock;
  /** An access token signed by the world's own issuer. */
  token(claims?: {
    userId?: string;
    email?: string;
    emailConfirmed?: boolean;
    aal?: string;
    nextAal?: string;
    /** Of a client, with its scopes separated by spaces. */
    client?: { id: string; scope: string };
    expiresInSeconds?: number;
  }): Promise<string>;
  /** Transport for the typed clients, with the token sent along. */
  client(token?: string): Transport;
  /** Resolves once no job waits or runs (jobs set for later do not count). */
  jobsIdle(): Promise<void>;
  /** Ends the services gracefully and starts them again on the same database and port. @returns the new application */
  restart(): Promise<Application>;
  /**
   * Starts more services as a process of their own does: on the same database, another port. Closed at the latest with
   * the world.
   */
  startBeside(services: ServiceDefinition[]): Promise<Application>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  environment?: Record<string, string>;
  /** Tokens come from the identity service among the services, not from the world's issuer. */
  ownIdentity?: boolean;
  /** Lines of the log end here; silent without it. */
  logTo?: { write(line: string): void };
}

/** Runs services for a test file: real HTTP on a random port, a fresh database, an issuer of tokens, a clock to set. */
export async function startServices(services: ServiceDefinition[], options: WorldOptions = {}): Promise<World> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const issuer = await startIssuer();
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-test-"));
  const clock = new TestClock();
  const opened = refusingLateUse(await openPreparedDatabase(services));
  /** Processes beside the first that nobody has closed yet. */
  const beside = new Set<Application>();
  const start = async (started = services, at = port) => {
    const application = await createApplication(started, {
      environment: {
        NODE_ENV: "test",
        PORT: String(at),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        LOG_LEVEL: options.logTo ? "debug" : "silent",
        // The model takes a second and a process; the tests of meanings switch it on.
        EMBEDDINGS: "off",
        ...(options.ownIdentity ? {} : { IDENTITY_URL: issuer.url }),
        ...(opened.url ? { DATABASE_URL: opened.url } : {}),
        ...options.environment,
      },
      database: opened,
      clock,
      log: options.logTo ? new Log("debug", options.logTo) : undefined,
    });
    await application.listen();
    return application;
  };
  const application = await start().catch(async (error) => {
    await Promise.all([opened.close(), issuer.stop(), rm(dataDir, { recursive: true, force: true })]);
    throw error;
  });
  let running = application;
  return {
    url,
    dataDir,
    application,
    database: application.database,
    clock,
    token: issuer.token,
    client: (token) => (path, init) =>
      fetch(url + path, {
        ...init,
        headers: { ...init?.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      }),
    jobsIdle: async () => {
      const query =
        "select name, state, count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() group by 1, 2";
      const open = async () => (await opened.pool.query(query)).rows;
      const isIdle = async () => (await open()).length === 0;
      await until("the background jobs to end", isIdle, { limitMs: JOBS_LIMIT_MS, state: open });
    },
    restart: async () => {
      await running.close();
      running = await start();
      return running;
    },
    startBeside: async (more) => {
      const started = await start(more, await freePort());
      const close = started.close;
      started.close = async () => {
        if (beside.delete(started)) await close();
      };
      beside.add(started);
      return started;
    },
    stop: async () => {
      for (const started of [...beside]) await started.close();
      await running.close();
      await opened.close();
      await issuer.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "test", alg: "ES256", use: "sig" }] };
  const server = createServer((_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(keys)),
  );
  await listen(server, 0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1`;
  return {
    url,
    token: ({
      userId = randomUUID(),
      email = `${userId}@example.com`,
      emailConfirmed,
      aal = "aal1",
      nextAal,
      client,
      expiresInSeconds = 3600,
    }: Parameters<World["token"]>[0] = {}) =>
      new SignJWT({
        email,
        role: "authenticated",
        aal,
        ...(emailConfirmed === undefined ? {} : { email_confirmed: emailConfirmed }),
        ...(nextAal ? { next_aal: nextAal } : {}),
        ...(client ? { client_id: client.id, scope: client.scope } : {}),
        session_id: randomUUID(),
        amr: [{ method: "password", timestamp: Math.floor(Date.now() / 1000) }],
      })
        .setProtectedHeader({ alg: "ES256", kid: "test" })
        .setIssuer(url)
        .setSubject(userId)
        .setAudience("authenticated")
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
        .sign(privateKey),
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const listen = (server: Server, port: number) => new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
