import { BankImport } from "@tessera/contracts-finance/imports.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ImportDone } from "./import-done.tsx";
import { ImportUndoing } from "./import-undoing.tsx";
import { ImportWriting } from "./import-writing.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const writing = {
  ...{ id: ID, fileName: "years.csv", format: "CSV", state: "done", act: ID, statements: [], problems: [] },
  ...{ created: 12_000, changed: 0, at: "2026-11-12T09:00:00Z" },
  progress: { state: "writing", written: 12_500, total: 50_000, failure: null },
} satisfies BankImport;
const stopped = { ...writing, progress: { ...writing.progress, state: "stopped" as const } };
const BUSY = { type: "about:blank", title: "Busy", status: 503, code: "busy", detail: "Try again." };
const PATH = `POST /api/finance/imports/${ID}/stop`;

let server: Loopback;
let asked: string[];
let refuses: boolean;
beforeEach(async () => {
  asked = [];
  refuses = false;
  server = await startLoopback(
    ({ route }) => {
      asked.push(route);
      return refuses ? { status: 503, json: BUSY } : { status: 200, json: stopped };
    },
    { [PATH]: { answer: BankImport, status: 200 } },
  );
});
afterEach(() => server.stop());

it("says how far an import is, and stops it; where that fails it says so", async () => {
  renderInShell(<ImportWriting file={writing} />, { http: server.http });
  expect(screen.getByText("years.csv: 12,500 of 50,000 entries are in your books")).toBeVisible();
  const bar = screen.getByRole("progressbar", { name: "Importing years.csv" });
  expect(bar).toHaveAttribute("aria-valuenow", "0.25");
  refuses = true;
  await userEvent.click(screen.getByRole("button", { name: "Stop the import" }));
  expect(await screen.findByText(/^The import was not stopped\./)).toBeVisible();
  refuses = false;
  await userEvent.click(screen.getByRole("button", { name: "Stop the import" }));
  expect(asked).toEqual([PATH, PATH]);
});

it.each([
  ["was stopped", null, /^The import was stopped\. years\.csv: 12,000 new, 0 changed\./],
  ["could not go on", "This account does not exist any more", /^This account does not exist any more\. years\.csv/],
])("says what came of an import that %s, and offers to undo it", (_, failure, words) => {
  const file = { ...stopped, progress: { ...stopped.progress, failure } };
  renderInShell(<ImportDone file={file} onAgain={() => undefined} />, { http: server.http });
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo the import" })).toBeVisible();
});

it("says how far an import is taken out of the books", () => {
  renderInShell(<ImportUndoing fileName="years.csv" done={12_500} total={50_000} />, { http: server.http });
  expect(screen.getByText("years.csv: 12,500 of 50,000 entries are taken out of your books")).toBeVisible();
  const bar = screen.getByRole("progressbar", { name: "Undoing the import of years.csv" });
  expect(bar).toHaveAttribute("aria-valuenow", "0.25");
});

it("says how far an import is that comes back", () => {
  renderInShell(<ImportUndoing fileName="years.csv" done={12_500} total={50_000} back />, { http: server.http });
  expect(screen.getByText("years.csv: 12,500 of 50,000 entries are back in your books")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Bringing back the import of years.csv" })).toBeVisible();
});
