import type { DataExport } from "@tessera/contracts-settings/exports.ts";
import { screen, waitFor } from "@testing-library/react";
import { dialogOf, openAccount } from "../../testing/account-world.tsx";
import { sizeOf } from "./data-export.tsx";

const running: DataExport = {
  id: "3f2b8c1e-9d4a-4c57-8a61-0b7f5d2e9c13",
  state: "running",
  done: 2,
  total: 8,
  bytes: null,
  missing: [],
  error: null,
  requestedAt: "2026-11-22T09:00:00.000Z",
  finishedAt: null,
  expiresAt: null,
};
const ready: DataExport = {
  ...running,
  state: "ready",
  done: 8,
  bytes: 3_400_000,
  finishedAt: "2026-11-22T09:02:00.000Z",
  expiresAt: "2026-11-29T09:02:00.000Z",
};
const refused = (code: string) =>
  Response.json(
    { type: "about:blank", title: "Forbidden", status: 403, code, detail: "Confirm that it is you." },
    { status: 403 },
  );

it("asks for a proof when the service wants one, then shows how far the export is, and cancels it", async () => {
  let current: DataExport | null = null;
  let proved = false;
  const calls = {
    "POST user/proof": () => {
      proved = true;
      return null;
    },
  };
  const { person, asked, shell } = openAccount("/settings/profile", {
    calls,
    routes: {
      "GET /api/settings/export": () => ({ export: current }),
      "POST /api/settings/export": () => {
        if (!proved) return refused("reauthentication_needed");
        current = running;
        return current;
      },
      "DELETE /api/settings/export": () => {
        current = null;
      },
    },
  });
  await person.click(await screen.findByRole("button", { name: "Export my data" }));
  const dialog = await dialogOf(shell);
  await person.type(await dialog.in.findByLabelText("Your password"), "right");
  await person.click(dialog.in.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(asked).toContainEqual({ call: "POST user/proof", body: { current_password: "right" } }));
  const bar = await screen.findByRole("progressbar", { name: "Progress of the export" });
  expect(bar).toHaveAttribute("aria-valuetext", "2 of 8 parts");
  dialog.unmount();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Export my data" })).toBeVisible();
});

it("offers what is ready, says how long, and what is missing", async () => {
  openAccount("/settings/profile", {
    routes: { "GET /api/settings/export": { export: { ...ready, missing: ["billing"] } } },
    preferencesValue: { locale: "en-GB", timeZone: "UTC" },
  });
  expect(await screen.findByText(/^Your data as of (22 November|November 22)$/)).toBeVisible();
  expect(screen.getByText(/^ZIP file, 3.2 MB. It is deleted on (29 November|November 29).$/)).toBeVisible();
  expect(screen.getByText(/Not included, as it did not run: billing/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Download" })).toBeVisible();
});

it("says why an export failed, and begins another one", async () => {
  const failed = { ...running, state: "failed", error: "The items service did not answer." };
  openAccount("/settings/profile", { routes: { "GET /api/settings/export": { export: failed } } });
  expect(await screen.findByText("The export failed. The items service did not answer.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

it.each([
  [900, "900 B"],
  [2048, "2 KB"],
  [3_400_000, "3.2 MB"],
  [5 * 1024 ** 3, "5.0 GB"],
])("words %d bytes", (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words);
});
