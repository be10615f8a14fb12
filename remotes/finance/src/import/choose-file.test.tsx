import { jest } from "@jest/globals";
import type { TransportInit } from "@tessera/contracts-core/client.ts";
import { BankImport } from "@tessera/contracts-finance/imports.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ChooseFile } from "./choose-file.tsx";

const read = {
  ...{ id: "00000000-0000-4000-8000-000000000001", fileName: "years.csv", format: "CSV", state: "read", act: null },
  ...{ statements: [], problems: [], created: 0, changed: 0, at: "2026-11-12T09:00:00Z" },
};
let server: Loopback;
/** The service answers once the test says so. */
let answer = Promise.withResolvers<void>();
/** Of the request that was sent last. */
let sent: TransportInit | undefined;
const onRead = jest.fn<(file: BankImport) => void>();

beforeEach(async () => {
  answer = Promise.withResolvers<void>();
  onRead.mockClear();
  server = await startLoopback(
    async () => {
      await answer.promise;
      return { status: 201, json: read };
    },
    { "POST /api/finance/imports": { answer: BankImport, status: 201 } },
  );
});
afterEach(async () => {
  answer.resolve();
  await server.stop();
});

async function choose() {
  const view = renderInShell(<ChooseFile onRead={onRead} />, {
    // A file of the page's own kind is none that Node's fetch can send.
    http: (path, init: TransportInit = {}) => {
      sent = init;
      return server.http(path, { ...init, body: "file" });
    },
  });
  await userEvent.upload(screen.getByLabelText("File of a bank"), new File(["x"], "years.csv"));
  return view;
}
const bar = (name: string) => screen.findByRole("progressbar", { name });

it("says how much of a file is sent, then that it is read, and shows what it holds", async () => {
  await choose();
  expect(await screen.findByRole("status")).toHaveTextContent("Sending years.csv …");
  act(() => sent!.onUploadProgress!({ sent: 30, total: 120 }));
  await waitFor(async () => expect(await bar("Sending years.csv …")).toHaveAttribute("aria-valuenow", "0.25"));
  act(() => sent!.onUploadProgress!({ sent: 120, total: 120 }));
  expect(await bar("Reading years.csv …")).not.toHaveAttribute("aria-valuenow");
  answer.resolve();
  await waitFor(() => expect(onRead).toHaveBeenCalledWith(read as unknown as BankImport));
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("sends no more once it is cancelled, or the page is left, and takes another file", async () => {
  const { unmount } = await choose();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(sent!.signal!.aborted).toBe(true);
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.queryByText(/was not read/)).toBeNull();
  await userEvent.upload(screen.getByLabelText("File of a bank"), new File(["x"], "months.csv"));
  expect(await bar("Sending months.csv …")).toBeVisible();
  expect(sent!.signal!.aborted).toBe(false);
  unmount();
  expect(sent!.signal!.aborted).toBe(true);
  expect(onRead).not.toHaveBeenCalled();
});
