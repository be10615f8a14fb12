import { jest } from "@jest/globals";
import { testUser } from "@tessera/shell-api/testing";
import { watchForEnd } from "./watch-for-end.ts";

let stop = () => {};
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function start(answers: (() => Response | Promise<Response>)[]) {
  jest.useFakeTimers();
  const visible = jest.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  let user: typeof testUser | null = testUser;
  const happened: string[] = [];
  const asked: string[] = [];
  stop = watchForEnd({
    session: {
      getSession: () => ({ state: user ? "signed-in" : "signed-out", user }),
      signOut: async (scope) => {
        happened.push(`signed out: ${scope}`);
        user = null;
      },
    },
    ask: async (path) => {
      asked.push(path);
      return (answers[asked.length - 1] ?? answers.at(-1)!)();
    },
    ended: () => void happened.push("ended"),
  });
  const turn = async (state: DocumentVisibilityState) => {
    visible.mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
    await jest.advanceTimersByTimeAsync(0);
  };
  return { happened, asked, turn };
}

const present = () => Response.json({ id: testUser.id });
const refused = (code: string) => () => Response.json({ code: 403, error_code: code, msg: "" }, { status: 403 });

describe("a session that was ended elsewhere", () => {
  it("is signed out here within a minute, and nothing is asked any more", async () => {
    const { happened, asked } = start([present, refused("session_not_found")]);
    await jest.advanceTimersByTimeAsync(59_000);
    expect(happened).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(happened).toEqual(["ended", "signed out: local"]);
    await jest.advanceTimersByTimeAsync(300_000);
    expect(asked).toEqual(["/user", "/user"]);
  });

  it("is noticed when the page is seen again, which asked nothing while it was hidden", async () => {
    const { happened, asked, turn } = start([present, refused("user_not_found")]);
    await turn("hidden");
    await jest.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveLength(1);
    await turn("visible");
    expect(happened).toEqual(["ended", "signed out: local"]);
  });

  it.each([
    ["the service is down", () => new Response("", { status: 503 })],
    ["nothing is reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the token is refused for another reason", refused("bad_jwt")],
  ])("is not taken for one when %s", async (_, answer) => {
    const { happened } = start([answer]);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(happened).toEqual([]);
  });
});
