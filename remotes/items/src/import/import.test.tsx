import { File as NodeFile } from "node:buffer";
import type { Transport, TransportInit } from "@tessera/contracts-core/client.ts";
import { COPIES_QUEUE, IMPORT_QUEUE, UNDO_QUEUE } from "@tessera/contracts-items/import-queue.ts";
import { joinLive, renderInShell } from "@tessera/shell-api/testing";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ItemsServer, importSession, startItemsServer } from "../testing/items-server.ts";
import { useFollowImports } from "./follow-imports.ts";
import { ImportDialog } from "./import-dialog.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([]);
});
afterEach(() => server.stop());

const dialog = { resolve() {}, close() {}, cancel() {} };
const open = () => renderInShell(<ImportDialog dialog={dialog} />, { http: server.http });
// The form of a request is Node's here, and takes Node's files alone.
const file = (name: string) =>
  new NodeFile(["<!DOCTYPE NETSCAPE-Bookmark-file-1>"], name, { type: "text/html" }) as unknown as File;
const choose = async (...files: File[]) =>
  userEvent.upload(screen.getByLabelText("Files to import"), files, { applyAccept: false });

describe("import", () => {
  it("sends the files, shows how far it is, and names every refused entry at the end", async () => {
    const { shell } = open();
    const live = joinLive(shell.realtime, "kit.job");
    await choose(file("bookmarks.html"));
    expect(await screen.findByRole("progressbar", { name: "Import of bookmarks.html" })).toBeVisible();
    const [session] = server.imports;
    Object.assign(session ?? {}, { total: 400, done: 100, created: 98, duplicates: 2 });
    live.updated({ id: "job-1", queue: IMPORT_QUEUE, done: 100 });
    expect(await screen.findByText("100 of 400")).toBeVisible();
    const errors = [{ entry: "javascript:alert(1)", message: "Only http and https addresses are kept." }];
    Object.assign(session ?? {}, {
      state: "done",
      done: 400,
      created: 390,
      duplicates: 9,
      refused: 1,
      errors,
      finishedAt: new Date().toISOString(),
    });
    live.updated({ id: "job-1", queue: IMPORT_QUEUE, state: "done" });
    expect(await screen.findByText("Done")).toBeVisible();
    expect(screen.getByText("1 refused, the rest is kept")).toBeVisible();
    expect(screen.getByText("javascript:alert(1)")).toBeInTheDocument();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("shows the report that was asked for first, with what was refused in sight", async () => {
    const errors = [{ entry: "Old news", message: "The address cannot be read" }];
    const old = importSession({
      id: crypto.randomUUID(),
      fileName: "old.html",
      state: "done",
      refused: 1,
      errors,
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    server.imports.push(
      ...[1, 2, 3, 4, 5, 6].map((n) =>
        importSession({ id: crypto.randomUUID(), fileName: `${n}.html`, state: "done" }),
      ),
      old,
    );
    renderInShell(<ImportDialog dialog={dialog} report={old.id} />, { http: server.http });
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(5));
    expect(screen.getAllByRole("article")[0]).toHaveAccessibleName("Import of old.html");
    expect(screen.getByText("Old news")).toBeVisible();
  });

  it("asks where the cards go: into the archive with the tags of their folders, unless the person says otherwise", async () => {
    open();
    expect(await screen.findByRole("radio", { name: "Archive" })).toBeChecked();
    await choose(file("a.html"));
    await waitFor(() => expect(server.log.at(-1)).toContain("status=archived&folders=tags"));
    await userEvent.click(screen.getByRole("radio", { name: "Inbox" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /names of their folders/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /readable copy of each bookmarked page/ }));
    await userEvent.type(screen.getByRole("combobox", { name: "More tags" }), "old{Enter}new{Enter}");
    await choose(file("b.html"));
    await waitFor(() => expect(server.log.at(-1)).toContain("status=inbox&tags=old%2Cnew&copies=all"));
  });

  it("keeps files that were dropped on the list until the person has chosen", async () => {
    renderInShell(<ImportDialog dialog={dialog} files={[file("dropped.html")]} />, { http: server.http });
    expect(await screen.findByText("dropped.html")).toBeVisible();
    expect(server.log.filter((line) => line.startsWith("POST"))).toEqual([]);
    await userEvent.click(screen.getByRole("radio", { name: "Later" }));
    await userEvent.click(screen.getByRole("button", { name: "Import it" }));
    await waitFor(() => expect(server.log.at(-1)).toContain("status=later"));
  });

  it("undoes an import whole, and names the cards that are kept", async () => {
    const session = importSession({ state: "done", created: 3, undoUntil: "2026-12-06T09:00:00.000Z" });
    server.imports.push(session);
    const { shell } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Undo this import" }));
    expect(await screen.findByText("Being undone: 0 cards removed…")).toBeVisible();
    const named = [{ id: crypto.randomUUID(), title: "Sourdough" }];
    session.undo = { state: "done", removed: 2, kept: 1, named };
    joinLive(shell.realtime, "kit.job").updated({ id: "job-2", queue: UNDO_QUEUE, state: "done" });
    expect(
      await screen.findByText("Undone: 2 cards removed, 1 card kept because somebody changed them since."),
    ).toBeVisible();
    expect(screen.getByText("Sourdough")).toBeVisible();
  });

  it("fetches the pages of an import afterwards, too", async () => {
    const session = importSession({ state: "done", created: 3, undoUntil: "2026-12-06T09:00:00.000Z" });
    server.imports.push(session);
    const { shell } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Fetch readable copies" }));
    expect(await screen.findByText("Readable copies: waiting")).toBeVisible();
    session.copies = { state: "running", done: 1, total: 3 };
    joinLive(shell.realtime, "kit.job").updated({ id: "job-3", queue: COPIES_QUEUE, done: 1 });
    expect(await screen.findByText("Readable copies: 1 of 3")).toBeVisible();
  });

  it("stops an import on demand", async () => {
    server.imports.push(importSession({ fileName: "large.html", total: 1000, done: 10 }));
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Stopped")).toBeVisible();
  });

  it("says that it is not live while an import runs, and reads it again when it is", async () => {
    const session = importSession({ fileName: "large.html", total: 1000, done: 10 });
    server.imports.push(session);
    const { shell } = open();
    expect(await screen.findByText("10 of 1,000")).toBeVisible();
    const live = joinLive(shell.realtime, "kit.job");
    live.channel.become("errored");
    expect(await screen.findByText("Live updates are interrupted. Checking every 5 seconds.")).toBeVisible();
    session.done = 20;
    live.channel.become("joined");
    expect(await screen.findByText("20 of 1,000")).toBeVisible();
    expect(screen.queryByText(/Live updates are interrupted/)).toBeNull();
  });

  it("says which file it cannot read, and sends nothing", async () => {
    open();
    await choose(file("holiday.docx"));
    expect(
      await screen.findByText(
        "holiday.docx cannot be imported. Bookmarks come as .html, .csv, .json or .xml, tasks of Todoist as .csv, contacts as .vcf, notes as .md, .zip or .enex, mails as .eml or .mbox.",
      ),
    ).toBeVisible();
    expect(server.log.filter((line) => line.startsWith("POST"))).toEqual([]);
  });

  /** What sends nothing, and waits until it is stopped. */
  const waiting = () => {
    const requests: TransportInit[] = [];
    const http: Transport = (path, init = {}) => {
      if (init.method !== "POST") return server.http(path, init);
      requests.push(init);
      return new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    };
    return { http, requests };
  };
  const cancel = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  };

  it("refuses what is larger than an import before it is sent, and takes an archive of any size", async () => {
    const { http, requests } = waiting();
    renderInShell(<ImportDialog dialog={dialog} />, { http });
    const sized = (name: string, size: number) => Object.defineProperty(file(name), "size", { value: size });
    await choose(sized("a.mbox", 1024 ** 3), sized("b.mbox", 1024 ** 3 + 1));
    expect(await screen.findByText("These files are larger than 2 GB together. Import them in parts.")).toBeVisible();
    await choose(sized("a.zip", 256 * 1024 ** 3 + 1));
    expect(await screen.findByText("Archives have 256 GB at most. Import them in parts.")).toBeVisible();
    expect(requests).toEqual([]);
    await choose(sized("tessera.zip", 20 * 1024 ** 3));
    expect(await screen.findByText("Sending tessera.zip …")).toBeVisible();
    await cancel();
    expect(requests).toHaveLength(1);
  });

  it("shows how much is sent, also once it is opened again, and stops sending on demand", async () => {
    const { http, requests } = waiting();
    const { unmount } = renderInShell(<ImportDialog dialog={dialog} />, { http });
    await choose(file("years.html"));
    const bar = () => screen.findByRole("progressbar", { name: "Sending years.html …" });
    expect(await bar()).not.toHaveAttribute("aria-valuenow");
    unmount();
    act(() => requests[0]?.onUploadProgress?.({ sent: 30, total: 120 }));
    renderInShell(<ImportDialog dialog={dialog} />, { http });
    await waitFor(async () => expect(await bar()).toHaveAttribute("aria-valuenow", "0.25"));
    expect(screen.getByText("Sending continues after you close this, as long as the page is open.")).toBeVisible();
    act(() => requests[0]?.onUploadProgress?.({ sent: 120, total: 120 }));
    expect(await screen.findByRole("status")).toHaveTextContent("Keeping years.html …");
    await cancel();
    expect(screen.queryByRole("alert")).toBeNull();
    await choose(file("years.html"));
    expect(await bar()).toBeVisible();
    await cancel();
  });

  it("sends again under the same key after a failure", async () => {
    open();
    server.refuseNext({
      method: "POST",
      path: /import/,
      status: 503,
      code: "unavailable",
      detail: "The service is restarting.",
    });
    await choose(file("bookmarks.html"));
    expect(await screen.findByText("The service is restarting.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    expect(await screen.findByRole("progressbar", { name: "Import of bookmarks.html" })).toBeVisible();
    expect(server.keys).toHaveLength(2);
    expect(new Set(server.keys).size).toBe(1);
  });

  it("continues without the dialog, and tells the end wherever the person is", async () => {
    const session = importSession({ fileName: "bookmarks.html", total: 3, done: 1, created: 1 });
    server.imports.push(session);
    const Elsewhere = () => {
      useFollowImports();
      return <p>Elsewhere</p>;
    };
    const { shell } = renderInShell(<Elsewhere />, { http: server.http });
    await waitFor(() => expect(server.log).toHaveLength(1));
    const live = joinLive(shell.realtime, "kit.job");
    Object.assign(session, { state: "done", done: 3, created: 2, refused: 1, finishedAt: new Date().toISOString() });
    live.updated({ id: "job-1", queue: IMPORT_QUEUE, state: "done" });
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("bookmarks.html: 2 new, 1 refused"));
  });
});
