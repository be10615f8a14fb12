import type { TermsGiven } from "@tessera/contracts-transcribe/events.ts";
import { askForTerms, termsListener } from "@tessera/testing/terms-listener.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
const given: TermsGiven[] = [];
beforeAll(async () => {
  world = await startItems({ services: [termsListener(given)] });
});
afterAll(() => world.stop());

test("cards give people with their aliases, tags, and names in titles, of their person alone", async () => {
  const [userId, stranger] = [crypto.randomUUID(), crypto.randomUUID()];
  const [{ items }, other] = [await world.person({ userId }), await world.person({ userId: stranger })];
  const add = (card: Parameters<typeof items.create>[0]) => items.create(card, crypto.randomUUID());
  await add({ type: "person", title: "Ada Lovelace", data: { aliases: ["Countess of Lovelace"] } });
  await add({ type: "note", title: "Lunch with Kowalski in the Café Zappe", tags: ["Kubernetes"] });
  await add({ type: "note", title: "Kowalski's plan: see https://Grafana.example/Board or a@Zappe.example" });
  const gone = await add({ type: "note", title: "Szymborska", tags: ["Poems"] });
  await items.bulk({ ids: [gone.id], set: { status: "trash" } }, crypto.randomUUID());
  await other.items.create({ type: "note", title: "Featherstone", tags: ["Secret"] }, crypto.randomUUID());
  given.length = 0;
  await askForTerms(world, userId);
  const bySource = Object.fromEntries(given.map((one) => [one.source, one.terms]));
  expect(given.map((one) => one.userId)).toEqual([userId, userId, userId]);
  expect(bySource).toEqual({
    person: ["Ada Lovelace", "Countess of Lovelace"],
    tag: ["Kubernetes"],
    title: ["Kowalski", "Zappe"],
  });
});
