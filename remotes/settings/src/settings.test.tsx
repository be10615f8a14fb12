import { jest } from "@jest/globals";
import type { OwnAccount, ShellApi } from "@tessera/shell-api";
import {
  type MockOverrides,
  mockAccount,
  mockContributions,
  mockShell,
  renderInShell,
  testAccount,
  testUser,
} from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import findSections from "./palette/find-sections.ts";
import routes from "./routes.tsx";

beforeEach(() => windowWidth(1440));

const open = (path: string, overrides: MockOverrides = {}) => ({
  person: userEvent.setup(),
  ...renderInShell(routes, { path, ...overrides }),
});
/** An account that nothing else is said about: it has a password and one session. */
const call: OwnAccount["call"] = async <T,>(_: string, path: string) =>
  (path === "user/password" ? { is_set: true } : path === "user/sessions" ? { sessions: [] } : {}) as T;
const auth = (parts: Partial<ShellApi["auth"]>): ShellApi["auth"] => ({
  ...mockShell().auth,
  account: mockAccount({ call }),
  ...parts,
});
const account = (parts: Partial<OwnAccount>) => auth({ account: mockAccount({ call, ...parts }) });
/** Preferences whose saving fails `times` times, as the shell's do: taken back, then thrown. */
const failing = (times: number): ShellApi["preferences"] => {
  const kept = mockShell().preferences;
  return {
    ...kept,
    update: async (patch) =>
      times-- > 0 ? Promise.reject(new Error("The server does not answer.")) : kept.update(patch),
  };
};

