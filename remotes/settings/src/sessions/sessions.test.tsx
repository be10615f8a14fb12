import { jest } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openAccount, ownSession, refusal } from "../testing/account-world.tsx";

jest.setTimeout(30_000);

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
    expect(await screen.findByRole("alert")).toHaveTextContent("Chrome on Android is still signed in. The server cannot be reached.");
  });

  it("are not told by hosted Supabase, and signing out still works", async () => {
    openAccount("/settings/sessions", { calls: { "GET user/sessions": Object.assign(new Error("Not found"), { status: 404 }) } });
    expect(await screen.findByText("The sign-in service of this installation does not tell.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign out other sessions" })).toBeVisible();
  });
});
