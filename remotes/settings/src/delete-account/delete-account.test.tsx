import { jest } from "@jest/globals";
import { activeSubscription, mockShell } from "@tessera/shell-api/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { openAccount, refusal } from "../testing/account-world.tsx";

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

  it("never guesses about the plan: it waits for billing, and says so when billing does not answer", async () => {
    let answer = (_: typeof activeSubscription) => {};
    let known: typeof activeSubscription | null = null;
    const listeners = new Set<() => void>();
    const billing = {
      get: () => known,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      refresh: (): Promise<typeof activeSubscription> => Promise.reject(new TypeError("Failed to fetch")),
    };
    const { person } = openAccount("/settings/delete-account", { billing });
    expect(await screen.findByText(/Whether you have one is unknown: billing did not answer/)).toBeVisible();
    expect(screen.queryByText(/You have no paid plan/)).toBeNull();
    billing.refresh = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await person.click(screen.getByRole("button", { name: "Ask again" }));
    expect(screen.getByText("Asking whether you have a paid plan…")).toBeVisible();
    known = activeSubscription;
    act(() => {
      answer(activeSubscription);
      for (const listener of listeners) listener();
    });
    expect(await screen.findByText(/Your plan ends today/)).toBeVisible();
  });

  it("says goodbye to nobody whose account is there", async () => {
    const { router } = openAccount("/goodbye");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(screen.queryByRole("heading", { name: "Your account is deleted" })).toBeNull();
  });
});
