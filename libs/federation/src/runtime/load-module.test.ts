import { jest } from "@jest/globals";
import type { Composition, LoadableRelease } from "../composition.ts";
import { Remotes } from "./remotes.ts";

/**
 * What each release's container exposes, by the address of its entry; a function may throw as a chunk that does not
 * come does.
 */
const exposes = new Map<string, Record<string, () => unknown>>();
const entries = new Map<string, string>();
const federation = {
  registerRemotes: (remotes: { name: string; entry?: string }[]) => {
    for (const { name, entry } of remotes) entries.set(name, entry!);
  },
  async loadRemote<T>(id: string): Promise<T | null> {
    const [name = "", ...rest] = id.split("/");
    const expose = exposes.get(entries.get(name)!)?.[rest.join("/")];
    return (expose?.() ?? null) as T | null;
  },
};

const release = (id: string): LoadableRelease => ({
  id,
  version: id,
  base: `/assets/a/${id}/`,
  entry: "e.js",
  globalName: "a",
  integrity: {},
});
const urlOf = (id: string) => new URL(`/assets/a/${id}/e.js`, location.href).href;
const gone = () => {
  throw Object.assign(new Error("Loading chunk 1 failed"), { name: "ChunkLoadError" });
};

const noHangs = {
  has: (_app: string, _release: string) => false,
  runs: () => {},
};

function page(stable?: string, hangs = noHangs) {
  const reports: string[] = [];
  const composition = {
    buildId: "b",
    shell: {},
    remotes: [
      { name: "a", title: "A", release: release("2"), routes: [], ...(stable ? { stable: release(stable) } : {}) },
    ],
  } as unknown as Composition;
  const remotes = new Remotes(
    composition,
    { report: (app, id, metric) => void reports.push(`${app} ${id} ${metric}`), runs: () => {} },
    hangs,
    async () => federation as never,
  );
  return { remotes, reports };
}
beforeEach(() => {
  exposes.clear();
  jest.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

describe("a module of a remote", () => {
  it("is its default export", async () => {
    exposes.set(urlOf("2"), { "types/x/view": () => ({ default: "view" }) });
    const { remotes, reports } = page();
    expect(await remotes.loadModule("a", "types/x/view")).toBe("view");
    expect(reports).toEqual([]);
  });

  it("does not wait for scripts of the release that has failed", async () => {
    const pending = document.head.appendChild(document.createElement("script"));
    const other = document.head.appendChild(document.createElement("script"));
    exposes.set(urlOf("2"), {
      view: () => {
        pending.setAttribute("data-rspack", "tessera_a:chunk-7");
        other.setAttribute("data-rspack", "tessera_ab:chunk-7");
        gone();
      },
    });
    exposes.set(urlOf("1"), { view: () => ({ default: pending.getAttribute("data-rspack") ?? "its own" }) });
    const { remotes } = page("1");
    expect(remotes.isOffPage({ app: "a", release: "2" })).toBe(false);
    expect(await remotes.loadModule("a", "view")).toBe("its own");
    expect(["2", "1"].map((release) => remotes.isOffPage({ app: "a", release }))).toEqual([true, false]);
    expect(remotes.isOffPage({ app: "shell", release: "1" })).toBe(false);
    expect(other).toHaveAttribute("data-rspack");
    pending.remove();
    other.remove();
  });

  it("comes from the stable release when its own does not come, and the release is reported", async () => {
    exposes.set(urlOf("2"), { view: gone });
    exposes.set(urlOf("1"), { view: () => ({ default: "stable view" }) });
    const { remotes, reports } = page("1");
    expect(await remotes.loadModule("a", "view")).toBe("stable view");
    expect(reports).toEqual(["a 2 failure"]);
  });

  it("brings the stable release to the page when the remote's pages run already", async () => {
    exposes.set(urlOf("2"), { routes: () => ({ default: ["own"] }), view: gone });
    exposes.set(urlOf("1"), { routes: () => ({ default: ["stable"] }), view: () => ({ default: "stable view" }) });
    const { remotes } = page("1");
    const replaced: unknown[] = [];
    remotes.onReplaced((...change) => void replaced.push(change));
    remotes.onReplaced((name) => void replaced.push(name));
    await remotes.load("a");
    expect(await remotes.loadModule("a", "view")).toBe("stable view");
    expect(replaced).toEqual([["a", ["stable"]], "a"]);
  });

  it("that no release has is an error, and the next call asks again", async () => {
    exposes.set(urlOf("2"), { view: gone });
    exposes.set(urlOf("1"), {});
    const { remotes, reports } = page("1");
    await expect(remotes.loadModule("a", "view")).rejects.toMatchObject({
      name: "RemoteLoadError",
      release: "1",
      failure: "contract",
    });
    expect(reports).toEqual(["a 2 failure", "a 1 failure"]);
    exposes.set(urlOf("1"), { view: () => ({ default: "view" }) });
    expect(await remotes.loadModule("a", "view")).toBe("view");
  });
});

describe("what the scripts of a release throw", () => {
  it("is no error of the page while its routes are loaded, and is one once they run", async () => {
    const { remotes } = page("1");
    const off: boolean[] = [];
    const look = () => off.push(remotes.isOffPage({ app: "a", release: "2" }));
    exposes.set(urlOf("2"), {
      routes: () => {
        look();
        return { default: [] };
      },
    });
    look();
    await remotes.load("a");
    look();
    expect(off).toEqual([false, true, false]);
  });
});

describe("a release that hung the page last time", () => {
  const hung = (...ids: string[]) => ({ ...noHangs, has: (_: string, id: string) => ids.includes(id) });

  it("is not started: its stable release is", async () => {
    exposes.set(urlOf("2"), { routes: () => ({ default: ["own"] }) });
    exposes.set(urlOf("1"), { routes: () => ({ default: ["stable"] }) });
    const { remotes, reports } = page("1", hung("2"));
    expect(await remotes.load("a")).toEqual(["stable"]);
    expect(reports).toEqual(["a 2 failure", "a 1 load"]);
  });

  it("runs again where no other is there: a browser that was ended by force leaves the same mark", async () => {
    exposes.set(urlOf("2"), { routes: () => ({ default: ["own"] }) });
    const { remotes, reports } = page(undefined, hung("2"));
    expect(await remotes.load("a")).toEqual(["own"]);
    expect(reports).toEqual(["a 2 load"]);
  });
});
