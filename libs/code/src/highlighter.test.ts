import { jest } from "@jest/globals";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { Highlighter, highlighter } from "./highlighter.ts";

const CODE = 'const answer = 42; // "why"';
const create = () => createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }) });
/** A highlighter whose core can be watched. */
function watched() {
  let core: HighlighterCore | undefined;
  const made = new Highlighter(async () => {
    core = await create();
    jest.spyOn(core, "codeToTokensBase");
    return core;
  });
  return {
    made,
    tokenized: () => (core ? jest.mocked(core.codeToTokensBase).mock.calls.length : 0),
    core: () => core!,
  };
}
const errors = () => jest.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => jest.restoreAllMocks());

describe("the highlighter", () => {
  it("is not loaded, loading, then ready, and one for all [highlight.states]", async () => {
    const loading = Promise.withResolvers<void>();
    const started = jest.fn(async () => {
      await loading.promise;
      return create();
    });
    const made = new Highlighter(started);
    expect(made.state).toBe("not loaded");
    const results = Promise.all([
      made.highlight(CODE, { language: "ts" }),
      made.highlight("x = 1", { language: "python" }),
    ]);
    expect(made.state).toBe("loading");
    loading.resolve();
    expect((await results).every((one) => one !== null)).toBe(true);
    expect(made.state).toBe("ready");
    expect(started).toHaveBeenCalledTimes(1);
    expect((await import("./index.ts")).highlighter).toBe(highlighter);
  });

  it("keeps what it made by language, theme and code [highlight.cache]", async () => {
    const { made, tokenized } = watched();
    made.use();
    const first = await made.highlight(CODE, { language: "ts" });
    const once = tokenized();
    expect(await made.highlight(CODE, { language: "TypeScript" })).toBe(first);
    expect(tokenized()).toBe(once);
    await made.highlight(CODE, { language: "js" });
    await made.highlight(CODE, { language: "ts", theme: "github-dark" });
    await made.highlight(`${CODE} `, { language: "ts" });
    expect(tokenized()).toBeGreaterThanOrEqual(once + 3);
  });

  it("forgets it when the last user lets go [highlight.release]", async () => {
    const { made, tokenized } = watched();
    const [one, other] = [made.use(), made.use()];
    const first = await made.highlight(CODE, { language: "ts" });
    const once = tokenized();
    one();
    one(); // a second time says nothing more
    expect(await made.highlight(CODE, { language: "ts" })).toBe(first);
    other();
    made.use();
    expect(await made.highlight(CODE, { language: "ts" })).not.toBe(first);
    expect(tokenized()).toBeGreaterThan(once);
  });

  it("leaves text and unknown languages alone, without being loaded [highlight.skip]", async () => {
    const made = new Highlighter(create);
    for (const language of ["text", "TEXT", "", "klingon"]) expect(await made.highlight(CODE, { language })).toBeNull();
    expect(made.state).toBe("not loaded");
  });

  it("marks parts, and refuses marks outside the code or partially over each other [highlight.decorations]", async () => {
    const made = new Highlighter(create);
    const mark = (start: number, end: number) => ({ start, end, properties: { class: `mark-${start}` } });
    const marked = await made.highlight(CODE, { language: "ts", decorations: [mark(0, 12), mark(6, 12)] });
    const pieces = marked!.lines[0]!.filter(({ className }) => className?.includes("mark-0"));
    expect(pieces.map(({ text }) => text).join("")).toBe("const answer");
    expect(pieces.find(({ className }) => className?.includes("mark-6"))?.text).toBe("answer");
    expect(marked!.lines[0]!.map(({ text }) => text).join("")).toBe(CODE);
    await expect(made.highlight(CODE, { language: "ts", decorations: [mark(0, 500)] })).rejects.toThrow();
    await expect(made.highlight(CODE, { language: "ts", decorations: [mark(0, 8), mark(4, 12)] })).rejects.toThrow(
      /intersect/i,
    );
  });

  it("shows the dark macchiato theme unless another is asked for [highlight.theme]", async () => {
    const { made, core } = watched();
    const shown = await made.highlight(CODE, { language: "ts" });
    expect(core().getLoadedThemes()).toEqual(["catppuccin-macchiato"]);
    expect(core().getTheme("catppuccin-macchiato").type).toBe("dark");
    expect(shown).toMatchObject({ foreground: "#cad3f5", background: "#24273a" });
    expect(await made.highlight(CODE, { language: "ts", theme: "github-light" })).toMatchObject({
      background: "#fff",
    });
  });

  it("gives a line half a second and any length [highlight.limits]", async () => {
    const { made, core } = watched();
    const long = `const all = [${"1, ".repeat(8000)}"end"];`;
    // On a busy machine half a second passes before a line is read.
    const clock = jest.spyOn(Date, "now").mockReturnValue(0);
    const { lines } = (await made.highlight(long, { language: "ts" }))!;
    const colourOf = (text: string) => lines[0]!.find((piece) => piece.text.includes(text))?.color;
    expect(colourOf("end")).not.toBe(colourOf("all"));
    // Each look at the clock takes a third of a second.
    let now = 0;
    clock.mockImplementation(() => (now += 334));
    const stopped = (await made.highlight(`${CODE} /* more */`, { language: "ts" }))!;
    expect(stopped.lines[0]!.map(({ text }) => text).join("")).toBe(`${CODE} /* more */`);
    expect(stopped.lines[0]!.length).toBeLessThan(4);
    expect(jest.mocked(core().codeToTokensBase).mock.lastCall![1]).toMatchObject({
      tokenizeTimeLimit: 500,
      tokenizeMaxLineLength: 0,
    });
  });

  it("reads the first code of a language again when compiling its expressions took the time of the line", async () => {
    const { made, core } = watched();
    let now = 0;
    jest.spyOn(Date, "now").mockImplementation(() => {
      if (core() && jest.mocked(core().codeToTokensBase).mock.calls.length < 2) now += 334;
      return now;
    });
    const { lines } = (await made.highlight(CODE, { language: "ts" }))!;
    expect(lines[0]!.length).toBeGreaterThan(4);
  });

  it("warns at each tenth highlighter that is made [highlight.instances]", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
    const warnings: number[] = [];
    for (let count = 1; count <= 20; count++) {
      await new Highlighter(create).highlight(CODE, { language: "ts" });
      if (warn.mock.calls.length > warnings.length) warnings.push(count);
    }
    expect(warnings).toHaveLength(2);
    expect(warnings[1]! - warnings[0]!).toBe(10);
  });

  it("falls back to its own colours where a theme has none [highlight.colours]", async () => {
    for (const [type, colours] of [
      ["dark", { fg: "#bbbbbb", bg: "#1e1e1e" }],
      ["light", { fg: "#333333", bg: "#fffffe" }],
    ] as const) {
      const core = await create();
      await core.loadTheme({ name: "bare", type, settings: [] });
      expect(core.getTheme("bare")).toMatchObject(colours);
    }
  });

  it("says in the console that it could not be loaded, and tries again later [highlight.init-failure]", async () => {
    const said = errors();
    const start = jest.fn(create).mockRejectedValueOnce(new Error("No network"));
    const made = new Highlighter(start);
    expect(await made.highlight(CODE, { language: "ts" })).toBeNull();
    expect(said).toHaveBeenCalledWith("The highlighter could not be loaded:", expect.any(Error));
    expect(made.state).toBe("not loaded");
    expect(await made.highlight(CODE, { language: "ts" })).not.toBeNull();
  });

  it("says that a language could not be loaded, and continues with others [highlight.language-failure]", async () => {
    const said = errors();
    const made = new Highlighter(async () => {
      const core = await create();
      const load = core.loadLanguage.bind(core);
      core.loadLanguage = async (...languages) => {
        if (JSON.stringify(languages).includes("source.python")) throw new Error("No network");
        await load(...languages);
      };
      return core;
    });
    expect(await made.highlight("x = 1", { language: "python" })).toBeNull();
    expect(said).toHaveBeenCalledWith("The language python could not be loaded:", expect.any(Error));
    expect(await made.highlight(CODE, { language: "ts" })).not.toBeNull();
  });

  it("gives the same colours in parts as at once, and stops when nobody waits", async () => {
    const made = new Highlighter(create);
    const lines = Array.from({ length: 60 }, (_, line) => (line === 40 ? "/* begins" : line === 55 ? "ends */" : CODE));
    const shown = (await made.highlight(lines.join("\r\n"), { language: "ts" }))!;
    expect(shown.lines.map((line) => line.map(({ text }) => text).join(""))).toEqual(lines);
    // Within the comment that began in the part before.
    expect(shown.lines[52]).toHaveLength(1);
    const controller = new AbortController();
    const stopped = made.highlight(`${lines.join("\n")}\n`, { language: "ts", signal: controller.signal });
    controller.abort(new Error("Gone"));
    await expect(stopped).rejects.toThrow("Gone");
  });
});
