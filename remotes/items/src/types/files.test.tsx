import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
afterEach(() => server.stop());
const open = async (fields: Parameters<typeof card>[1]) => {
  server = await startItemsServer([card(1, { status: "inbox", ...fields })]);
  return openItems(server, `/items/inbox/${card(1).id}`);
};
const success = { state: "success" as const };
const attached = (name: string, mediaType: string) => [
  { id: "file-1", name, mediaType, bytes: 2048, url: `/api/items/${card(1).id}/attachments/file-1` },
];

describe("a file", () => {
  const pdf = { fileName: "offer.pdf", mediaType: "application/pdf", bytes: 2048 };

  it("says what it is, what it says, and offers the way to it", async () => {
    await open({
      type: "file",
      data: { ...pdf, pages: 3, pageWidth: 595.3, pageHeight: 841.9, author: "Ada", text: "Rhubarb", textCut: true },
      processing: { text: success },
      attachments: attached("offer.pdf", "application/pdf"),
    });
    const text = await screen.findByRole("region", { name: "Text" });
    expect(text).toHaveTextContent("Rhubarb");
    expect(text).toHaveTextContent("The file has more text");
    for (const fact of ["PDF", "3 pages", "A4", "2 KB", "Ada"]) expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getByRole("button", { name: "Open in a new tab" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Download" })).toBeVisible();
  });

  it("whose text cannot be read says why, and is read again when asked", async () => {
    const reason = "The PDF is damaged, so its text cannot be read";
    await open({ type: "file", data: pdf, processing: { text: { state: "failure", reason } } });
    await waitFor(() => expect(screen.getByText(reason)).toBeVisible());
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The text is being read…")).toBeVisible();
  });

  it("of another kind has no text, and shows a long one in parts", async () => {
    await open({ type: "file", data: { fileName: "x.zip", mediaType: "application/zip", bytes: 10 }, processing: {} });
    expect(await screen.findByText("ZIP archive")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Text" })).toBeNull();
  });
});

describe("an image", () => {
  const data = { fileName: "a.jpg", mediaType: "image/jpeg", bytes: 2048, width: 4000, height: 3000 };

  it("says when it was taken by the camera's own clock, and which words are in it", async () => {
    await open({
      type: "image",
      data: { ...data, takenAt: "2004-01-08T22:00:22", camera: "Canon S40", text: `Stop ${"word ".repeat(1000)}` },
      processing: { picture: success, words: success },
      attachments: attached("a.jpg", "image/jpeg"),
    });
    const words = await screen.findByRole("region", { name: "Text in the image" });
    expect(words).toHaveTextContent(/^.*Stop word/);
    expect(screen.getByText("4,000 × 3,000")).toBeVisible();
    expect(screen.getByText(/taken Jan 8, 2004/)).toBeVisible();
    await userEvent.click(within(words).getByRole("button", { name: "Show the whole text" }));
    expect(within(words).queryByRole("button", { name: "Show the whole text" })).toBeNull();
  });

  it("without a word in it says so, and can be looked through again", async () => {
    await open({ type: "image", data: { ...data, text: "" }, processing: { picture: success, words: success } });
    await userEvent.click(await screen.findByRole("button", { name: "Look again" }));
    expect(await screen.findByText("Words are being looked for…")).toBeVisible();
  });
});

describe("a snippet", () => {
  it("is read in its language, which is guessed until it is chosen, and written as plain text", async () => {
    await open({ type: "snippet", body: "def a(x):\n    return x", data: {} });
    const language = await screen.findByRole("combobox", { name: "Language" });
    expect(within(language).getByRole("option", { name: "Python (guessed)" })).toBeVisible();
    expect(await screen.findByRole("figure", { name: "Code: Python" })).toHaveTextContent("return x");
    await userEvent.selectOptions(language, "ruby");
    expect(await screen.findByRole("figure", { name: "Code: Ruby" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Code" }), "\nend");
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(await screen.findByRole("figure", { name: "Code: Ruby" })).toHaveTextContent("end");
    expect(server.items.get(card(1).id)).toMatchObject({
      body: "def a(x):\n    return x\nend",
      data: { language: "ruby" },
    });
  });
});
