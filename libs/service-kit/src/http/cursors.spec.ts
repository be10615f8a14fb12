import { randomUUID } from "node:crypto";
import { Controller, Get, Module, Query } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import type { ServiceDefinition } from "../service-definition.ts";

/** Counts on from the cursor, three to a page. */
@Controller("api/numbers")
class NumbersController {
  @Get(["odd", "even"])
  page(@Query("cursor") cursor = "0") {
    return { items: [Number(cursor)], nextCursor: Number(cursor) < 2 ? String(Number(cursor) + 1) : null };
  }
}

@Module({ controllers: [NumbersController] })
class NumbersModule {}
const numbers: ServiceDefinition = {
  name: "numbers",
  title: "Numbers",
  module: NumbersModule,
  schema: "numbers",
  migrations: [],
};

let world: World;
beforeAll(async () => {
  world = await startServices([numbers]);
});
afterAll(() => world.stop());

interface Page {
  items: number[];
  nextCursor: string | null;
  code?: string;
}
async function person() {
  const call = world.client(await world.token({ userId: randomUUID() }));
  return async (list: string, cursor?: string | null) => {
    const answer = await call(`/api/numbers/${list}${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`);
    return { status: answer.status, ...((await answer.json()) as Page) };
  };
}
const refused = { status: 400, code: "invalid_cursor" };

it("gives lists their own cursors back, without the signature that clients see", async () => {
  const get = await person();
  const first = await get("odd");
  expect(first.nextCursor).toMatch(/^1[\w-]{22}$/);
  const second = await get("odd", first.nextCursor);
  expect(second.items).toEqual([1]);
  expect(await get("odd", second.nextCursor)).toMatchObject({ status: 200, items: [2], nextCursor: null });
  // Also after a start, and from another process.
  await world.restart();
  expect(await get("odd", first.nextCursor)).toMatchObject({ items: [1] });
});

it("takes no cursor that was made up, changed, of another list or of another person", async () => {
  const [get, other] = [await person(), await person()];
  const { nextCursor } = await get("odd");
  const changed = `2${nextCursor!.slice(1)}`;
  for (const cursor of ["1", "x".repeat(23), changed, nextCursor!.slice(0, -1), `${nextCursor}x`])
    expect(await get("odd", cursor)).toMatchObject(refused);
  expect(await get("even", nextCursor)).toMatchObject(refused);
  expect(await other("odd", nextCursor)).toMatchObject(refused);
});
