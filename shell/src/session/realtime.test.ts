import { jest } from "@jest/globals";
import { testUser } from "@tessera/shell-api/testing";
import { createLink } from "./link.ts";
import { createRealtime } from "./realtime.ts";
import type { ShellSession } from "./session.ts";

let visibility: "visible" | "hidden";
beforeEach(() => {
  jest.useFakeTimers();
  visibility = "visible";
  jest.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The page's channels over a client that does what realtime-js does with a channel: it reports what becomes of it. */
function start({ renew = async () => "token" as string | null } = {}) {
  const made: { state: string; report: (status: string) => void }[] = [];
  const channel = () => {
    const one = { state: "joining", report: (_: string) => {} };
    made.push(one);
    return Object.assign(one, {
      on: () => one,
      subscribe: (report: (status: string) => void) => {
        one.report = (status) => {
          one.state = status === "SUBSCRIBED" ? "joined" : "closed";
          report(status);
        };
      },
    });
  };
  const renewed = jest.fn(renew);
  const session = {
    client: async () => ({
      realtime: { setAuth: async () => {} },
      channel,
      removeChannel: async () => made.at(-1)?.report("CLOSED"),
    }),
    onEvent: () => () => {},
    getSession: () => ({ state: "signed-in", user: testUser }),
    renew: renewed,
  } as unknown as ShellSession;
  const joined = createRealtime(session, createLink()).join("cards");
  return { made, renewed, joined };
}
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe("a channel that the server has ended", () => {
  it("is joined again with a new token", async () => {
    const { made, renewed, joined } = start();
    await pass();
    made[0]!.report("SUBSCRIBED");
    await pass(20_000);
    made[0]!.report("CLOSED");
    expect(joined.state()).toBe("errored");
    await pass();
    expect([renewed.mock.calls.length, made.length]).toEqual([1, 2]);
    made[1]!.report("SUBSCRIBED");
    expect(joined.state()).toBe("joined");
  });

  it("waits until the page is seen, and not for one that was left", async () => {
    const { made, renewed, joined } = start();
    await pass();
    visibility = "hidden";
    made[0]!.report("CLOSED");
    await pass(60_000);
    expect(renewed).not.toHaveBeenCalled();
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await pass();
    expect(made).toHaveLength(2);
    visibility = "hidden";
    made[1]!.report("CLOSED");
    await joined.leave();
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(60_000);
    expect([made.length, joined.state()]).toEqual([2, "closed"]);
  });

  it("is not joined more than once in ten seconds, nor when nobody is signed in any more", async () => {
    const { made } = start();
    await pass();
    made[0]!.report("CLOSED");
    await pass(9_000);
    expect(made).toHaveLength(1);
    await pass(1_000);
    expect(made).toHaveLength(2);
    const ended = start({ renew: async () => null });
    await pass();
    await pass(20_000);
    ended.made[0]!.report("CLOSED");
    await pass(60_000);
    expect(ended.made).toHaveLength(1);
  });
});
