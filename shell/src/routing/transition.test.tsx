import { jest } from "@jest/globals";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { act, screen } from "@testing-library/react";
import { answerWith, clearCookies, contextOf, rule, startShell, storeSession } from "../testing/start-shell.tsx";
import { PREFETCH_DELAY, startPrefetching } from "./prefetch.ts";

beforeEach(() => {
  clearCookies();
  storeSession();
  answerWith({});
});
afterEach(() => {
  jest.useRealTimers();
});

describe("transition", () => {
  it("keeps the page that is left for at most 100 ms, then shows the outline of the next [shell.transition-wait]", async () => {
    jest.useFakeTimers();
    let arrive = () => {};
    const { router } = startShell("/queue", {
      rules: [rule("/queue")],
      routes: [{ path: "queue", Component: () => <p>The queue</p> }],
    });
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText("The queue")).toBeVisible();
    // The front page belongs to the shell: another part of the product, whose code takes its time.
    router.routes[0]!.children![0]!.children![0]!.lazy = undefined;
    Object.assign(router.routes[0]!.children![0]!.children![0]!, {
      Component: () => <p>The front page</p>,
      loader: () =>
        new Promise<null>((resolve) => {
          arrive = () => resolve(null);
        }),
    });
    act(() => void router.navigate("/"));
    await act(() => jest.advanceTimersByTimeAsync(90));
    expect(screen.getByText("The queue")).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(screen.getByText("The queue")).not.toBeVisible();
    expect(screen.getByRole("status", { name: "Loading..." })).toBeInTheDocument();
    arrive();
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText("The front page")).toBeVisible();
  });
});

describe("prefetching", () => {
  it("fetches the code of other areas after a second [shell.prefetch]", () => {
    jest.useFakeTimers();
    const { composition } = contextOf({ rules: [rule("/items/:type")] });
    const fetched: string[] = [];
    const stop = startPrefetching({ composition, preload: (remote) => fetched.push(remote) });
    jest.advanceTimersByTime(PREFETCH_DELAY - 1);
    expect(fetched).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(fetched).toEqual(["items"]);
    expect(PREFETCH_DELAY).toBe(1000);
    stop();
  });

  it("fetches at once what is pointed at", () => {
    const { composition } = contextOf({ rules: [rule("/items/:type")] });
    expect(matchRoute(composition, "/items/inbox")?.owner).toBe("items");
    const fetched: string[] = [];
    const stop = startPrefetching({ composition, preload: (remote) => fetched.push(remote) });
    const link = document.body.appendChild(document.createElement("a"));
    link.href = "/items/inbox";
    link.dispatchEvent(new Event("pointerover", { bubbles: true }));
    link.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(fetched).toEqual(["items"]);
    stop();
    link.remove();
  });
});
