import { jest } from "@jest/globals";
import { activeSubscription, mockShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import { openAccount, refusal } from "../testing/account-world.tsx";

jest.setTimeout(30_000);

describe("deleting the account", () => {
  it("says what becomes of the plan, asks for the words and the proof, and ends signed out on the last page", async () => {
    const signOut = jest.fn(async () => {});
    const calls = {
      "DELETE user": (_: string, body: { current_password: string }) =>
        body.current_password === "right" ? null : refusal("invalid_credentials"),
    };
    const { person, router, asked } = openAccount("/settings/delete-account", {
      calls,
      auth: { ...mockShell().auth, signOut },
    });
    expect(await screen.findByText(/Your plan ends today, not at the end of the paid period/)).toBeVisible();
    const erase = screen.getByRole("button", { name: "Delete the account for good" });
    await person.type(screen.getByLabelText("Your password"), "wrong");
    await person.click(erase);
    expect(asked.map(({ call }) => call)).not.toContain("DELETE user");
    await person.type(screen.getByLabelText(/^Type/), "Delete my account");
    await person.click(erase);
    expect(await screen.findByText(/Nothing was deleted\. The current password is wrong\./)).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
    await person.clear(screen.getByLabelText("Your password"));
    await person.type(screen.getByLabelText("Your password"), "right");
    await person.click(erase);
    expect(await screen.findByRole("heading", { name: "Your account is deleted" })).toBeVisible();
    await waitFor(() => expect(signOut).toHaveBeenCalledWith("local"));
    expect(router.state.location.pathname).toBe("/goodbye");
  });

  it("says to a person without a plan that nothing is charged", async () => {
    openAccount("/settings/delete-account", { subscription: { ...activeSubscription, status: "none", planId: null } });
    expect(await screen.findByText("You have no paid plan. Nothing is charged.")).toBeVisible();
  });

  it("says goodbye to nobody whose account is there", async () => {
    const { router } = openAccount("/goodbye");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(screen.queryByRole("heading", { name: "Your account is deleted" })).toBeNull();
  });
});