describe("frame", () => {
  it("opens the first section beside the list of sections [route.settings]", async () => {
    const { router, person } = open("/settings");
    expect(await screen.findByRole("heading", { name: "Profile" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/settings/profile");
    const sections = within(screen.getByRole("navigation", { name: "Settings sections" }));
    expect(sections.getByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
    await person.click(sections.getByRole("link", { name: "Keyboard" }));
    expect(await screen.findByRole("switch", { name: "Single-key shortcuts" })).toBeChecked();
  });

  it("shows the list alone on a phone, and one section at a time", async () => {
    windowWidth(390);
    const { person, router, shell } = open("/settings");
    expect(screen.queryByRole("heading", { name: "Profile" })).toBeNull();
    await person.click(screen.getByRole("link", { name: /Appearance/ }));
    expect(router.state.location.pathname).toBe("/settings/appearance");
    expect(screen.queryByRole("navigation", { name: "Settings sections" })).toBeNull();
    expect(shell.crumbs).toEqual([{ label: "Settings", path: "/settings" }, { label: "Appearance" }]);
  });
});

describe("a section of another area", () => {
  const declared = { line: "Barrels and kegs", icon: "M0 0h20v20", module: "cellar" };
  const cellar = (load: () => Promise<unknown>, failures?: { owner: string; error: unknown }[]) =>
    mockContributions(
      [
        {
          name: "brewery",
          contributes: {
            settings: [
              { ...declared, id: "cellar", path: "/settings/cellar", title: "Cellar", order: 55, access: "everyone" },
              {
                ...declared,
                id: "taxes",
                path: "/settings/taxes",
                title: "Taxes",
                order: 110,
                access: "administrator",
              },
            ],
          },
        },
      ],
      load,
      failures,
    );
  const list = () => within(screen.getByRole("navigation", { name: "Settings sections" }));
  const section = async () => () => <p>Three barrels</p>;

  it("stands among the others by its order and opens in its place", async () => {
    open("/settings/cellar", { contributions: cellar(section) });
    expect(await screen.findByText("Three barrels")).toBeVisible();
    const titles = list()
      .getAllByRole("link")
      .map((link) => link.textContent);
    expect(titles.slice(titles.indexOf("Appearance"), titles.indexOf("Keyboard") + 1)).toEqual([
      "Appearance",
      "Cellar",
      "Keyboard",
    ]);
    expect(list().getByRole("link", { name: "Cellar" })).toHaveAttribute("aria-current", "page");
  });

  it("for administrators is listed for them alone", async () => {
    const contributions = cellar(section);
    const first = open("/settings/cellar", {
      contributions,
      routes: { "GET /api/releases/rights": { administrator: false } },
    });
    await waitFor(() => expect(first.shell.requests.some(({ path }) => path === "/api/releases/rights")).toBe(true));
    expect(list().queryByRole("link", { name: "Taxes" })).toBeNull();
    first.unmount();
    open("/settings/cellar", { contributions, routes: { "GET /api/releases/rights": { administrator: true } } });
    expect(await screen.findByRole("link", { name: "Taxes" })).toBeVisible();
  });

  it("is found by the palette, by administrators alone where it is theirs", async () => {
    const signedIn = (id: string, administrator: boolean) =>
      open("/settings/cellar", {
        contributions: cellar(section),
        session: { state: "signed-in", user: { ...testUser, id } },
        routes: { "GET /api/releases/rights": { administrator } },
      });
    const found = async (query: string) =>
      (await findSections(query, new AbortController().signal)).map(({ title, path }) => [title, path]);
    const first = signedIn("6d1f0a52-3a1e-4d4c-9a44-0c6f6a3b9d12", false);
    expect(await found("kegs bar")).toEqual([["Cellar", "/settings/cellar"]]);
    expect([await found("tax"), await found(" "), await found("wine")]).toEqual([[], [], []]);
    first.unmount();
    signedIn(testUser.id, true);
    expect(await found("tax")).toEqual([["Taxes", "/settings/taxes"]]);
  });

  it("whose code does not come says so in its own pane, is reported, and comes with another try", async () => {
    let there = false;
    const failures: { owner: string; error: unknown }[] = [];
    const load = () => (there ? section() : Promise.reject(new Error("The connection is down.")));
    const { person } = open("/settings/cellar", { contributions: cellar(load, failures) });
    expect(await screen.findByText("Cellar could not be loaded")).toBeVisible();
    expect(list().getByRole("link", { name: "Profile" })).toBeVisible();
    expect(failures).toEqual([{ owner: "brewery", error: new Error("The connection is down.") }]);
    there = true;
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Three barrels")).toBeVisible();
  });

  it("that throws says so in its own pane and is reported", async () => {
    const failures: { owner: string; error: unknown }[] = [];
    const broken = async () => () => {
      throw new Error("broken render");
    };
    open("/settings/cellar", { contributions: cellar(broken, failures) });
    expect(await screen.findByText("Cellar could not be loaded")).toBeVisible();
    expect(failures).toEqual([{ owner: "brewery", error: new Error("broken render") }]);
  });

  it("that nobody contributes is no page", async () => {
    const { router } = open("/settings/attic");
    await waitFor(() => expect(router.state.errors).not.toBeNull());
    expect(Object.values(router.state.errors ?? {})).toEqual([
      expect.objectContaining({ status: 404, data: "Page Not Found: /settings/attic" }),
    ]);
  });
});

describe("appearance", () => {
  it("applies a theme at once, saves it and says so", async () => {
    const { person, shell } = open("/settings/appearance");
    await person.click(await screen.findByRole("radio", { name: "Dark" }));
    expect(shell.preferences.get().theme).toBe("dark");
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
  });

  it("says what stands instead when saving fails, and saves on another try", async () => {
    const { person, shell } = open("/settings/appearance", { preferences: failing(1) });
    await person.click(await screen.findByRole("radio", { name: "Compact" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Not saved. Rows are still comfortable. The server does not answer.",
    );
    expect(screen.getByRole("radio", { name: "Comfortable" })).toBeChecked();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(shell.preferences.get().density).toBe("compact");
  });

  it("shows an example in the code theme that is chosen", async () => {
    const { person, shell } = open("/settings/appearance");
    await person.selectOptions(await screen.findByLabelText("Code theme"), "GitHub Light");
    expect(shell.preferences.get().codeTheme).toBe("github-light");
    const example = await screen.findByRole("figure", { name: "Code: TypeScript" });
    await waitFor(() => expect(example).toHaveStyle({ backgroundColor: "#fff" }));
  });

  it("writes the moment in the chosen locale and time zone", async () => {
    const { person, shell } = open("/settings/appearance");
    await person.selectOptions(await screen.findByRole("combobox", { name: "Format" }), "German (Austria)");
    await person.selectOptions(screen.getByRole("combobox", { name: "Time zone" }), "Europe/Vienna");
    await person.selectOptions(screen.getByRole("combobox", { name: "First day of the week" }), "Sunday");
    expect(shell.preferences.get()).toMatchObject({
      locale: "de-AT",
      timeZone: "Europe/Vienna",
      firstWeekday: "sunday",
    });
    expect(screen.getByText(/Example: .*€.1.234,50/)).toBeVisible();
  });

  it("keeps a locale and a zone that are not in the lists", async () => {
    open("/settings/appearance", { preferencesValue: { locale: "gsw-CH", timeZone: "Etc/GMT+5" } });
    expect(await screen.findByRole("combobox", { name: "Format" })).toHaveValue("gsw-CH");
    expect(screen.getByRole("combobox", { name: "Time zone" })).toHaveValue("Etc/GMT+5");
  });
});

describe("profile", () => {
  it("saves the name when the field is left", async () => {
    const { person, shell } = open("/settings/profile");
    await person.type(await screen.findByRole("textbox", { name: "Display name" }), "Ines Halvorsen");
    await person.tab();
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(shell.preferences.get().displayName).toBe("Ines Halvorsen");
  });

  it("adds what is known late below what is seen already, so that nothing moves", async () => {
    let answer: (offers: Awaited<ReturnType<OwnAccount["offers"]>>) => void = () => undefined;
    const offers = () => new Promise<Awaited<ReturnType<OwnAccount["offers"]>>>((resolve) => (answer = resolve));
    open("/settings/profile", { auth: account({ offers }) });
    const groups = () =>
      screen
        .getAllByRole("region")
        .map((group) => group.getAttribute("aria-label"))
        .filter((name) => ["Email", "Password", "Phone number", "Your data"].includes(name ?? ""));
    await screen.findByRole("region", { name: "Password" });
    expect(groups()).toEqual(["Email", "Password"]);
    await act(async () => answer({ ...(await mockAccount().offers()), phone: true }));
    await screen.findByRole("region", { name: "Phone number" });
    expect(groups()).toEqual(["Email", "Password", "Phone number", "Your data"]);
  });

  it("keeps what was typed when the name is not saved", async () => {
    const { person } = open("/settings/profile", { preferences: failing(1) });
    await person.type(await screen.findByRole("textbox", { name: "Display name" }), "Ines{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(/Not saved\. What you typed is kept here/);
    expect(screen.getByRole("textbox", { name: "Display name" })).toHaveValue("Ines");
  });

  it("says that a new address counts once both mails are confirmed", async () => {
    const change = jest.fn<OwnAccount["change"]>(async () => testAccount);
    const { person } = open("/settings/profile", { auth: account({ change }) });
    await person.type(
      await screen.findByRole("textbox", { name: "New email address" }),
      "new@halvorsen.example{Enter}",
    );
    expect(await screen.findByText(/links sent to ines@halvorsen.example and new@halvorsen.example/)).toBeVisible();
    expect(change).toHaveBeenCalledWith({ email: "new@halvorsen.example" });
  });

  it("keeps the address typed when it is refused", async () => {
    const change = async () => Promise.reject(new Error("This address is taken."));
    const { person } = open("/settings/profile", { auth: account({ change }) });
    await person.type(
      await screen.findByRole("textbox", { name: "New email address" }),
      "taken@halvorsen.example{Enter}",
    );
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /still sign in with ines@halvorsen.example\. This address is taken/,
    );
    expect(screen.getByRole("textbox", { name: "New email address" })).toHaveValue("taken@halvorsen.example");
  });

  it("names the field when the current password is wrong, and keeps what was typed", async () => {
    const change = async () =>
      Promise.reject(Object.assign(new Error("Invalid login credentials"), { code: "invalid_credentials" }));
    const { person } = open("/settings/profile", { auth: account({ change }) });
    await person.type(await screen.findByLabelText(/Current password/), "wrong password");
    await person.type(screen.getByLabelText(/New password/), "another password{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The old one still works. The current password is wrong.",
    );
    expect(screen.getByLabelText(/New password/)).toHaveValue("another password");
  });

  it("changes the password with the current one, and not to a short one", async () => {
    const change = jest.fn<OwnAccount["change"]>(async () => testAccount);
    const { person } = open("/settings/profile", { auth: account({ change }) });
    await person.type(await screen.findByLabelText(/Current password/), "old password");
    await person.type(screen.getByLabelText(/New password/), "short");
    expect(screen.getByText("3 more characters")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Change password" }));
    expect(change).not.toHaveBeenCalled();
    await person.type(screen.getByLabelText(/New password/), " and longer");
    await person.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText(/The password is changed/)).toBeVisible();
    expect(change).toHaveBeenCalledWith({ password: "short and longer", currentPassword: "old password" });
  });
});

describe("keyboard", () => {
  it("switches single-key shortcuts off", async () => {
    const { person, shell } = open("/settings/keyboard");
    await person.click(await screen.findByRole("switch", { name: "Single-key shortcuts" }));
    expect(shell.preferences.get().singleKeyShortcuts).toBe(false);
  });
});

describe("dictation", () => {
  const chosen = { engine: "browser", key: "Space", ctrl: false, threshold: 500 } as const;

  it("says so in a browser that gives no microphone", async () => {
    open("/settings/dictation");
    expect(await screen.findByRole("switch", { name: "Dictate into text fields" })).toBeDisabled();
    expect(screen.getByText(/this browser gives no microphone to pages/)).toBeVisible();
    expect(screen.queryByLabelText("Dictation key")).toBeNull();
  });

  it("changes one choice and keeps the others", async () => {
    const { person, shell } = open("/settings/dictation", { preferencesValue: { dictation: chosen } });
    await person.selectOptions(await screen.findByLabelText("Dictation key"), "F8");
    await person.click(screen.getByRole("switch", { name: "Only with Ctrl" }));
    await person.click(screen.getByRole("radio", { name: "0.8 s" }));
    expect(shell.preferences.get().dictation).toEqual({ engine: "browser", key: "F8", ctrl: true, threshold: 800 });
    await person.click(screen.getByRole("switch", { name: "Dictate into text fields" }));
    expect(shell.preferences.get().dictation.engine).toBe("off");
  });

  it("switches spoken commands on, and says which there are", async () => {
    const { person, shell } = open("/settings/dictation", { preferencesValue: { dictation: chosen } });
    const commands = await screen.findByRole("switch", { name: "Spoken commands" });
    expect(commands).not.toBeChecked();
    expect(commands).toHaveAccessibleDescription(/^In English only/);
    await person.click(commands);
    expect(shell.preferences.get()).toMatchObject({ dictation: chosen, spokenCommands: true });
    expect(screen.getByText("question mark")).not.toBeVisible();
    await person.click(screen.getByText("What you can say"));
    expect(screen.getByText("question mark")).toBeVisible();
    await person.click(screen.getByRole("switch", { name: "Dictate into text fields" }));
    expect(screen.queryByRole("switch", { name: "Spoken commands" })).toBeNull();
  });

  it("recognizes on the device unless the browser's own is chosen, and says what each does", async () => {
    const browser = { webkitSpeechRecognition: class {}, AudioWorkletNode: class {}, isSecureContext: true };
    Object.assign(globalThis, browser, { caches: { has: async () => false } });
    const devices = Object.assign(new EventTarget(), { enumerateDevices: async () => [] });
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: devices });
    const { person, shell } = open("/settings/dictation", {
      preferencesValue: { dictation: { ...chosen, engine: "off" }, dictationOnDevice: true },
    });
    expect(await screen.findByText("What you say does not leave this device.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Download 34 MB" })).toBeVisible();
    await person.selectOptions(screen.getByLabelText("Recognition"), "the browser’s own");
    expect(screen.getByText("Most browsers send what you say to their maker.")).toBeVisible();
    expect(shell.preferences.get()).toMatchObject({ dictation: chosen, dictationOnDevice: false });
    await person.selectOptions(screen.getByLabelText("Recognition"), "on this device");
    // Pages of before know the engine alone.
    expect(shell.preferences.get()).toMatchObject({ dictation: { engine: "off" }, dictationOnDevice: true });
    for (const name of [...Object.keys(browser), "caches"]) Object.assign(globalThis, { [name]: undefined });
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: undefined });
  });
});

describe("about", () => {
  it("names the build and its releases, and copies them for a report", async () => {
    const { person, shell } = open("/settings/about");
    expect(await screen.findByRole("row", { name: "Shell 1.0.0 1.0.0-0123456789ab" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Copy for a report" }));
    expect(await navigator.clipboard.readText()).toMatch(/^Build 0123456789ab\nshell 1\.0\.0-0123456789ab\n/);
    expect(shell.shown[0]?.message).toMatch(/^Copied/);
  });
});

describe("sessions", () => {
  it("signs out everywhere only after naming what that ends", async () => {
    const signOut = jest.fn<ShellApi["auth"]["signOut"]>(async () => {});
    const { person, shell } = open("/settings/sessions", { auth: auth({ signOut }) });
    await person.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
    expect(shell.opened[0]?.options.title).toBe("Sign out everywhere?");
    expect(signOut).not.toHaveBeenCalled();
    await act(async () => shell.opened[0]?.cancel());
    expect(signOut).not.toHaveBeenCalled();
    await person.click(screen.getByRole("button", { name: "Sign out everywhere" }));
    await act(async () => shell.opened[1]?.close(true));
    await waitFor(() => expect(signOut).toHaveBeenCalledWith("global"));
  });

  it("signs out here without a question", async () => {
    const signOut = jest.fn<ShellApi["auth"]["signOut"]>(async () => {});
    const { person } = open("/settings/sessions", { auth: auth({ signOut }) });
    await person.click(await screen.findByRole("button", { name: "Sign out here" }));
    expect(signOut).toHaveBeenCalledWith("local");
  });

  it("says that no session was ended when that fails", async () => {
    const signOut = async () => Promise.reject(new Error("The server does not answer."));
    const { person, shell } = open("/settings/sessions", { auth: auth({ signOut }) });
    await person.click(await screen.findByRole("button", { name: "Sign out other sessions" }));
    await act(async () => shell.opened[0]?.close(true));
    expect(await screen.findByRole("alert")).toHaveTextContent("No session was ended. The server does not answer.");
    expect(screen.getByText(new RegExp(testUser.email))).toBeVisible();
  });
});
