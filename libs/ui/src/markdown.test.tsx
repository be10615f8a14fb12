import { render, screen, waitFor, within } from "@testing-library/react";
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
