import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Clock } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { releasesService } from "../index.ts";
import { Signer } from "./signer.ts";

const MINUTE = 60_000;
let world: World;
/** Two processes on one database. */
let one: Signer;
let other: Signer;
beforeAll(async () => {
  world = await startServices([releasesService]);
  const make = () => new Signer(world.database.of("releases"), world.application.nest.get(Clock));
  [one, other] = [make(), make()];
});
afterAll(() => world.stop());

describe("the key that signs what visitors carry", () => {
  it("is replaced without refusing anything: of before, meanwhile, or of another process", async () => {
    const before = await one.sign("page", "a");
    expect(await other.open("page", before)).toBe("a");
    await one.rotate();
    expect(await other.open("page", await one.sign("page", "b"))).toBe("b");
    world.clock.advance(2 * MINUTE);
    const after = await one.sign("page", "a");
    expect(after).not.toBe(before);
    for (const signer of [one, other]) {
      expect(await signer.open("page", before)).toBe("a");
      expect(await signer.open("page", after)).toBe("a");
    }
  });

  it("is worth nothing after the second replacement, as after a leak", async () => {
    const leaked = await one.sign("page", "c");
    await one.rotate();
    world.clock.advance(2 * MINUTE);
    await one.rotate();
    world.clock.advance(2 * MINUTE);
    expect([await one.open("page", leaked), await other.open("page", leaked)]).toEqual([null, null]);
    expect(await other.open("page", await one.sign("page", "d"))).toBe("d");
  });
});
