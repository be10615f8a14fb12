import { drawnMark, readyMark } from "@tessera/federation/runtime/timeline.ts";
import { contextOf } from "../testing/start-shell.tsx";
import { readPage, reasonOf } from "./read-page.ts";

const { composition, releaseOf } = contextOf();
const entry = (name: string, startTime: number, encodedBodySize = 0) =>
  ({ name, startTime, encodedBodySize }) as PerformanceResourceTiming;
const file = (path: string, bytes: number) => entry(new URL(path, location.href).href, 0, bytes);

const timeline = (...entries: PerformanceResourceTiming[]) => ({
  getEntriesByName: (name: string) => entries.filter((one) => one.name === name),
  getEntriesByType: () => entries,
});

describe("what an app cost", () => {
  it("is its own files and times", () => {
    const [shell, items] = readPage(
      composition,
      {},
      releaseOf,
      timeline(
        file("/assets/shell/boot.abc.js", 1000),
        file("/assets/items/remoteEntry.abc.js", 2000),
        file("/assets/items/routes.def.js", 500),
        file("/assets/items-of-others/a.js", 7),
        entry(readyMark("items"), 410),
        entry(drawnMark("items"), 640),
      ),
    );
    expect(shell).toMatchObject({ name: "shell", files: 1, bytes: 1000, readyAt: null, drawnAt: null });
    expect(items).toMatchObject({ name: "items", files: 2, bytes: 2500, readyAt: 410, drawnAt: 640 });
  });

  it("is found on a developer's server", () => {
    const base = "http://localhost:5999/items/";
    const remotes = composition.remotes.map((remote) => ({ ...remote, release: { ...remote.release, base } }));
    const own = timeline(file(`${base}remoteEntry.js`, 0), file("/assets/items/routes.js", 9));
    const [, items] = readPage(
      { ...composition, remotes },
      { inspector: { sources: { items: "override" } } },
      () => undefined,
      own,
    );
    expect(items).toMatchObject({ files: 1, bytes: 0, source: "override" });
    expect(reasonOf(items!)).toBe(`From your own machine, ${base}.`);
  });
});
