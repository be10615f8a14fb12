// kill -9 again and again while people write: nothing that was acknowledged may be lost, nothing that is sent again may
// be there twice, and nobody may be signed out. With --postgres the data lies on a server, else in the data folder.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { PASSWORD, someone } from "../src/person.ts";
import { Product } from "../src/product.ts";
import { median } from "./median.ts";

const WRITERS = 4;
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    /** Most time, in ms, that people write before a kill. */
    writing: { type: "string", default: "2000" },
    postgres: { type: "boolean", default: false },
  },
});

interface Capture {
  key: string;
  title: string;
  /** Null until it was acknowledged. */
  id: string | null;
}

const postgres = values.postgres ? await startOwnPostgres() : null;
const product = await Product.start({
  INTERNAL_EMAIL_DOMAIN: "tessera.example",
  IDENTITY_MAILER_AUTOCONFIRM: "true",
  IDENTITY_RATE_LIMIT_FACTOR: "0",
  RATE_LIMIT_FACTOR: "0",
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
});
const found = { acknowledged: 0, sentAgain: 0, lost: 0, doubled: 0, refreshes: 0, signedOut: 0 };
const starts: number[] = [];
try {
  const people = await Promise.all(
    Array.from({ length: WRITERS }, async () => ({
      session: await ask("/auth/v1/signup", { email: someone("tessera.example"), password: PASSWORD }),
      captures: [] as Capture[],
    })),
  );
  const rounds = Number(values.rounds);
  for (let round = 0; round < rounds; round += 1) {
    let ended = false;
    const writing = people.map(async (person) => {
      while (!ended) {
        const capture = { key: randomUUID(), title: `Card ${person.captures.length}`, id: null };
        person.captures.push(capture);
        if (!(await write(person, capture))) return;
        if (person.captures.length % 5 === 0 && !(await refresh(person))) return;
      }
    });
    // Spread over the whole of what is done in that time.
    await new Promise((done) => setTimeout(done, Number(values.writing) * ((round + 1) / rounds)));
    await product.kill();
    ended = true;
    await Promise.all(writing);
    const began = performance.now();
    await product.run();
    starts.push(performance.now() - began);
    for (const person of people) if (!(await refresh(person))) found.signedOut += 1;
    for (const person of people) await check(person);
  }
} finally {
  await product.stop();
  await postgres?.stop();
}
console.log(
  `${values.rounds} × kill -9 on ${postgres ? "PostgreSQL" : "PGlite"}: ${found.acknowledged} cards acknowledged, ${found.lost} lost; ` +
    `${found.sentAgain} sent again under their key, ${found.doubled} doubled; ${found.refreshes} sessions renewed, ${found.signedOut} signed out; ` +
    `start ${(median(starts) / 1000).toFixed(1)} s, longest ${(Math.max(...starts) / 1000).toFixed(1)} s`,
);
if (found.lost + found.doubled + found.signedOut > 0) process.exitCode = 1;

type Person = { session: { access_token: string; refresh_token: string }; captures: Capture[] };

/** @returns whether it was acknowledged */
async function write({ session }: Person, capture: Capture): Promise<boolean> {
  const answer = await send("/api/items", { type: "note", title: capture.title, body: "kept" }, session.access_token, {
    "idempotency-key": capture.key,
  });
  if (!answer?.ok) return false;
  capture.id = (answer.body as { id: string }).id;
  found.acknowledged += 1;
  return true;
}

async function refresh(person: Person): Promise<boolean> {
  const answer = await send("/auth/v1/token?grant_type=refresh_token", { refresh_token: person.session.refresh_token });
  if (!answer?.ok) return false;
  person.session = answer.body as Person["session"];
  found.refreshes += 1;
  return true;
}

/** Sends again what has no answer, as a client does, and compares what is there with what was acknowledged. */
async function check(person: Person): Promise<void> {
  for (const capture of person.captures.filter(({ id }) => id === null)) {
    found.sentAgain += 1;
    if (!(await write(person, capture))) throw new Error("A card that was sent again was not taken");
  }
  const there: string[] = [];
  let cursor = "";
  do {
    const page = (await get(`/api/items?limit=100&sort=created${cursor}`, person)) as {
      items: { id: string; title: string }[];
      nextCursor: string | null;
    };
    there.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : "";
  } while (cursor);
  const titles = new Set(there);
  found.doubled += there.length - titles.size;
  found.lost += person.captures.filter(({ title }) => !titles.has(title)).length;
}

async function get(path: string, { session }: Person): Promise<unknown> {
  const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${session.access_token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** @returns null when there was no answer */
async function send(path: string, body: object, token?: string, more: Record<string, string> = {}) {
  try {
    const answer = await fetch(product.url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...more,
      },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, body: (await answer.json()) as unknown };
  } catch {
    return null;
  }
}

async function ask(path: string, body: object): Promise<Person["session"]> {
  const answer = await send(path, body);
  if (!answer?.ok) throw new Error(`${path} was refused`);
  return answer.body as Person["session"];
}
