import { describe, expect, it } from "@jest/globals";
import { contributionsOf, type Declared } from "./contributions-of.ts";

const kind = { kind: "due", group: "Due", order: 1, icon: "M0 0", open: "Open", why: "It is due." };
const section = { line: "…", icon: "M0 0", access: "everyone", module: "pane" } as const;

function host(
  remotes: { name: string; contributes?: Declared }[],
  load: (owner: string, module: string) => unknown = () => "code",
) {
  const reported: string[] = [];
  const loads: string[] = [];
  const contributions = contributionsOf(remotes, {
    load: async <T>(owner: string, module: string) => {
      loads.push(`${owner}/${module}`);
      return load(owner, module) as T;
    },
    report: (owner, error) => void reported.push(`${owner}: ${(error as Error).message}`),
  });
  return { contributions, reported, loads };
}

describe("the contributions of all remotes", () => {
  it("are data at once and code when it is asked for", async () => {
    const { contributions, loads } = host([
      { name: "a", contributes: { queueKinds: [{ ...kind, view: "due/view" }] } },
      { name: "b" },
    ]);
    const entry = contributions.queueKind("due")!;
    expect(entry).toMatchObject({ owner: "a", group: "Due" });
    expect([entry.view?.loaded(), loads]).toEqual([null, []]);
    expect(await entry.view?.load()).toBe("code");
    expect([entry.view?.loaded(), loads]).toEqual(["code", ["a/due/view"]]);
  });

  it("belong to the first that declares them; the others are reported", () => {
    const { contributions, reported } = host([
      { name: "a", contributes: { queueKinds: [kind] } },
      { name: "b", contributes: { queueKinds: [{ ...kind, group: "Mine" }] } },
    ]);
    expect(contributions.queueKind("due")?.owner).toBe("a");
    expect(contributions.queueKinds).toHaveLength(1);
    expect(reported).toEqual(['b: b contributes queueKinds "due", which another area has']);
  });

  it("have one that answers questions about cards, or none", async () => {
    const { contributions, loads } = host([
      { name: "a" },
      { name: "b", contributes: { ask: { command: "b.ask", module: "ask" } } },
      { name: "c", contributes: { ask: { command: "c.ask", module: "other" } } },
    ]);
    expect(contributions.ask?.command).toBe("b.ask");
    expect(await contributions.ask?.load()).toBe("code");
    expect(loads).toEqual(["b/ask"]);
    expect(host([{ name: "a" }]).contributions.ask).toBeNull();
  });

  it("have settings in their order", () => {
    const settings = [30, 10, 20].map((order) => ({
      ...section,
      id: `s${order}`,
      path: `/settings/s${order}`,
      title: `S${order}`,
      order,
    }));
    expect(host([{ name: "a", contributes: { settings } }]).contributions.settings.map(({ id }) => id)).toEqual([
      "s10",
      "s20",
      "s30",
    ]);
  });

  it("ask again for code that failed, and for that of a remote whose release was replaced", async () => {
    let there = false;
    const { contributions, loads } = host(
      [{ name: "a", contributes: { queueKinds: [{ ...kind, view: "view" }] } }],
      () => {
        if (!there) throw new Error("not there");
        return "code";
      },
    );
    const view = contributions.queueKind("due")!.view!;
    await expect(view.load()).rejects.toThrow("not there");
    there = true;
    expect(await view.load()).toBe("code");
    contributions.forget("a");
    expect(view.loaded()).toBeNull();
    expect(loads).toHaveLength(2);
  });
});
