/** What is read of pictures and PDFs; what is stored of it is the services' own specs'. @databases one @run all */
import { readFileSync } from "node:fs";
import path from "node:path";
import { financeClient } from "@tessera/contracts-finance/client.ts";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { fold } from "@tessera/rules";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../finance/src/receipts/testing/labelled");
interface Label {
  file: string;
  merchant: string;
  date: string;
  currency: string;
  total: number;
}
const labels = JSON.parse(readFileSync(path.join(FOLDER, "labels.json"), "utf8")) as Record<string, Label>;

let world: World;
beforeAll(async () => {
  world = await startServices(services({}), {
    ownIdentity: true,
    environment: { IDENTITY_MAILER_AUTOCONFIRM: "true", EMBEDDINGS: "off", INTERNAL_EMAIL_DOMAIN: "example.com" },
  });
});
afterAll(() => world.stop());

test("pictures and PDFs of receipts are recognised, read and kept by the services together", async () => {
  const answer = await fetch(`${world.url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "reader@example.com", password: "correct horse battery staple" }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const [items, finance] = [itemsClient(world.client(token)), financeClient(world.client(token))];
  const cards = new Map<string, string>();
  for (const [name, { file }] of Object.entries(labels)) {
    const form = new FormData();
    form.set("files", new Blob([new Uint8Array(readFileSync(path.join(FOLDER, file)))]), file);
    cards.set(name, (await items.upload(form, crypto.randomUUID(), { type: "receipt" })).id);
  }
  await world.jobsIdle();
  const right = { total: 0, currency: 0, date: 0, merchant: 0 };
  for (const [name, id] of cards) {
    const label = labels[name]!;
    const { data } = await items.get(id);
    // The specs of the reader work with these texts.
    expect({ name, text: data.text }).toEqual({
      name,
      text: readFileSync(path.join(FOLDER, `${name}.txt`), "utf8").trimEnd(),
    });
    const receipt = await finance.receipt(id);
    right.total += Number(receipt.total === label.total);
    right.currency += Number(receipt.currency === label.currency);
    right.date += Number(receipt.date === label.date);
    right.merchant += Number(fold(receipt.merchant ?? "") === fold(label.merchant));
  }
  expect(right).toEqual({ total: 14, currency: 14, date: 13, merchant: 12 });
}, 240_000);
