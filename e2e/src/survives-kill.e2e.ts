import { type APIRequestContext, expect, request, test } from "@playwright/test";
import { bookmarksFile } from "./files.ts";
import { PASSWORD, someone } from "./person.ts";
import { Product } from "./product.ts";

/** Kill -9 at any moment loses nothing that was acknowledged. */
let product: Product;
let api: APIRequestContext;

const signedIn = async (): Promise<void> => {
  const anonymous = await request.newContext({ baseURL: product.url });
  const answer = await anonymous.post("/auth/v1/signup", {
    data: { email: someone("tessera.example"), password: PASSWORD },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { access_token } = (await answer.json()) as { access_token: string };
  api = await request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { authorization: `Bearer ${access_token}` },
  });
};
const count = async (query: string) =>
  ((await (await api.get(`/api/items?${query}`)).json()) as { total: number }).total;

test.beforeAll(async () => {
  product = await Product.start({
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
    IDENTITY_RATE_LIMIT_FACTOR: "0",
    RATE_LIMIT_FACTOR: "0",
  });
  await signedIn();
});
test.afterAll(() => product.stop());

test("cards acknowledged before a kill are there after it, and the session still holds", async () => {
  for (let round = 0; round < 3; round++) {
    const acknowledged: string[] = [];
    let refusal = "";
    let isKilled = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !isKilled; n++) {
        const title = `Round ${round} writer ${writer} card ${n}`;
        try {
          const answer = await api.post("/api/items", {
            data: { type: "note", title },
            headers: { "idempotency-key": title },
          });
          if (answer.status() === 201) acknowledged.push(title);
          else refusal = await answer.text();
        } catch (error) {
          refusal = String(error);
        }
      }
    });
    const wanted = 20 + round * 7;
    await expect
      .poll(() => (acknowledged.length > wanted ? "enough" : `${acknowledged.length} cards; ${refusal}`))
      .toBe("enough");
    await product.kill();
    isKilled = true;
    await Promise.all(writers);
    await product.run();
    const kept = new Set<string>();
    for (let cursor = ""; ; ) {
      const answer = await api.get(
        `/api/items?type=note&limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      const body = (await answer.json()) as { items: { title: string }[]; nextCursor: string | null };
      for (const item of body.items) kept.add(item.title);
      if (!body.nextCursor) break;
      cursor = body.nextCursor;
    }
    expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
  }
});

test("an import that was killed continues after the start, and makes no card twice", async () => {
  const answer = await api.post("/api/items/import", { multipart: { files: bookmarksFile(8000) } });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const session = async () =>
    (await (await api.get(`/api/items/import/${id}`)).json()) as { state: string; done: number; created: number };
  await expect.poll(async () => (await session()).done, { intervals: [20] }).toBeGreaterThan(0);
  await product.kill();
  await product.run();
  // Thousands of cards, on a busy machine.
  await expect.poll(async () => (await session()).state, { timeout: 300_000 }).toBe("done");
  expect((await session()).created).toBe(8000);
  expect(await count("type=bookmark&limit=1")).toBe(8000);
});

/** Kills of the next test; each lands among the refreshes of all its people. */
const KILLS = 8;

test("a bank file whose import, or undo, was killed continues after the start, with no entry twice or in half", async () => {
  test.slow(); // it starts the product three times
  const entries = 3000;
  const lines = Array.from({ length: entries }, (_, at) => `2026-0${1 + (at % 9)}-01,-${at + 1}.00,Shop ${at % 50}\n`);
  const read = await api.post("/api/finance/imports", {
    headers: { "idempotency-key": crypto.randomUUID() },
    multipart: {
      file: { name: "years.csv", mimeType: "text/csv", buffer: Buffer.from(`Date,Amount,Payee\n${lines.join("")}`) },
    },
  });
  expect(read.status(), await read.text()).toBe(201);
  const { id } = (await read.json()) as { id: string };
  const made = await api.post("/api/finance/accounts", {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { name: "Daily", currency: "EUR" },
  });
  const { account } = (await made.json()) as { account: { id: string } };
  const commit = await api.post(`/api/finance/imports/${id}/commit`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { statements: [{ statement: 0, accountId: account.id }] },
  });
  expect(commit.status(), await commit.text()).toBe(200);
  const state = async () =>
    (await (await api.get(`/api/finance/imports/${id}`)).json()) as {
      created: number;
      progress: object | null;
      undoing: { done: number } | null;
    };
  await expect.poll(async () => (await state()).created, { intervals: [50] }).toBeGreaterThan(0);
  await product.kill();
  await product.run();
  await expect.poll(async () => (await state()).progress, { timeout: 120_000 }).toBeNull();
  expect(await state()).toMatchObject({ state: "done", created: entries });
  const held = async () => ((await (await api.get("/api/finance/accounts")).json()) as { items: unknown[] }).items;
  expect(await held()).toMatchObject([{ transactions: entries, balance: (-entries * (entries + 1) * 100) / 2 }]);
  const { act } = (await commit.json()) as { act: string };
  const undo = await api.post(`/api/finance/acts/${act}/undo`, { data: {} });
  expect(await undo.json()).toMatchObject({ continues: true });
  // Some of it is taken back, or all of it.
  await expect.poll(async () => (await state()).undoing?.done, { intervals: [50] }).not.toBe(0);
  await product.kill();
  await product.run();
  await expect.poll(async () => (await state()).undoing, { timeout: 120_000 }).toBeNull();
  expect(await state()).toMatchObject({ state: "undone" });
  expect(await held()).toMatchObject([{ transactions: 0, balance: 0 }]);
});

test("a kill while sessions are refreshed signs nobody out", async () => {
  test.slow(); // it starts the product eight times
  const anonymous = await request.newContext({ baseURL: product.url });
  const ask = async (path: string, data: object) => {
    const answer = await anonymous.post(`/auth/v1/${path}`, { data });
    return { status: answer.status(), ...((await answer.json()) as { refresh_token: string }) };
  };
  const refresh = (refresh_token: string) => ask("token?grant_type=refresh_token", { refresh_token });
  const tokens: string[] = [];
  for (let person = 0; person < 4; person++) {
    tokens.push((await ask("signup", { email: someone("tessera.example"), password: PASSWORD })).refresh_token);
  }
  for (let round = 0; round < KILLS; round++) {
    let rotations = 0;
    const browsers = tokens.map(async (_, person) => {
      for (;;) {
        // When the answer is lost the browser still has the token it asked with.
        const answer = await refresh(tokens[person]!).catch(() => null);
        if (!answer) return;
        expect(answer).toMatchObject({ status: 200 });
        tokens[person] = answer.refresh_token;
        rotations += 1;
      }
    });
    await expect.poll(() => rotations, { intervals: [1] }).toBeGreaterThan(3 + round * 5);
    await product.kill();
    await Promise.all(browsers);
    await product.run();
    for (const [person, token] of tokens.entries()) {
      const answer = await refresh(token);
      expect(answer).toMatchObject({ status: 200 });
      tokens[person] = answer.refresh_token;
    }
  }
});

test("a second process on the same data folder is refused with a sentence that says what to do", async () => {
  const refused = await product.runSecond();
  expect(refused).toMatch(/in use by process \d+/);
  expect(refused).toContain("DATA_DIR");
});
