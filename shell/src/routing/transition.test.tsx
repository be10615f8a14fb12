import { jest } from "@jest/globals";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { act, fireEvent, screen } from "@testing-library/react";
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

/**
 * A page of the shell whose code takes its time: another part of the product than the remotes. @returns what it waits
 * for
 */
function slowFront(router: ReturnType<typeof startShell>["router"]): () => void {
  const arrival = Promise.withResolvers<null>();
  const front = router.routes[0]!.children![0]!.children![0]!;
  front.lazy = undefined;
  Object.assign(front, { Component: () => <p>The front page</p>, loader: () => arrival.promise });
  return () => arrival.resolve(null);
}

describe("transition", () => {
  it("keeps keys that are pressed while the outline is shown for the page that comes", async () => {
    jest.useFakeTimers();
    const pressed: string[] = [];
    const listen = ({ key }: KeyboardEvent) =>
      void pressed.push(`${key} on ${screen.queryByText("The front page") ? "the next page" : "the one before"}`);
    window.addEventListener("keydown", listen);
    const { router } = startShell("/queue", {
      rules: [rule("/queue")],
      routes: [{ path: "queue", Component: () => <p>The queue</p> }],
    });
    await act(() => jest.advanceTimersByTimeAsync(10));
    const arrive = slowFront(router);
    act(() => void router.navigate("/"));
    await act(() => jest.advanceTimersByTimeAsync(110));
    fireEvent.keyDown(document.body, { key: "e" });
    expect(pressed).toEqual([]);
    arrive();
    await act(() => jest.advanceTimersByTimeAsync(10));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(pressed).toEqual(["e on the next page"]);
    window.removeEventListener("keydown", listen);
  });

  it("keeps the page that is left for at most 100 ms, then shows the outline of the next [shell.transition-wait]", async () => {
    jest.useFakeTimers();
    const { router } = startShell("/queue", {
      rules: [rule("/queue")],
      routes: [{ path: "queue", Component: () => <p>The queue</p> }],
    });
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText("The queue")).toBeVisible();
    const arrive = slowFront(router);
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
