import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { type CodeLook, changeCodeLook, codeColours } from "./code-colours.ts";
import { markdownLanguage } from "./markdown-language.ts";

let view: EditorView;
afterEach(() => view.destroy());

const LIGHT: CodeLook = { mode: "light", theme: undefined };
function open(doc: string, look = LIGHT): void {
  view = new EditorView({ parent: document.body, doc, extensions: [markdownLanguage, codeColours(look)] });
}
/** Text and colour of each coloured piece. */
const pieces = () =>
  [...view.contentDOM.querySelectorAll<HTMLElement>("[style*=color]")].map(
    ({ textContent, style }) => [textContent, style.color] as const,
  );
const colours = () => new Set(pieces().map(([, colour]) => colour));
const colourOf = (text: string) => pieces().find(([piece]) => piece?.trim() === text)?.[1];

describe("fenced code while it is written", () => {
  it("has the colours of its language, and other text has none", async () => {
    open("const a = 1\n\n```ts\nconst one = 1;\n```\n\n```\nconst two = 2;\n```");
    await waitFor(() => expect(pieces().map(([text]) => text?.trim())).toContain("const"));
    expect(
      pieces()
        .map(([text]) => text)
        .join("")
        .replaceAll(" ", ""),
    ).toBe("constone=1;");
    expect(colours().size).toBeGreaterThan(1);
  });

  it("stays plain in a language that is not known", async () => {
    open("```klingon\nconst one = 1;\n```\n\n```js\nlet two;\n```");
    await waitFor(() => expect(pieces().length).toBeGreaterThan(0));
    expect(
      pieces()
        .map(([text]) => text)
        .join(""),
    ).not.toContain("one");
  });

  it("keeps its colours where they belong while text above changes, and follows the code", async () => {
    open("```ts\nconst one = 1;\n```");
    await waitFor(() => expect(colourOf("const")).toBeTruthy());
    view.dispatch({ changes: { from: 0, insert: "A line above\n\n" } });
    expect(pieces().map(([text]) => text?.trim())).toContain("const");
    const [from] = [view.state.doc.toString().indexOf("const")];
    view.dispatch({ changes: { from, to: from + "const".length, insert: "return" } });
    await waitFor(() => expect(colourOf("return")).toBeTruthy());
  });

  it("finds each line of a quote", async () => {
    open("> ```ts\n> const one = 1;\n> return one;\n> ```");
    await waitFor(() =>
      expect(pieces().map(([text]) => text?.trim())).toEqual(expect.arrayContaining(["const", "return"])),
    );
    expect(
      pieces()
        .map(([text]) => text)
        .join(""),
    ).not.toContain(">");
  });

  it("uses the chosen theme on a page of its mode only", async () => {
    open("```ts\nconst one = 1;\n```", { mode: "dark", theme: "dracula" });
    await waitFor(() => expect(colourOf("const")).toBe("rgb(255, 121, 198)"));
    view.dispatch({ effects: changeCodeLook({ mode: "light", theme: "dracula" }) });
    await waitFor(() => expect(colourOf("const")).toBe("rgb(160, 17, 31)"));
  });
});
