import { jest } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { assetAddress } from "../asset-address.ts";
import type { Composition, LoadableRelease } from "../composition.ts";
import { FILE_LIMIT_MS, LAST_FILE_LIMIT_MS } from "./file-limit.ts";
import { byRelease, enforceIntegrity, requireIntegrity } from "./integrity.ts";

const hash = (mark: string) => `sha384-${mark.repeat(64)}`;
const release = (app: string, id: string, change: Partial<LoadableRelease> = {}): LoadableRelease => ({
  id,
  version: id,
  base: `/assets/${app}/${id}/`,
  entry: "remoteEntry.js",
  globalName: `tessera_${app}_${id}`,
  integrity: { "remoteEntry.js": hash("e"), "same.js": hash("s"), "own.js": hash(id) },
  relocatable: true,
  ...change,
});
const absolute = (address: string) => new URL(address, location.href).href;

enforceIntegrity({
  buildId: "b",
  shell: { name: "shell", release: release("shell", "9", { globalName: null }) },
  remotes: [
    { name: "items", release: release("items", "2"), stable: release("items", "1") },
    { name: "queue", release: release("queue", "3", { relocatable: undefined }) },
    {
      name: "agents",
      release: release("agents", "4", { integrity: {}, moreIntegrity: "/builds/integrity/agents/4.json" }),
    },
    {
      name: "billing",
      release: release("billing", "development", {
        base: "http://localhost:5999/",
        relocatable: undefined,
        integrity: null,
      }),
    },
  ],
  overrides: [{ app: "settings", title: "Settings", url: "http://localhost:5998/" }],
} as unknown as Composition);

function script(url: string): HTMLScriptElement {
  const element = document.createElement("script");
  element.type = "text/plain"; // nothing is fetched
  element.src = url;
  element.dataset.webpack = "tessera_items:chunk-1";
  requireIntegrity(element);
  return element;
}
const runs = (element: HTMLScriptElement | null) =>
  Object.defineProperty(document, "currentScript", { configurable: true, get: () => element });
afterEach(() => runs(null));

describe("a file of a relocatable release", () => {
  it("is fetched by content, with its hash, and knows its release", () => {
    const own = script("/assets/items/2/own.js");
    expect(own.src).toBe(absolute(assetAddress("items", "own.js", hash("2"))));
    expect([own.integrity, own.crossOrigin]).toEqual([hash("2"), "anonymous"]);
    expect([own.dataset.base, own.dataset.container]).toEqual([absolute("/assets/items/2/"), undefined]);
    expect(script("/assets/items/1/remoteEntry.js").dataset.container).toBe("tessera_items_1");
  });

  it("that two releases have is one file, run for each: a bundle's loader does not take the other's element for its own", () => {
    const [one, two] = [script("/assets/items/1/same.js"), script("/assets/items/2/same.js")];
    expect(one.src).toBe(two.src);
    expect([one.dataset.base, two.dataset.base]).toEqual([absolute("/assets/items/1/"), absolute("/assets/items/2/")]);
    expect([one, two].map((element) => element.dataset.webpack)).toEqual([undefined, undefined]);
  });

  it("that did not come is asked for again, whatever the page's own link with rel=preload found or still waits for", () => {
    const lost = script("/assets/queue/3/own.js");
    expect(lost.crossOrigin).toBe("anonymous");
    lost.dispatchEvent(new Event("error"));
    expect(script("/assets/queue/3/own.js").crossOrigin).toBe("use-credentials");
  });

  it("is given up early only where the stable release can take its place", () => {
    jest.useFakeTimers();
    const failed: string[] = [];
    const files = ["items/2/own.js", "items/1/own.js", "queue/3/own.js"].map((path) => {
      const element = script(`/assets/${path}`);
      element.addEventListener("error", () => failed.push(path));
      return element;
    });
    jest.advanceTimersByTime(FILE_LIMIT_MS);
    expect(failed).toEqual(["items/2/own.js"]);
    files[1]!.dispatchEvent(new Event("load"));
    jest.advanceTimersByTime(LAST_FILE_LIMIT_MS);
    expect(failed).toEqual(["items/2/own.js", "queue/3/own.js"]);
    jest.useRealTimers();
  });

  it("hands its chunks to its own release", () => {
    const [one, two] = [script("/assets/items/1/same.js"), script("/assets/items/2/same.js")];
    runs(one);
    window.tesseraChunks!.push("chunk of 1");
    runs(two);
    expect(window.tesseraChunks).toEqual([]);
    runs(script("/assets/items/1/remoteEntry.js"));
    expect(window.tesseraChunks).toEqual(["chunk of 1"]);
  });

  it("is named by the release that asked for it last, in errors and measurements", () => {
    const { src } = script("/assets/items/1/same.js");
    expect(byRelease(`at ${src}:1:20 (${src})`)).toBe(
      `at ${absolute("/assets/items/1/same.js")}:1:20 (${absolute("/assets/items/1/same.js")})`,
    );
    script("/assets/items/2/same.js");
    expect(byRelease(src)).toBe(absolute("/assets/items/2/same.js"));
    // What the page itself asked for, before any script ran.
    expect(byRelease(absolute(assetAddress("shell", "own.js", hash("9"))))).toBe(absolute("/assets/shell/9/own.js"));
    expect(byRelease("at https://elsewhere.example/assets/items/x.js:1")).toBe(
      "at https://elsewhere.example/assets/items/x.js:1",
    );
  });

  it("that its release does not list is refused", () => {
    expect(script("/assets/items/2/other.js").integrity).toBe(hash("A"));
    expect(script("https://elsewhere.example/x.js").integrity).toBe(hash("A"));
  });
});

