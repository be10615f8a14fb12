import { jest } from "@jest/globals";
import { joinLive, mockShell } from "@tessera/shell-api/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { dialogOf, openAccount, ownSession, refusal } from "../testing/account-world.tsx";

const other = ownSession({ id: "s2", device: "Chrome on Android", place: null, aal: "aal2", current: false });

describe("sessions", () => {
  it("are listed with device, place and age, this one first, and one is ended from the list", async () => {
    let sessions = [other, ownSession()];
    const calls = {
      "GET user/sessions": () => ({ sessions }),
      "DELETE user/sessions/s2": () => {
        sessions = [ownSession()];
        return null;
      },
    };
    const { person, asked } = openAccount("/settings/sessions", { calls });
    const list = within(await screen.findByRole("list", { name: "Signed-in browsers and devices" }));
    const [mine, theirs] = list.getAllByRole("listitem");
    expect(mine).toHaveTextContent(/Firefox on LinuxThis browserVienna, Austria \(203\.0\.113\.7\), active now/);
    expect(within(mine!).queryByRole("button")).toBeNull();
    expect(theirs).toHaveTextContent(/Chrome on AndroidWith second factor203\.0\.113\.7, active/);
    await person.click(within(theirs!).getByRole("button", { name: "Sign out Chrome on Android" }));
    expect(await screen.findByText("Chrome on Android is signed out.")).toBeVisible();
    expect(list.getAllByRole("listitem")).toHaveLength(1);
    expect(asked.map(({ call }) => call)).toContain("DELETE user/sessions/s2");
  });

  it("appear and go as other devices sign in and out, and the page says when it cannot see that live", async () => {
    let sessions = [ownSession()];
    const { shell } = openAccount("/settings/sessions", { calls: { "GET user/sessions": () => ({ sessions }) } });
    await screen.findByText("Firefox on Linux");
    const live = joinLive(shell.realtime, "identity.sessions");
    sessions = [ownSession(), other];
    live.inserted({ id: "s2" });
    expect(await screen.findByText("Chrome on Android")).toBeVisible();
    sessions = [ownSession()];
    live.deleted("s2");
    await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
    live.channel.become("errored");
    const note = "Live updates are interrupted. Checking every 30 seconds.";
    expect(await screen.findByText(note)).toBeVisible();
  });

  it("counts one that ended meanwhile as ended, and says when another is still in", async () => {
    let sessions = [ownSession(), other];
    const calls = {
      "GET user/sessions": () => ({ sessions }),
      "DELETE user/sessions/s2": () => {
        sessions = [ownSession(), { ...other, id: "s3" }];
        return refusal("session_not_found");
      },
      "DELETE user/sessions/s3": new Error("The server cannot be reached."),
    };
    const { person } = openAccount("/settings/sessions", { calls });
    await person.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
    expect(await screen.findByText("Chrome on Android is signed out.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Sign out Chrome on Android" })).toBeVisible());
    await person.click(screen.getByRole("button", { name: "Sign out Chrome on Android" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Chrome on Android is still signed in. The server cannot be reached.",
    );
  });

  it("of others are ended after a proof that the service asks for, and the ending continues on its own", async () => {
    let proved = false;
    const signOut = jest.fn(async () => {
      if (!proved) throw refusal("reauthentication_needed");
    });
    const calls = {
      "POST user/proof": (_: string, body: { current_password?: string }) => {
        proved = body.current_password === "right";
        return proved ? null : refusal("invalid_credentials");
      },
    };
    const { person, shell } = openAccount("/settings/sessions", { calls, auth: { ...mockShell().auth, signOut } });
    await person.click(await screen.findByRole("button", { name: "Sign out other sessions" }));
    await waitFor(() => expect(shell.opened).toHaveLength(1));
    await act(async () => shell.opened[0]!.close(true));
    const dialog = await dialogOf(shell, 2);
    expect(dialog.title).toBe("Confirm that it is you");
    await person.type(dialog.in.getByLabelText("Your password"), "wrong{Enter}");
    expect(await dialog.in.findByRole("alert")).toHaveTextContent("The current password is wrong.");
    expect(signOut).toHaveBeenCalledTimes(1);
    await person.clear(dialog.in.getByLabelText("Your password"));
    await person.type(dialog.in.getByLabelText("Your password"), "right{Enter}");
    expect(await screen.findByText("All other sessions are signed out. You stay signed in here.")).toBeVisible();
  });

  it("stay as they are when the person gives no proof", async () => {
    const calls = {
      "GET user/sessions": { sessions: [ownSession(), other] },
      "DELETE user/sessions/s2": refusal("reauthentication_needed"),
    };
    const { person, shell } = openAccount("/settings/sessions", { calls });
    await person.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
    await waitFor(() => expect(shell.opened).toHaveLength(1));
    await act(async () => shell.opened[0]!.cancel());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Sign out Chrome on Android" })).not.toHaveAttribute(
        "aria-disabled",
        "true",
      ),
    );
    expect(screen.queryByText(/is signed out/)).toBeNull();
  });

  it("are not told by hosted Supabase, and signing out still works", async () => {
    openAccount("/settings/sessions", {
      calls: { "GET user/sessions": Object.assign(new Error("Not found"), { status: 404 }) },
    });
    expect(await screen.findByText("The sign-in service of this installation does not say.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign out other sessions" })).toBeVisible();
  });
});
