import { mockShell, renderInShell } from "@tessera/shell-api/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MarkdownField } from "./markdown-field.tsx";

// jsdom lays nothing out.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

it("opens a long text in the editor at once: a plain field would take long to lay it out", async () => {
  await import("../editor/text-editor.tsx");
  mockShell();
  const text = "A line of it.\n\n".repeat(3_000);
  renderInShell([
    { path: "/", element: <MarkdownField label="Text" text={text} placeholder="" onChange={() => undefined} /> },
  ]);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const field = screen.getByRole("textbox", { name: "Text" });
  expect(field.tagName).toBe("DIV");
  expect(field).toHaveTextContent("A line of it.");
});
