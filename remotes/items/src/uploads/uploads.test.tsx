import { File as NodeFile } from "node:buffer";
import { MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { pastedFiles } from "./files-in.ts";
import { dropUpload, uploadsNow } from "./upload-queue.ts";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([card(1, { title: "Strasbourg", status: "inbox" })]);
});
afterEach(async () => {
  for (const { id } of uploadsNow()) dropUpload(id);
  await server.stop();
});

// The form of a request is Node's here, and takes Node's files alone.
const file = (name: string, type = "image/png") => new NodeFile(["bytes"], name, { type }) as unknown as File;
/** What a browser hands over with a drop or a paste. */
const transfer = (files: File[], text = "") => ({
  files,
  types: ["Files"],
  items: files.map((one) => ({ kind: "file", getAsFile: () => one, webkitGetAsEntry: () => ({ isDirectory: false }) })),
  getData: (type: string) => (type === "text/plain" ? text : ""),
});
const list = () => screen.findByRole("grid");
const made = () => [...server.items.values()].filter(({ type }) => type === "file").map(({ title }) => title);

describe("files on a list", () => {
  it("become cards when they are dropped, several at once, which can be taken back", async () => {
    const { shell } = await openItems(server, "/items/inbox");
    fireEvent.drop(await list(), { dataTransfer: transfer([file("a.png"), file("b.pdf"), file("c.png")]) });
    await waitFor(() => expect(made().toSorted()).toEqual(["a.png", "b.pdf", "c.png"]));
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Kept 3 files"));
    expect(await screen.findByRole("row", { name: /b\.pdf/ })).toBeVisible();
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() =>
      expect([...server.items.values()].filter(({ type, status }) => type === "file" && status !== "trash")).toEqual(
        [],
      ),
    );
  });

  it("of an export are imported, not kept as files", async () => {
    const { shell } = await openItems(server, "/items/inbox");
    fireEvent.drop(await list(), { dataTransfer: transfer([file("bookmarks.html", "text/html")]) });
    await waitFor(() => expect(shell.opened.at(-1)?.options.title).toBe("Import"));
    expect(made()).toEqual([]);
  });

  it("are pasted, and a text that is pasted waits in the capture dialog", async () => {
    const { shell } = await openItems(server, "/items/inbox");
    await list();
    fireEvent.paste(document.body, { clipboardData: transfer([file("plan.png")]) });
    await waitFor(() => expect(made()).toEqual(["plan.png"]));
    fireEvent.paste(document.body, { clipboardData: transfer([], "call the dentist") });
    await waitFor(() => expect(shell.opened.at(-1)?.options.title).toBe("Capture"));
    expect(shell.drafts.get("items.capture")).toContain("call the dentist");
  });

  it("that are refused say why, and can be sent again or put away", async () => {
    const { shell } = await openItems(server, "/items/inbox");
    const reason = { status: 402, code: "storage_limit_reached", detail: "Your plan holds 1 GB." };
    server.refuseNext({ method: "POST", path: /files/, ...reason });
    fireEvent.drop(await list(), { dataTransfer: transfer([file("a.png")]) });
    const panel = await screen.findByRole("region", { name: "Uploads" });
    expect(await within(panel).findByRole("alert")).toHaveTextContent("Your plan holds 1 GB.");
    expect(shell.shown.at(-1)).toMatchObject({ message: "a.png was not kept. Your plan holds 1 GB.", intent: "error" });
    await userEvent.click(within(panel).getByRole("button", { name: "Send a.png again" }));
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Kept “a.png”"));
    // Both attempts had the same key.
    expect(new Set(server.keys.slice(-2)).size).toBe(1);
    expect(screen.queryByRole("region", { name: "Uploads" })).toBeNull();
  });

  it("are not sent when they are too large, and end when they are cancelled", async () => {
    await openItems(server, "/items/inbox");
    const large = file("large.png");
    Object.defineProperty(large, "size", { value: MAX_FILE_BYTES + 1 });
    fireEvent.drop(await list(), { dataTransfer: transfer([large]) });
    expect(await screen.findByText("The file is larger than 64 MB.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Put large.png away" }));
    const release = server.hold("POST");
    fireEvent.drop(await list(), { dataTransfer: transfer([file("a.png"), file("b.png"), file("c.HEIC")]) });
    expect(await screen.findAllByRole("progressbar", { name: /^Upload of/ })).toHaveLength(3);
    expect(screen.getByText(/^HEIC pictures are kept as files, without a preview/)).toBeVisible();
    for (const name of ["c.HEIC", "b.png", "a.png"])
      await userEvent.click(screen.getByRole("button", { name: `Cancel ${name}` }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Uploads" })).toBeNull());
    release();
    expect(server.log.filter((line) => line.startsWith("POST /api/items/files")).length).toBeLessThan(3);
  });
});

describe("files of a paste", () => {
  const data = (files: File[], text = "") => transfer(files, text) as unknown as DataTransfer;

  it("are called by their moment where they have no name of their own", () => {
    const picture = new File(["x"], "image.png", { type: "image/png" });
    const [named] = pastedFiles(data([picture]), new Date(2026, 10, 24, 6, 5));
    expect(named?.name).toBe("Pasted image 2026-11-24 06.05.png");
  });

  it("are none where there is a text, as a table brings a picture of itself", () => {
    expect(pastedFiles(data([file("image.png")], "1\t2"))).toEqual([]);
  });
});
