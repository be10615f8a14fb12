import type { ProblemError } from "@tessera/contracts-core/problem.ts";
import type { releasesClient } from "@tessera/contracts-releases/client.ts";

/** An app in a registry: 1.0.0 is stable, and a rollout takes it to 2.0.0. */
export interface RegistryUnderTest {
  app: string;
  /** A path that belongs to the app. */
  path: string;
  administrator: ReturnType<typeof releasesClient>;
  /** Somebody who is signed in. */
  person: ReturnType<typeof releasesClient>;
}

/** Status and code of what is refused. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ problem }: ProblemError) => [problem.status, problem.code],
  );

/**
 * What pages rely on of the registry: run against the service and against its stand-in for the tests of pages.
 * @param open an app that no other test knows
 */
export function releasesConformance(open: () => Promise<RegistryUnderTest>): void {
  const overviewOf = async ({ administrator, app }: RegistryUnderTest) =>
    (await administrator.overview()).items.find(({ name }) => name === app)!;
  const ownershipOf = async ({ administrator, app }: RegistryUnderTest) =>
    (await administrator.ownership()).items.find(({ name }) => name === app);

  it("shows releases and their owners to administrators alone, and tells everybody whether they are one", async () => {
    const { administrator, person, app } = await open();
    expect([await administrator.rights(), await person.rights()]).toEqual([
      { administrator: true },
      { administrator: false },
    ]);
    for (const asked of [person.overview(), person.audit(), person.ownership(), person.rollback(app, { to: "1.0.0" })])
      expect(await refusal(asked)).toEqual([403, "administrators_only"]);
  });

  it("lists an app with what is stable, its rollout, and its releases, the newest first", async () => {
    const found = await overviewOf(await open());
    expect(found).toMatchObject({
      stable: { version: "1.0.0" },
      rollout: { state: "running", candidate: { version: "2.0.0" }, endedAt: null },
      pins: [],
    });
    expect(found.releases.map(({ version }) => version)).toEqual(["2.0.0", "1.0.0"]);
  });

  it("pauses a rollout, continues with it, and ends it with everybody on the new release", async () => {
    const world = await open();
    const { administrator, app } = world;
    expect(await administrator.act(app, "pause")).toMatchObject({ state: "paused", holdUntil: null });
    expect(await administrator.act(app, "resume")).toMatchObject({
      state: "running",
      holdUntil: expect.any(String),
    });
    expect(await administrator.act(app, "promote")).toMatchObject({ state: "promoted", percent: 100 });
    expect((await overviewOf(world)).stable?.version).toBe("2.0.0");
    expect(await refusal(administrator.act(app, "pause"))).toEqual([409, "wrong_state"]);
  });

  it("aborts a rollout with a reason, and what was stable stays so", async () => {
    const world = await open();
    const aborted = await world.administrator.act(world.app, "abort", "Prices were wrong");
    expect(aborted).toMatchObject({ state: "aborted", percent: 0, reason: "Prices were wrong", holdUntil: null });
    expect(aborted.endedAt).not.toBeNull();
    expect((await overviewOf(world)).stable?.version).toBe("1.0.0");
  });

  it("rolls back to a release that it has, and ends the rollout of another", async () => {
    const world = await open();
    const { administrator, app } = world;
    await administrator.act(app, "promote");
    const [, former] = (await overviewOf(world)).releases;
    expect(await refusal(administrator.rollback(app, { to: "9.9.9" }))).toEqual([404, "release_not_found"]);
    const { stable } = await administrator.rollback(app, { to: former!.id, reason: "Prices were wrong" });
    expect(stable?.id).toBe(former!.id);
    expect((await overviewOf(world)).stable?.id).toBe(former!.id);
  });

  it("pins a release for somebody until it is taken back", async () => {
    const world = await open();
    const { administrator, app } = world;
    const [newest] = (await overviewOf(world)).releases;
    const pin = await administrator.pin(app, { release: newest!.id, who: "lena@example.com" });
    expect(pin).toMatchObject({ app, who: "lena@example.com", release: { id: newest!.id } });
    expect((await overviewOf(world)).pins).toMatchObject([{ id: pin.id }]);
    await administrator.unpin(app, pin.id);
    expect((await overviewOf(world)).pins).toEqual([]);
    expect(await refusal(administrator.unpin(app, pin.id))).toEqual([404, "pin_not_found"]);
  });

  it("changes who owns an app, takes its token back and gives it another", async () => {
    const world = await open();
    const { administrator, app } = world;
    expect((await administrator.changeApp(app, { owner: "Team Oak" })).owner).toBe("Team Oak");
    await administrator.revokeToken(app);
    expect(await ownershipOf(world)).toMatchObject({ owner: "Team Oak", canPublish: false });
    const first = await administrator.rotateToken(app);
    expect(first).toMatchObject({ app, token: expect.any(String) });
    expect((await ownershipOf(world))?.canPublish).toBe(true);
    const taken = { name: app, owner: "Team Elm", prefixes: [`/${app}-elm`] };
    expect(await refusal(administrator.createApp(taken))).toEqual([409, "app_exists"]);
    expect(await refusal(administrator.changeApp("nowhere", { owner: "Team Elm" }))).toEqual([404, "app_not_found"]);
  });

  it("switches an app off with a reason that the list shows, and on again", async () => {
    const world = await open();
    await world.administrator.switchOff(world.app, "It writes wrong sums");
    expect((await ownershipOf(world))?.off).toMatchObject({ reason: "It writes wrong sums" });
    await world.administrator.switchOn(world.app);
    expect((await ownershipOf(world))?.off).toBeNull();
  });

  it("says who serves a path", async () => {
    const { administrator, app, path } = await open();
    const served = await administrator.serves(path);
    expect(served).toMatchObject({ path, app });
    expect(served.why.length).toBeGreaterThan(0);
  });
}
