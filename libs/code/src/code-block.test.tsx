import { jest } from "@jest/globals";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CodeBlock } from "./code-block.tsx";

afterEach(() => jest.restoreAllMocks());
const code = () => screen.getByRole("figure").querySelector("code")!;

it("shows the code at once, then in colours, with the name of its language", async () => {
  render(<CodeBlock code={'const one = "1";\nlet two;'} language="ts" />);
  expect(code()).toHaveTextContent('const one = "1"; let two;');
  expect(screen.getByText("TypeScript")).toBeVisible();
  await waitFor(() => expect(code().querySelector("[style*=color]")).not.toBeNull());
  expect(code().textContent).toBe('const one = "1";\nlet two;');
});

it("shows plain text when highlighting fails, and says so in the console [highlight.failure]", async () => {
  const said = jest.spyOn(console, "error").mockImplementation(() => undefined);
  render(<CodeBlock code="let one;" language="ts" decorations={[{ start: 0, end: 900 }]} />);
  await waitFor(() => expect(said).toHaveBeenCalledWith("The code could not be highlighted:", expect.any(Error)));
  expect(code().closest("pre")).toHaveTextContent("let one;");
});

it("copies the code as it is, and says so", async () => {
  const person = userEvent.setup();
  render(<CodeBlock code={"a\n  b"} language="text" lineNumbers />);
  await person.click(screen.getByRole("button", { name: "Copy code" }));
  expect(await screen.findByRole("status")).toHaveTextContent("Copied");
  expect(await navigator.clipboard.readText()).toBe("a\n  b");
});

it("wraps lines when asked, and is reached by the keyboard", async () => {
  const person = userEvent.setup();
  render(<CodeBlock code="a long line" language="text" />);
  const wrap = screen.getByRole("button", { name: "Wrap lines" });
  expect(wrap).toHaveAttribute("aria-pressed", "false");
  await person.click(wrap);
  expect(wrap).toHaveAttribute("aria-pressed", "true");
  expect(code().closest("pre")).toHaveAttribute("tabindex", "0");
});

it("numbers lines where asked, as wide as the longest number, up to so many", () => {
  // jsdom lays nothing out: of long code nothing is ever nearly seen.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  const numbers = () => [...code().querySelectorAll<HTMLElement>("[aria-hidden]")];
  const lines = (count: number) => Array.from({ length: count }, () => "x").join("\n");
  const { rerender } = render(<CodeBlock code={lines(201)} language="text" lineNumbers />);
  expect(numbers().map(({ textContent }) => textContent)).toEqual(Array.from({ length: 201 }, (_, at) => `${at + 1}`));
  // Parts of long code are tables of their own: their columns align.
  expect(new Set(numbers().map(({ style }) => style.minWidth))).toEqual(new Set(["3ch"]));
  rerender(<CodeBlock code={lines(2001)} language="text" lineNumbers />);
  expect(numbers()).toEqual([]);
  rerender(<CodeBlock code={lines(2)} language="text" />);
  expect(numbers()).toEqual([]);
});

it("marks what a difference adds and removes, and no lines of other languages", () => {
  const text = "@@ -1 +1 @@\n-old\n+new\n same";
  const { rerender } = render(<CodeBlock code={text} language="diff" />);
  const marked = () =>
    [...code().querySelectorAll("span > span")]
      .filter((line) => /\bf/.test(line.className) && /^[-+]/.test(line.textContent ?? ""))
      .map((line) => line.textContent?.trim());
  expect(marked()).toEqual(["-old", "+new"]);
  rerender(<CodeBlock code={text} language="text" />);
  expect(marked()).toEqual([]);
});

test("a chosen theme colours the block, whatever the language; the default is the block's own", async () => {
  const { rerender } = render(<CodeBlock code="plain" language="text" theme="github-light" />);
  const block = screen.getByRole("figure");
  await waitFor(() => expect(block).toHaveStyle({ backgroundColor: "#fff" }));
  rerender(<CodeBlock code="plain" language="text" theme="catppuccin-macchiato" />);
  expect(block).not.toHaveAttribute("style", expect.stringContaining("background"));
});
