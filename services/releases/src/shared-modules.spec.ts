import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Release } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { machine } from "./audit.ts";
import { unmetRequirements } from "./compatibility.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./operator.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import { candidateOf } from "./testing/candidate.ts";

const ui = (version: string, ...exports: string[]): Release["shared"] => ({ "@tessera/ui": { version, exports } });
const shell = (version: string, shared: Release["shared"], shellApi = "1.0.0") =>
  candidateOf("shell", version, { shared, provides: { "shell-api": shellApi } });
const items = (version: string, shared: Release["shared"]) => candidateOf("items", version, { shared });
const unmet = (...candidates: ReturnType<typeof candidateOf>[]) =>
  unmetRequirements(candidates.map(({ release }) => release));
const idOf = ({ release }: ReturnType<typeof candidateOf>) => release.id;

describe("what a remote takes of shared modules", () => {
  const given = shell("1.0.0", ui("1.4.0", "Pane", "Pill"));

  it.each<[string, Release["shared"], string | null]>([
    ["is there", ui("^1", "Pane"), null],
    ["is not said, as in older releases", undefined, null],
    [
      "is an export that the shell's version lacks",
      ui("^1", "Board", "Pane"),
      "imports Board of @tessera/ui, which the shell",
    ],
    ["is another major version", ui("^2", "Pane"), "was built for @tessera/ui ^2, and the shell"],
    ["is not shared", { vue: { version: "^3", exports: [] } }, "uses vue, which the shell"],
  ])("%s", (_, shared, sentence) => {
    expect(unmet(given, items("1.0.0", shared))).toEqual(sentence === null ? [] : [expect.stringContaining(sentence)]);
  });

  it("is not checked against a shell that does not say what it shares", () => {
    expect(unmet(shell("1.0.0", undefined), items("1.0.0", ui("^9", "Nothing")))).toEqual([]);
  });
});

describe("publishing", () => {
  let world: World;
  let releases: Releases;
  let rollouts: Rollouts;
  const [old, next] = [shell("1.0.0", ui("1.0.0", "Pane")), shell("1.1.0", ui("1.1.0", "Pane", "Board"))];
  beforeAll(async () => {
    world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
    [releases, rollouts] = [world.application.nest.get(Releases), world.application.nest.get(Rollouts)];
    await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
    await releases.publish([old, items("1.0.0", ui("^1", "Pane"))], "test");
  });
  afterAll(() => world.stop());

  const board = items("1.1.0", ui("^1", "Board"));
  const composed = async () =>
    (await world.application.nest.get(ReleaseRegistry).resolve({ cookies: "", sessionCookie: "s" }))!.composition;

  it("refuses a remote that needs the next shell, naming app, module and export", async () => {
    await expect(releases.publish([board], "test")).rejects.toThrow(
      `items ${idOf(board)} imports Board of @tessera/ui, which the shell ${idOf(old)} (@tessera/ui 1.0.0) lacks`,
    );
  });

  it("lets it wait for a shell that is rolled out, and refuses to take that shell back; in an incident, says what breaks", async () => {
    await releases.publish([next], "test");
    await releases.publish([board], "test");
    const sentence = `items ${idOf(board)} imports Board of @tessera/ui, which the shell ${idOf(old)} (@tessera/ui 1.0.0) lacks`;
    expect((await rollouts.plan("shell", undefined)).breaks).toEqual([sentence]);
    await expect(rollouts.rollback("shell", machine("test"), {})).rejects.toThrow(sentence);
    await rollouts.rollback("shell", machine("test"), { force: true });
    expect((await composed()).shell.release.id).toBe(idOf(old));
    await releases.publish([shell("1.1.1", ui("1.1.0", "Pane", "Board"))], "test");
  });

  it("takes a shell with a new major version that still serves the one before, until the remotes have moved", async () => {
    const shared = ui("1.1.0", "Pane", "Board");
    await expect(releases.publish([shell("2.0.0", shared, "2.0.0")], "test")).rejects.toThrow(
      "requires shell-api ^1.0.0, and 2.0.0 is live",
    );
    await releases.publish([shell("2.0.1", shared, "2.0.0 1.9.0")], "test");
    const manifest = Manifest.parse({ name: "items", title: "items", routes: [], requires: { "shell-api": "^2.0.0" } });
    await releases.publish([candidateOf("items", "2.0.0", { manifest, shared: ui("^1", "Board") })], "test");
    await releases.publish([shell("2.1.0", shared, "2.1.0")], "test");
  });
});
