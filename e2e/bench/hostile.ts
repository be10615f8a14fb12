// How long other requests wait while the product reads what was made to stop it: pages, mails, files of bookmarks,
// bodies of requests.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { Product } from "../src/product.ts";
import { BOOKMARKS, type HostileContent, MAILS, PAGES, SAML_RESPONSES } from "./hostile-content.ts";
import { killWhileReading } from "./hostile-restarts.ts";
import { newPerson } from "./imports.ts";
import { quantile } from "./median.ts";
import { residentMemory } from "./memory.ts";

/** Most that 99 of 100 other requests may take while the whole set is read, ms. */
const TARGET = 100;
const QUIET_MS = 8_000;
/** A pause between two requests that are measured, ms. */
const PAUSE_MS = 15;

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
let content = Buffer.alloc(0);
const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(content));
await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
const product = await Product.start({
  INTERNAL_EMAIL_DOMAIN: "tessera.example",
  IDENTITY_RATE_LIMIT_FACTOR: "0",
  RATE_LIMIT_FACTOR: "0",
  ITEMS_FETCH_ALLOW: host,
  IDENTITY_SAML: "true",
});
const headers = { authorization: `Bearer ${await newPerson(product.url)}` };
const memory = { before: 0, peak: 0 };
try {
  const quiet = await measuredDuring(() => new Promise((done) => setTimeout(done, QUIET_MS)));
  memory.before = residentMemory(product.pid);
  console.log("nothing (reference):", JSON.stringify(row(quiet)));
  const all: number[] = [];
  const measure = async (name: string, work: () => Promise<string>) => {
    if (!name.includes(values.only)) return;
    const measured = await measuredDuring(work);
    all.push(...measured.waits);
    console.log(`${name}:`, JSON.stringify(row(measured)));
  };
  for (const [name, make] of Object.entries(PAGES)) await measure(`page: ${name}`, () => readBookmark(make()));
  for (const [kind, contents] of Object.entries({ eml: MAILS, html: BOOKMARKS }) as [string, HostileContent][])
    for (const [name, make] of Object.entries(contents))
      await measure(`${kind}: ${name}`, () => importFile(`hostile.${kind}`, make()));
  await measure("500,000 empty lines as a note", () =>
    post("/api/items", JSON.stringify({ type: "note", body: "\n".repeat(500_000) })),
  );
  const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 0]));
  await measure("60,000 keys as data", () =>
    post("/api/items", JSON.stringify({ type: "note", body: "x", data: keys })),
  );
  await measure("1 MB of telemetry", () =>
    post("/api/releases/telemetry", JSON.stringify({ page: "x".repeat(1_000_000) })),
  );
  for (const [name, make] of Object.entries(SAML_RESPONSES))
    await measure(`SAML: ${name}`, () =>
      post(
        "/auth/v1/sso/saml/acs",
        new URLSearchParams({ SAMLResponse: make().toString("base64") }).toString(),
        "application/x-www-form-urlencoded",
      ),
    );
  if (!all.length) all.push(...quiet.waits);
  const p99 = quantile(all, 0.99);
  const reference = quantile(quiet.waits, 0.99);
  console.log(
    `Other requests while the hostile set is read: p99 ${p99.toFixed(0)} ms (at most ${TARGET}), longest ${Math.max(...all).toFixed(0)} ms; ` +
      `quiet p99 ${reference.toFixed(0)} ms, ratio ${(p99 / reference).toFixed(1)}`,
  );
  await new Promise((done) => setTimeout(done, 1000));
  console.log(
    `Memory of all processes, MB: before ${memory.before}, at most ${memory.peak}, after ${residentMemory(product.pid)}`,
  );
  if (p99 > TARGET) process.exitCode = 1;
  content = Buffer.from(PAGES["40,000 pictures"]!());
  const body = JSON.stringify({ type: "bookmark", data: { url: `http://${host}/poison` } });
  type Jobs = { items: { state: string; attempts: number; error: string | null }[] };
  await killWhileReading(
    product,
    () => json("/api/items", { method: "POST", headers: { "content-type": "application/json" }, body }),
    async () => {
      const { state, attempts, error } = (await json<Jobs>("/api/queue/jobs?limit=1")).items[0]!;
      return { state, attempts, error };
    },
  );
} finally {
  await product.stop();
  site.closeAllConnections();
  site.close();
}

interface Measured {
  waits: number[];
  ms: number;
  result: unknown;
}

/** Asks for health and for items in turns, as fast as they are answered but for a pause, while the work continues. */
async function measuredDuring(work: () => Promise<unknown>): Promise<Measured> {
  const waits: number[] = [];
  let going = true;
  const began = performance.now();
  const working = work().finally(() => {
    going = false;
  });
  working.catch(() => undefined); // thrown below, once the product can be stopped for it
  for (let turn = 0; going; turn += 1) {
    const asked = performance.now();
    const answer = await fetch(product.url + (turn % 2 ? "/api/health" : "/api/items?limit=10"), { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The product answered ${answer.status}`);
    waits.push(performance.now() - asked);
    memory.peak = Math.max(memory.peak, residentMemory(product.pid));
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return { waits, result: await working, ms: performance.now() - began };
}

function row({ waits, ms, result }: Measured) {
  return {
    seconds: Number((ms / 1000).toFixed(1)),
    "p99 ms": Math.round(quantile(waits, 0.99)),
    "longest ms": Math.round(Math.max(...waits)),
    result: String(result ?? "").slice(0, 60),
  };
}

async function post(path: string, body: string, type = "application/json"): Promise<string> {
  const answer = await fetch(product.url + path, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body,
    redirect: "manual",
  });
  await answer.arrayBuffer();
  return String(answer.status);
}

async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(product.url + path, { ...init, headers: { ...headers, ...init.headers } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** @returns how the readable copy ended */
async function readBookmark(bytes: Buffer): Promise<string> {
  content = Buffer.from(bytes);
  const body = JSON.stringify({ type: "bookmark", data: { url: `http://${host}/${Math.random()}` } });
  const { id } = await json<{ id: string }>("/api/items", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  for (;;) {
    const { readable } = (
      await json<{ processing: Record<string, { state: string; reason?: string }> }>(`/api/items/${id}`)
    ).processing;
    if (readable!.state !== "pending") return readable!.reason ?? readable!.state;
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function importFile(name: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append("files", new Blob([new Uint8Array(bytes)]), name);
  type Session = { id: string; state: string; created: number; refused: number; errors: { message: string }[] };
  let session = await json<Session>("/api/items/import", { method: "POST", body: form });
  while (session.state === "waiting" || session.state === "running") {
    await new Promise((done) => setTimeout(done, 100));
    session = await json<Session>(`/api/items/import/${session.id}`);
  }
  return `${session.state}, ${session.created} kept, ${session.refused} refused ${session.errors[0]?.message ?? ""}`;
}