describe("a file whose hash did not come with the page", () => {
  const answers: (() => Promise<Response>)[] = [];
  const asked: string[] = [];
  const { fetch } = globalThis;
  beforeAll(() => {
    globalThis.fetch = (address) => {
      asked.push(String(address));
      return answers.shift()!();
    };
  });
  afterAll(() => {
    globalThis.fetch = fetch;
  });
  const addressed = async (element: HTMLScriptElement) => waitFor(() => expect(element).toHaveAttribute("src"));

  it("is refused when the hashes do not come, which are asked for again by the next file", async () => {
    answers.push(async () => ({ ok: false, status: 503 }) as Response);
    const refused = script("/assets/agents/4/own.js");
    expect(refused).not.toHaveAttribute("src");
    await addressed(refused);
    expect([refused.src, refused.integrity]).toEqual([absolute("/assets/agents/4/own.js"), hash("A")]);
  });

  it("waits for it, with others of its release, and is fetched by content", async () => {
    const hashes = { "own.js": hash("o"), "more.js": hash("m") };
    answers.push(async () => ({ ok: true, json: async () => hashes }) as Response);
    const [own, more] = [script("/assets/agents/4/own.js"), script("/assets/agents/4/more.js")];
    expect(own.dataset.base).toBe(absolute("/assets/agents/4/"));
    await addressed(more);
    expect(own.src).toBe(absolute(assetAddress("agents", "own.js", hash("o"))));
    expect([own.integrity, more.integrity]).toEqual([hash("o"), hash("m")]);
    expect(byRelease(own.src)).toBe(absolute("/assets/agents/4/own.js"));
    const later = script("/assets/agents/4/unlisted.js");
    expect(later.integrity).toBe(hash("A"));
    expect(asked).toEqual(["/builds/integrity/agents/4.json", "/builds/integrity/agents/4.json"]);
  });
});

it("a file of a release of before is fetched where it was published", () => {
  const file = script("/assets/queue/3/own.js");
  expect([file.src, file.integrity]).toEqual([absolute("/assets/queue/3/own.js"), hash("3")]);
});

it("a file of this visitor's own machine needs no hash, and knows where it is from", () => {
  const own = script("http://localhost:5999/own.js");
  expect([own.src, own.integrity ?? null, own.dataset.base]).toEqual([
    "http://localhost:5999/own.js",
    null,
    "http://localhost:5999/",
  ]);
  expect(script("/assets/settings/1/x.js").src).toBe("http://localhost:5998/x.js");
});
