import { randomUUID } from "node:crypto";
import type { ProblemError } from "@tessera/contracts/problem.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { INTERNAL_EMAIL_DOMAIN: "tessera.example" } });
}, 60_000);
afterAll(() => world.stop());

const key = () => randomUUID();
const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => Promise.reject(new Error("was not refused")),
    (error: ProblemError) => error.problem,
  );

describe("capturing", () => {
  it("stores a note as typed and makes its title from the first line [items.titles]", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "note", body: "# Winter tyres\n\nAsk at the garage." }, key());
    expect(made).toMatchObject({ title: "Winter tyres", titleSource: "rule", version: 1, status: "inbox", source: "capture" });
    expect(await items.get(made.id)).toEqual(made);
    const listed = await items.list({ type: "note" });
    expect(listed).toMatchObject({ total: 1, items: [{ id: made.id, line: "Ask at the garage." }] });
  });

  it("never overwrites a title that a person gave [items.titles]", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "note", title: "Mine", body: "something else" }, key());
    expect(made).toMatchObject({ title: "Mine", titleSource: "person" });
    expect(await items.update(made.id, 1, { body: "a new first line" })).toMatchObject({ title: "Mine", titleSource: "person" });
  });
});
