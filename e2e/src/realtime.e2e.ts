import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { PASSWORD, someone } from "./person.ts";
import { Product } from "./product.ts";

let product: Product;
test.beforeAll(async () => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
});
test.afterAll(() => product?.stop());

test("a person's items arrive live, also after the power failed under an open connection", async () => {
  const client = createClient(product.url, "tessera", { auth: { persistSession: false } });
  const { data } = await client.auth.signUp({ email: someone("tessera.example"), password: PASSWORD });
  const token = data.session!.access_token;
  await client.realtime.setAuth();
  const states: string[] = [];
  const titles: unknown[] = [];
  client
    .channel("items of mine")
    .on("postgres_changes", { event: "INSERT", schema: "items", table: "item" }, (change) =>
      titles.push(change.new.title),
    )
    .subscribe((state) => states.push(state));
  await expect.poll(() => states.at(-1)).toBe("SUBSCRIBED");
  const create = (title: string) =>
    fetch(`${product.url}/api/items`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ type: "note", title, body: "" }),
    });
  await expect.poll(async () => (await create("before")).status).toBe(201);
  await expect.poll(() => titles).toContain("before");

  await product.kill();
  await expect.poll(() => states.at(-1)).toBe("CHANNEL_ERROR");
  await product.run();
  await expect.poll(() => states.at(-1)).toBe("SUBSCRIBED");
  await create("after");
  await expect.poll(() => titles).toContain("after");
  await client.removeAllChannels();
});

test("pages may connect under their content security policy", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto("/login");
  const answer = await page.evaluate(
    () =>
      new Promise((done, failed) => {
        const socket = new WebSocket(`ws://${location.host}/realtime/v1/websocket?apikey=tessera&vsn=2.0.0`);
        socket.onopen = () => socket.send('[null,"1","phoenix","heartbeat",{}]');
        socket.onmessage = ({ data }) => done(JSON.parse(data));
        socket.onerror = () => failed(new Error("The connection was refused"));
      }),
  );
  expect(answer).toEqual([null, "1", "phoenix", "phx_reply", { status: "ok", response: {} }]);
});
