import { fork } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PASSWORD } from "../../src/person.ts";
import { Product } from "../../src/product.ts";
import type { Seeded } from "./bare.ts";
import { cpuOf, parentOf } from "./cpu.ts";

/** The person whose rows these are. */
export const EMAIL = "bench@tessera.example";
const root = resolve(import.meta.dirname, "../../..");

export interface Served {
  product: Product;
  /** Ports of the product, of both bare servers, and of a service whose `/api/empty` answers an empty object. */
  ports: { product: number; plain: number; guarded: number; empty: number };
  token: string;
  /** Ids of some of the items, of the categories of the transactions, or words of the queue. */
  ids: string[];
  /** @returns what reads the processor time that all servers and the database have used since, seconds */
  cpu(): () => number;
  stop(): Promise<void>;
}

interface Answer {
  ids?: string[];
  plain?: number;
  guarded?: number;
  empty?: number;
  /** Process of one of the database's connections. */
  backend?: number;
}

/**
 * The product on a database with one person's items, transactions or queue, and the bare servers beside it: on the same
 * PostgreSQL, or on a copy of the embedded database.
 * @param databaseUrl of an empty database on a server; null for the embedded one
 */
export async function serve(databaseUrl: string | null, count: number, of: Seeded = "items"): Promise<Served> {
  const product = await Product.start({
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
    IDENTITY_MAILER_AUTOCONFIRM: "true",
    IDENTITY_RATE_LIMIT_FACTOR: "0",
    IDENTITY_ACCESS_TOKEN_SECONDS: "3600",
    // Requests are counted, though none is refused.
    RATE_LIMIT_FACTOR: "10000",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const signedUp = await authenticate(product.url, "signup", EMAIL);
  const settings = {
    databaseUrl,
    dataDir: product.dataDir,
    person: signedUp.user.id,
    jwksUrl: `${product.url}/auth/v1/.well-known/jwks.json`,
    identityUrl: `${product.url}/auth/v1`,
    emptyDir: `${product.dataDir}/empty`,
  };
  await product.end();
  const seeding = bare({ ...settings, seed: count, of });
  const { ids } = await seeding.answer;
  await seeding.ended;
  const copy = `${product.dataDir}/bare`;
  if (!databaseUrl) await cp(join(product.dataDir, "database"), join(copy, "database"), { recursive: true });
  await product.run();
  const { access_token } = await authenticate(product.url, "token?grant_type=password", EMAIL);
  const servers = bare({ ...settings, dataDir: copy });
  const { plain, guarded, empty, backend } = await servers.answer;
  const database = databaseUrl ? [parentOf(backend!)] : [];
  return {
    product,
    ports: { product: Number(new URL(product.url).port), plain: plain!, guarded: guarded!, empty: empty! },
    token: access_token,
    ids: ids!,
    cpu: () => cpuOf([product.pid, servers.child.pid!], database),
    stop: async () => {
      servers.child.kill();
      await servers.ended;
      await product.stop();
    },
  };
}

export async function authenticate(url: string, path: string, email: string) {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { access_token: string; user: { id: string } };
}

function bare(settings: object) {
  const child = fork(join(import.meta.dirname, "bare.ts"), {
    execPath: join(root, "node_modules/.bin/node"),
    execArgv: ["--import", join(root, "libs/testing/src/typescript-hooks.mjs"), "--no-warnings"],
    env: { ...process.env, NODE_OPTIONS: "", BARE: JSON.stringify(settings) },
  });
  const ended = once(child, "exit");
  const answer = Promise.race([
    once(child, "message").then(([message]) => message as Answer),
    // Not the exit, which may be known before the last message is read.
    once(child, "disconnect").then(() => {
      throw new Error("The bare server ended without an answer");
    }),
  ]);
  return { child, answer, ended };
}
