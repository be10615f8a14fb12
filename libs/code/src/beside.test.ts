import { jest } from "@jest/globals";
import { Beside, NoWorker } from "./beside.ts";
import { Highlighter, LARGE_CODE, MAX_LENGTH_ON_PAGE } from "./highlighter.ts";
import type { Ask, Tell } from "./worker-messages.ts";

const JOB = { code: "let a\nlet b", language: "typescript", theme: "dracula", decorations: [] };
const load = { grammar: async () => ["the grammar"], colours: async () => ["the theme"] };

/** The other end of a worker, by hand. */
class OtherEnd implements Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror"> {
  readonly asked: Ask[] = [];
  readonly terminate = jest.fn();
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  postMessage = (message: Ask) => void this.asked.push(message);
  tell(...messages: Tell[]) {
    for (const data of messages) this.onmessage!.call(this as never, { data } as MessageEvent);
  }
  breaks() {
    this.onerror!.call(this as never, {} as ErrorEvent);
  }
}
const asked = async (other: OtherEnd, count: number) => {
  while (other.asked.length < count) await Promise.resolve();
  return other.asked.at(-1)!;
};

describe("the worker for large code", () => {
  it("puts the lines together as they come, and is given a grammar and a theme once", async () => {
    const other = new OtherEnd();
    const beside = new Beside(other);
    const made = beside.highlight(JOB, load);
    expect(await asked(other, 1)).toMatchObject({ ...JOB, grammar: ["the grammar"], colours: ["the theme"] });
    other.tell(
      { type: "lines", id: 1, lines: [[{ text: "let a" }]] },
      { type: "lines", id: 1, lines: [[{ text: "let b" }]] },
      { type: "done", id: 1, foreground: "#fff", background: "#000" },
    );
    expect(await made).toEqual({
      ...{ lines: [[{ text: "let a" }], [{ text: "let b" }]], foreground: "#fff", background: "#000" },
    });
    void beside.highlight(JOB, load).catch(() => undefined);
    expect(await asked(other, 2)).toMatchObject({ grammar: null, colours: null });
  });

  it("is told to stop when nobody waits any more", async () => {
    const other = new OtherEnd();
    const stop = new AbortController();
    const made = new Beside(other).highlight(JOB, load, stop.signal);
    await asked(other, 1);
    stop.abort(new Error("Gone"));
    await expect(made).rejects.toThrow("Gone");
    expect(other.asked.at(-1)).toEqual({ type: "stop", id: 1 });
  });

  it("hands on the highlighter's own errors [highlight.decorations]", async () => {
    const other = new OtherEnd();
    const made = new Beside(other).highlight(JOB, load);
    await asked(other, 1);
    other.tell({ type: "failed", id: 1, name: "ShikiError", message: "Decorations intersect" });
    await expect(made).rejects.toMatchObject({ name: "ShikiError", message: "Decorations intersect" });
  });

  it("refuses what it worked on when it breaks", async () => {
    const other = new OtherEnd();
    const made = new Beside(other).highlight(JOB, load);
    await asked(other, 1);
    other.breaks();
    await expect(made).rejects.toBeInstanceOf(NoWorker);
    expect(other.terminate).toHaveBeenCalled();
  });
});

describe("the highlighter with a worker", () => {
  const large = `${"const answer = 42;\n".repeat(LARGE_CODE / 18)}`;
  const options = { language: "ts" };
  /** A highlighter, and the other ends of the workers that it started. */
  function made() {
    const ends: OtherEnd[] = [];
    const create = jest.fn(async () => {
      throw new Error("not on the page");
    });
    const start = jest.fn(async () => {
      ends.push(new OtherEnd());
      return new Beside(ends.at(-1)!);
    });
    return { one: new Highlighter(create, start), ends, create, start };
  }
  const firstEnd = async (ends: OtherEnd[]) => {
    while (!ends[0]) await Promise.resolve();
    await asked(ends[0], 1);
    return ends[0];
  };

  it("leaves large code to it, and the page does nothing", async () => {
    const { one, ends, create } = made();
    one.use();
    const shown = one.highlight(large, options);
    expect(one.state).toBe("loading");
    const end = await firstEnd(ends);
    end.tell({ type: "done", id: 1, foreground: "#fff", background: "#000" });
    expect(await shown).toMatchObject({ foreground: "#fff" });
    expect(one.state).toBe("ready");
    expect(await one.highlight(large, options)).toBe(await shown);
    expect(end.asked).toHaveLength(1);
    expect(create).not.toHaveBeenCalled();
  });

  it("ends it when the last user lets go, and starts another for the next [highlight.release]", async () => {
    const { one, ends, start } = made();
    const letGo = one.use();
    const stop = new AbortController();
    void one.highlight(large, { ...options, signal: stop.signal }).catch(() => undefined);
    const end = await firstEnd(ends);
    stop.abort();
    letGo();
    await Promise.resolve();
    expect(end.terminate).toHaveBeenCalledTimes(1);
    one.use();
    void one.highlight(large, options);
    expect(start).toHaveBeenCalledTimes(2);
  });

  it("does it on the page when it does not start, as far as a page can", async () => {
    const start = jest.fn(async () => {
      throw new Error("No worker");
    });
    const one = new Highlighter(undefined, start);
    expect((await one.highlight(large, options))!.lines[0]!.length).toBeGreaterThan(1);
    expect(await one.highlight("x".repeat(MAX_LENGTH_ON_PAGE + 1), options)).toBeNull();
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("does it on the page when it breaks meanwhile", async () => {
    const end = new OtherEnd();
    const one = new Highlighter(undefined, async () => new Beside(end));
    const shown = one.highlight(large, options);
    await asked(end, 1);
    end.breaks();
    expect((await shown)?.lines.length).toBeGreaterThan(100);
  });
});
