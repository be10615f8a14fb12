import { jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { happened, openAccount } from "../testing/account-world.tsx";
import { activitySentence } from "./activity-words.ts";

describe("recent activity", () => {
  it.each([
    [{ action: "signed_in", method: "password" }, "Signed in with the password"],
    [{ action: "signed_in", method: null, provider: "github" }, "Signed in with GitHub"],
    [{ action: "sign_in_failed", method: "password" }, "Signing in with the password failed"],
    [{ action: "signed_out", scope: "global" }, "Signed out everywhere"],
    [{ action: "factor_removed", method: "totp" }, "An authenticator app was removed as a second factor"],
    [{ action: "mail_requested", kind: "recovery" }, "A link to set a new password was asked for"],
    [{ action: "identity_linked", provider: "google" }, "Google was linked"],
    [{ action: "moved_to_mars" }, "Moved to mars"],
  ])("says %j as a sentence", (fields, sentence) => expect(activitySentence(happened(fields))).toBe(sentence));

  it("shows device, place and time, marks refusals, and continues page by page", async () => {
    const pages: Record<string, unknown> = {
      "user/activity?limit=25": {
        activity: [happened({ id: 9, action: "sign_in_failed", place: "Oslo, Norway" }), happened({ id: 8 })],
        next: 8,
      },
      "user/activity?limit=25&before=8": {
        activity: [happened({ id: 3, action: "signed_up", device: null })],
        next: null,
      },
    };
    const { person } = openAccount("/settings/activity", {
      calls: { "GET user/activity": (path: string) => pages[path] },
    });
    const list = within(await screen.findByRole("list", { name: "Recent activity" }));
    const [failed] = list.getAllByRole("listitem");
    expect(failed).toHaveTextContent(
      /Signing in with the password failedRefusedFirefox on Linux, Oslo, Norway \(203\.0\.113\.7\), /,
    );
    expect(within(failed!).getByRole("time")).toHaveAttribute("datetime", "2026-11-21T09:00:00.000Z");
    await person.click(screen.getByRole("button", { name: "Show earlier activity" }));
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(3));
    expect(screen.getByText(/That is all/)).toBeVisible();
  });

  it("leads from “This wasn’t me” over signing out others to a new password", async () => {
    const signOut = jest.fn(async () => {});
    const { mockShell } = await import("@tessera/shell-api/testing");
    const { person, shell, router } = openAccount("/settings/activity", { auth: { ...mockShell().auth, signOut } });
    await person.click(await screen.findByRole("button", { name: "This wasn’t me" }));
    expect(signOut).not.toHaveBeenCalled();
    await act(async () => shell.opened[0]?.close(true));
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.hash).toBe("/settings/profile#password"),
    );
    expect(signOut).toHaveBeenCalledWith("others");
  });
});
