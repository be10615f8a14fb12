import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Markdown } from "./markdown.tsx";

it("shows code in its place, in colours, also within a list", async () => {
  render(
    <Markdown
      text={"Before\n\n```ts title=x\nconst one = 1;\n```\n\n- a step\n\n  ```\n  plain <b>\n  ```\n\nAfter `in line`"}
    />,
  );
  const [first, second] = await screen.findAllByRole("figure");
  expect(within(first!).getByText("TypeScript")).toBeVisible();
  await waitFor(() => expect(first!.querySelector("code [style*=color]")).not.toBeNull());
  expect(first!.querySelector("code")!.textContent).toBe("const one = 1;");
  expect(second!.closest("li")).toHaveTextContent("a step");
  expect(second!.querySelector("code")!.textContent).toBe("plain <b>");
  expect(first!.compareDocumentPosition(screen.getByText("Before")) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  expect(screen.getByText("in line").tagName).toBe("CODE");
});

it("follows the text, and takes no block that the text did not write as code", async () => {
  const view = render(<Markdown text={'<div data-code="7">seven</div>\n\n```sql\nselect 1\n```'} />);
  expect(await screen.findAllByRole("figure")).toHaveLength(1);
  expect(screen.getByText("seven")).toBeVisible();
  view.rerender(<Markdown text="No code now" />);
  await waitFor(() => expect(screen.queryByRole("figure")).toBeNull());
  expect(screen.getByText("No code now")).toBeVisible();
});

it("tells which box of a task was pressed, and leaves the keyboard on it", async () => {
  const ticked: number[][] = [];
  const Note = () => {
    const [done, setDone] = useState(false);
    return (
      <Markdown
        text={`- [x] one\n- [${done ? "x" : " "}] two`}
        onTick={(task, tasks) => {
          ticked.push([task, tasks]);
          setDone(!done);
        }}
      />
    );
  };
  render(<Note />);
  await userEvent.click(screen.getByRole("checkbox", { name: "two" }));
  expect(screen.getByRole("checkbox", { name: "two" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "two" })).toHaveFocus();
  await userEvent.keyboard(" ");
  expect(screen.getByRole("checkbox", { name: "two" })).not.toBeChecked();
  expect(ticked).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it("has boxes that nobody can press where nobody listens", () => {
  render(<Markdown text="- [ ] one" />);
  expect(screen.getByRole("checkbox", { name: "one" })).toBeDisabled();
});

describe("a long note", () => {
  const section = (name: string) => `## ${name}\n\n${"Words of it. ".repeat(420)}\n\n- [ ] step of ${name}\n\n`;
  const names = ["One", "Two", "Three", "Four", "Five", "Six"];
  const text = names.map(section).join("");

  it("is drawn part by part, with its begin at once", async () => {
    render(<Markdown text={text} />);
    expect(screen.getByRole("heading", { name: "One" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Six" })).toBeNull();
    expect(await screen.findByRole("heading", { name: "Six" })).toBeVisible();
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(names);
  });

  it("tells of a box that is pressed before all is drawn how many there are, and keeps what was drawn", async () => {
    const ticked: number[][] = [];
    const Note = () => {
      const [now, setNow] = useState(text);
      return (
        <Markdown
          text={now}
          onTick={(task, tasks) => {
            ticked.push([task, tasks]);
            setNow(now.replace("[ ] step of One", "[x] step of One"));
          }}
        />
      );
    };
    render(<Note />);
    await userEvent.click(screen.getByRole("checkbox", { name: "step of One" }));
    expect(ticked).toEqual([[0, 6]]);
    expect(screen.getByRole("checkbox", { name: "step of One" })).toBeChecked();
    const last = await screen.findByRole("checkbox", { name: "step of Six" });
    const three = screen.getByRole("heading", { name: "Three" });
    await userEvent.click(screen.getByRole("checkbox", { name: "step of One" }));
    expect(screen.getByRole("heading", { name: "Three" })).toBe(three);
    await userEvent.click(last);
    expect(ticked.at(-1)).toEqual([5, 6]);
  });
});
