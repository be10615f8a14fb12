import { jest } from "@jest/globals";
import { createSharedState } from "../stores/shared-state.ts";
import { contextOf } from "../testing/start-shell.tsx";
import { type NewBuild, pollBuilds } from "./build-poll.ts";
import { followRecalls } from "./recalls.ts";
import { registerServiceWorker } from "./service-worker.ts";

/** A ServiceWorkerContainer as far as registration needs it. */
class Workers extends EventTarget {
  controller: object | null = null;
  registered: unknown[] = [];
  registration = Object.assign(new EventTarget(), { waiting: null as unknown, installing: null as unknown });
  refuses: (() => unknown) | null = null;
  register(...args: unknown[]) {
    this.registered = args;
    return this.refuses ? this.refuses() : Promise.resolve(this.registration);
  }
  async install() {
    await Promise.resolve();
    const worker = Object.assign(new EventTarget(), { state: "installed", postMessage: jest.fn() });
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event("updatefound"));
    worker.dispatchEvent(new Event("statechange"));
    return worker;
  }
}

function register(workers: Workers | undefined, dirty = false) {
  const shared = createSharedState();
  const reload = jest.fn();
  const updates = registerServiceWorker({
    shared,
    dirty: () => dirty,
    reload,
    container: workers as unknown as ServiceWorkerContainer | undefined,
  });
  return { shared, reload, updates };
}

describe("service worker", () => {
  it("is registered at /sw.js with root scope [shell.sw-scope]", () => {
    const workers = new Workers();
    register(workers);
    expect(workers.registered).toEqual(["/sw.js", { scope: "/" }]);
  });

  it("flags that the page is ready for offline use on the first install [shell.sw-offline-ready]", async () => {
    const workers = new Workers();
    const { shared, reload } = register(workers);
    await workers.install();
    expect(shared.sw_offline_ready.get()).toBe(true);
    expect(shared.sw_need_refresh.get()).toBe(false);
    workers.dispatchEvent(new Event("controllerchange"));
    expect(reload).not.toHaveBeenCalled();
  });

  it("flags a version that waits, and reloads when it takes over [shell.sw-need-refresh] [shell.sw-reload]", async () => {
    const workers = new Workers();
    workers.controller = {};
    const { shared, reload, updates } = register(workers);
    const waiting = await workers.install();
    expect(shared.sw_need_refresh.get()).toBe(true);
    updates.take();
    expect(waiting.postMessage).toHaveBeenCalledWith({ type: "SKIP_WAITING" });
    workers.dispatchEvent(new Event("controllerchange"));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("does not reload over text that is not saved", () => {
    const workers = new Workers();
    workers.controller = {};
    const { reload } = register(workers, true);
    workers.dispatchEvent(new Event("controllerchange"));
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ["that is refused", () => Promise.reject(new Error("no"))],
    [
      "that throws",
      () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    ],
    ["that a blocking browser answers with nothing", () => Promise.resolve(undefined)],
    ["where there are no workers", null],
  ])("only flags a registration %s [shell.sw-failure]", async (_, refuses) => {
    const workers = refuses && Object.assign(new Workers(), { refuses });
    const { shared, updates } = register(workers ?? undefined);
    await new Promise((resolve) => setTimeout(resolve));
    expect(shared.sw_registration_failed.get()).toBe(true);
    expect(() => updates.take()).not.toThrow();
  });
});

describe("new builds", () => {
  it("are looked for past every cache, again and again, and told once [shell.new-build]", async () => {
    jest.useFakeTimers();
    const { composition } = contextOf();
    const asked: string[] = [];
    let latest = "build-1";
    const newer = structuredClone(composition);
    const items = newer.remotes[0];
    if (items) items.release = { ...items.release, id: "1.1.0-111111111111" };
    const found: NewBuild[] = [];
    const builds = pollBuilds({
      composition,
      seconds: 60,
      found: (build) => found.push(build),
      fetch: (async (url: string) => {
        asked.push(url);
        return Response.json(
          url.startsWith("/builds/latest.json") ? { id: latest } : { id: latest, composition: newer },
        );
      }) as typeof fetch,
    });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(found).toEqual([]);
    latest = "build-2";
    await jest.advanceTimersByTimeAsync(120_000);
    expect(found).toEqual([{ id: "build-2", parts: ["Items"] }]);
    const looks = asked.filter((url) => url.startsWith("/builds/latest.json?"));
    expect(new Set(looks).size).toBe(3);
    expect(asked).toContain("/builds/meta/build-2.json");
    builds.stop();
    jest.useRealTimers();
  });
});

/** An EventSource as far as recalls need it. */
class FakeStream {
  static all: FakeStream[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  close = jest.fn();
  constructor(readonly url: string) {
    FakeStream.all.push(this);
  }
  says = (recall: object) => this.onmessage({ data: JSON.stringify(recall) });
}

describe("recalls", () => {
  const follow = () => {
    jest.useFakeTimers();
    FakeStream.all = [];
    const { composition } = contextOf();
    const look = jest.fn();
    const { stop } = followRecalls({ composition, look, Stream: FakeStream as unknown as typeof EventSource });
    jest.advanceTimersByTime(2_000);
    const [stream] = FakeStream.all;
    return { composition, look, stop, stream: stream! };
  };
  afterEach(() => jest.useRealTimers());
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  };

  it("of a release that runs here are looked into within a second, others are not", () => {
    const { composition, look, stop, stream } = follow();
    expect(stream.url).toBe("/builds/recalls");
    const [remote] = composition.remotes;
    stream.says({ app: remote!.name, releases: ["9.9.9-999999999999"] });
    stream.says({ app: "elsewhere", releases: null });
    jest.advanceTimersByTime(1_000);
    expect(look).not.toHaveBeenCalled();
    stream.says({ app: remote!.name, releases: ["9.9.9-999999999999", remote!.release.id] });
    jest.advanceTimersByTime(1_000);
    expect(look).toHaveBeenCalledWith(remote!.title);
    stream.says({ app: remote!.name, releases: null });
    jest.advanceTimersByTime(1_000);
    expect(look).toHaveBeenCalledTimes(2);
    stop();
  });

  it("may have been missed when the stream was interrupted: the build is looked for", () => {
    const { look, stop, stream } = follow();
    stream.onopen();
    expect(look).not.toHaveBeenCalled();
    stream.onopen();
    expect(look.mock.calls).toEqual([[null]]);
    stop();
  });

  it("take no connection while the page is hidden", () => {
    const { stop, stream } = follow();
    hide(true);
    expect(stream.close).toHaveBeenCalledTimes(1);
    hide(false);
    expect(FakeStream.all).toHaveLength(2);
    stop();
    hide(true);
    hide(false);
    expect(FakeStream.all).toHaveLength(2);
  });
});

describe("prerendered pages", () => {
  it("say which build their state belongs to", async () => {
    const { composition } = contextOf();
    const asked: string[] = [];
    const found: NewBuild[] = [];
    const builds = pollBuilds({
      composition,
      seconds: 60,
      found: (build) => found.push(build),
      fetch: (async (url: string) => {
        asked.push(url);
        return url.endsWith("/_payload.json")
          ? Response.json({ path: "/login", buildId: "build-3" })
          : new Response(null, { status: 404 });
      }) as typeof fetch,
    });
    await builds.readPayload("/login");
    await builds.readPayload("/");
    expect(asked).toEqual(["/login/_payload.json", "/builds/meta/build-3.json", "/_payload.json"]);
    expect(found).toEqual([{ id: "build-3", parts: [] }]);
    builds.stop();
  });
});
