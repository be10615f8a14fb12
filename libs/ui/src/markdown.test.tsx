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
