import { mockShell } from "@tessera/shell-api/testing";
import { ownContributions } from "../../testing/contributions.ts";
import { card } from "../../testing/items-server.ts";
import { type Capture, loadCaptures } from "../captures.ts";
import { conversion } from "../convert-card.ts";

let captures: Capture[];
beforeAll(async () => {
  mockShell({ contributions: ownContributions() });
  captures = await loadCaptures();
});
const to = (type: string, item: ReturnType<typeof card>) =>
  conversion(item, captures.find((one) => one.type === type)!, captures);

it("takes a note that is one fenced block out of its fence, with the language", () => {
  const note = card(1, { type: "note", title: "Greeting", body: "```py\nprint(1)\n```" });
  expect(to("snippet", note)).toEqual({
    ...{ type: "snippet", title: "Greeting", body: "print(1)", data: { language: "py" } },
  });
});

it("becomes a note whose text is the code in a fence", () => {
  const snippet = card(1, { type: "snippet", title: "Greeting", body: "print(1)", data: { language: "python" } });
  expect(to("note", snippet)).toMatchObject({
    type: "note",
    body: expect.stringContaining("```python\nprint(1)\n```"),
  });
});

it("keeps a first line that is code, though it is the title too", () => {
  const body = "def a(x):\n    return x";
  expect(to("snippet", card(1, { type: "inbox", title: "def a(x):", body }))).toMatchObject({ body });
});
