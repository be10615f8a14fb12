import { jest } from "@jest/globals";
import type { OwnAccount } from "@tessera/shell-api";
import { testAccount } from "@tessera/shell-api/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { app, dialogOf, openAccount, refusal } from "../testing/account-world.tsx";

const group = async (name: string) => within(await screen.findByRole("region", { name }));
const codes = Array.from({ length: 10 }, (_, index) => `AAAA${index}-BBBBB`);

describe("two-step verification", () => {
  it("adds an app after the warning, tells a wrong code, and ends with codes that are not lost by accident", async () => {
    const verifyFactor = jest
      .fn<OwnAccount["verifyFactor"]>()
      .mockRejectedValueOnce(refusal("mfa_verification_failed", "Invalid TOTP code entered"));
    const { person, shell, asked } = openAccount("/settings/security", {
      parts: { verifyFactor },
      calls: { "POST factors/recovery-codes": { codes }, "GET user/sessions": { sessions: [] } },
    });
    await person.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
    const dialog = await dialogOf(shell);
    await person.click(dialog.in.getByRole("button", { name: "Continue" }));
    expect(await dialog.in.findByTestId("totp-secret")).toHaveTextContent("SECR ET");
    expect(dialog.in.getByRole("img", { name: /same secret stands beside it as text/ })).toBeInTheDocument();
    await person.type(dialog.in.getByLabelText("Six-digit code"), "123 45");
    expect(dialog.in.getByRole("button", { name: "Turn on" })).toHaveAttribute("aria-disabled", "true");
    await person.type(dialog.in.getByLabelText("Six-digit code"), "6");
    await person.click(dialog.in.getByRole("button", { name: "Turn on" }));
    expect(await dialog.in.findByRole("alert")).toHaveTextContent("This code is not right.");
    await person.type(dialog.in.getByLabelText("Six-digit code"), "654321{Enter}");
    const kept = await dialogOf(shell, 2);
    expect(verifyFactor).toHaveBeenLastCalledWith("factor", "challenge", "654321");
    expect(asked.map(({ call }) => call)).toContain("POST factors/recovery-codes");
    expect(kept.options.persistent).toBe(true);
    expect(kept.in.getAllByRole("listitem").map((item) => item.textContent)).toEqual(codes);
    const done = kept.in.getByRole("button", { name: "Done" });
    expect(done).toHaveAttribute("aria-disabled", "true");
    await person.click(kept.in.getByLabelText("I have saved them"));
    expect(done).not.toHaveAttribute("aria-disabled", "true");
    await person.click(done);
    expect(await screen.findByText("Two-step verification is on. Your other sessions are signed out.")).toBeVisible();
  });

  it("copies the codes with the account they are of", async () => {
    const { person, shell } = openAccount("/settings/security", {
      account: { factors: [app] },
      calls: {
        "POST factors/recovery-codes": { codes },
        "GET factors/recovery-codes": { total: 0, remaining: 0, created_at: null },
      },
    });
    await person.click(await screen.findByRole("button", { name: "Make recovery codes" }));
    const dialog = await dialogOf(shell);
    await person.click(dialog.in.getByRole("button", { name: "Copy" }));
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain(testAccount.email!);
    for (const code of codes) expect(copied).toContain(code);
  });

  it("takes a factor back that was begun and left", async () => {
    const removeFactor = jest.fn<OwnAccount["removeFactor"]>(async () => {});
    const { person, shell } = openAccount("/settings/security", { parts: { removeFactor } });
    await person.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
    const dialog = await dialogOf(shell);
    await person.click(dialog.in.getByRole("button", { name: "Continue" }));
    await dialog.in.findByTestId("totp-secret");
    expect(removeFactor).not.toHaveBeenCalled();
    dialog.unmount();
    expect(removeFactor).toHaveBeenCalledWith("factor");
  });

  it("asks for the second factor when the session lacks it, and continues", async () => {
    let raised = false;
    const removeFactor = jest.fn(async () => {
      if (!raised) throw refusal("insufficient_aal");
    });
    const verifyFactor = jest.fn(async () => {
      raised = true;
    });
    const { person, shell } = openAccount("/settings/security", {
      account: { factors: [app] },
      parts: { removeFactor, verifyFactor },
    });
    await person.click(await screen.findByRole("button", { name: "Remove Phone app" }));
    expect(shell.opened[0]?.options.title).toBe("Turn two-step verification off?");
    await act(async () => shell.opened[0]?.close(true));
    const dialog = await dialogOf(shell, 2);
    expect(dialog.title).toBe("Confirm that it is you");
    await person.type(dialog.in.getByLabelText("Six-digit code"), "123456{Enter}");
    expect(await screen.findByText("Two-step verification is off.")).toBeVisible();
    expect(verifyFactor).toHaveBeenCalledWith("f1", "challenge", "123456");
    expect(removeFactor).toHaveBeenCalledTimes(2);
  });

  it("asks for the second factor again where it was given too long ago, not for the password", async () => {
    let raised = false;
    const removeFactor = jest.fn(async () => {
      if (!raised) throw refusal("reauthentication_needed");
    });
    const verifyFactor = jest.fn(async () => {
      raised = true;
    });
    const { person, shell } = openAccount("/settings/security", {
      account: { factors: [app] },
      parts: { removeFactor, verifyFactor },
    });
    await person.click(await screen.findByRole("button", { name: "Remove Phone app" }));
    await act(async () => shell.opened[0]?.close(true));
    const dialog = await dialogOf(shell, 2);
    await person.type(dialog.in.getByLabelText("Six-digit code"), "123456{Enter}");
    expect(await screen.findByText("Two-step verification is off.")).toBeVisible();
  });

  it("asks for the password before the first factor once the sign-in is old, and keeps what was typed", async () => {
    let proved = false;
    const enrollFactor = jest.fn<OwnAccount["enrollFactor"]>(async () => {
      if (!proved) throw refusal("reauthentication_needed");
      return { id: "factor", totp: { qrCode: "data:image/svg+xml,", secret: "ABCD", uri: "otpauth://totp/x" } };
    });
    const calls = {
      "POST user/proof": (_: string, body: { current_password?: string }) => {
        proved = body.current_password === "right";
        return proved ? null : refusal("invalid_credentials");
      },
    };
    const { person, shell, asked } = openAccount("/settings/security", { parts: { enrollFactor }, calls });
    await person.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
    const dialog = await dialogOf(shell);
    await person.clear(dialog.in.getByLabelText("Name"));
    await person.type(dialog.in.getByLabelText("Name"), "My watch");
    await person.click(dialog.in.getByRole("button", { name: "Continue" }));
    const proof = await dialogOf(shell, 2);
    expect(dialog.in.getByLabelText("Name")).toHaveValue("My watch");
    await person.type(proof.in.getByLabelText("Your password"), "right{Enter}");
    expect(await dialog.in.findByTestId("totp-secret")).toHaveTextContent("ABCD");
    expect(enrollFactor).toHaveBeenLastCalledWith({ type: "totp", name: "My watch" });
    expect(asked.filter(({ call }) => call === "POST user/proof")).toHaveLength(1);
  });

  it("changes nothing when the person gives up proving", async () => {
    const removeFactor = jest.fn(async () => Promise.reject(refusal("insufficient_aal")));
    const { person, shell } = openAccount("/settings/security", {
      account: { factors: [app] },
      parts: { removeFactor },
    });
    await person.click(await screen.findByRole("button", { name: "Remove Phone app" }));
    await act(async () => shell.opened[0]?.close(true));
    await waitFor(() => expect(shell.opened).toHaveLength(2));
    await act(async () => shell.opened[1]?.cancel());
    expect(removeFactor).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("button", { name: "Remove Phone app" })).toBeVisible();
  });

  it("lets a recovery code stand in", async () => {
    let raised = false;
    const calls = {
      "POST factors/recovery-codes": () => (raised ? { codes } : refusal("insufficient_aal")),
      "POST factors/recovery-codes/verify": (_: string, body: { code: string }) => {
        if (body.code !== "AAAA0-BBBBB") return refusal("mfa_verification_failed");
        raised = true;
        return {};
      },
      "GET factors/recovery-codes": { total: 10, remaining: 2, created_at: "2026-11-01T09:00:00.000Z" },
    };
    const { person, shell } = openAccount("/settings/security", { account: { factors: [app] }, calls });
    expect(await screen.findByText(/Only 2 recovery codes are left/)).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Make new codes" }));
    await act(async () => shell.opened[0]?.close(true));
    const dialog = await dialogOf(shell, 2);
    await person.selectOptions(dialog.in.getByRole("combobox", { name: "Confirm with" }), "A recovery code");
    await person.type(dialog.in.getByLabelText("Recovery code"), "WRONG{Enter}");
    expect(await dialog.in.findByRole("alert")).toHaveTextContent("This code is not right.");
    await person.clear(dialog.in.getByLabelText("Recovery code"));
    await person.type(dialog.in.getByLabelText("Recovery code"), "AAAA0-BBBBB{Enter}");
    expect((await dialogOf(shell, 3)).title).toBe("Save these recovery codes");
  });

  it("offers a phone only where messages are sent, and sends its code once the number is whole", async () => {
    const enrollFactor = jest.fn<OwnAccount["enrollFactor"]>(async () => ({ id: "f2", totp: null }));
    const challengeFactor = jest.fn(async () => ({ challengeId: "c2" }));
    const offers = async () => ({ providers: [], names: {}, phone: true });
    const { person, shell } = openAccount("/settings/security", {
      account: { factors: [app] },
      parts: { enrollFactor, challengeFactor, offers },
    });
    await person.click(await screen.findByRole("button", { name: "Add a phone" }));
    const dialog = await dialogOf(shell);
    expect(dialog.in.getByText(/messages can be read on their way, and numbers can be taken over/)).toBeVisible();
    await person.type(dialog.in.getByLabelText("Phone number"), "0660 123");
    expect(dialog.in.getByText("This phone number is not complete yet.")).toBeVisible();
    await person.clear(dialog.in.getByLabelText("Phone number"));
    await person.type(dialog.in.getByLabelText("Phone number"), "+43 (660) 123-4567{Enter}");
    expect(await dialog.in.findByText("Sent to +436601234567.")).toBeVisible();
    expect(enrollFactor).toHaveBeenCalledWith({ type: "phone", name: "Phone", phone: "436601234567" });
    expect(challengeFactor).toHaveBeenCalledWith("f2");
  });

  it("says that it could not be loaded, and tries again", async () => {
    let answers = false;
    const get = async () => (answers ? testAccount : Promise.reject(new Error("The server does not answer.")));
    const { person } = openAccount("/settings/security", { parts: { get } });
    const two = await group("Two-step verification");
    expect(await two.findByRole("alert")).toHaveTextContent("The server does not answer.");
    answers = true;
    await person.click(two.getByRole("button", { name: "Try again" }));
    expect(await two.findByRole("button", { name: "Add an authenticator app" })).toBeVisible();
  });
});

describe("ways to sign in", () => {
  const github = {
    id: "i2",
    provider: "github",
    name: "ines",
    createdAt: "2026-11-02T09:00:00.000Z",
    lastSignInAt: null,
  };
  const offers = async () => ({ providers: ["github", "acme"], names: { acme: "Acme" }, phone: false });

  it("links what the installation offers, and says why it was refused", async () => {
    const linkIdentity = jest.fn(async () => Promise.reject(refusal("manual_linking_disabled")));
    const { person } = openAccount("/settings/security", { parts: { offers, linkIdentity } });
    await person.click(await screen.findByRole("button", { name: "Link Acme" }));
    expect(linkIdentity).toHaveBeenCalledWith("acme", "/settings/security", {});
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Acme was not linked. Linking accounts is switched off on this server.",
    );
  });

  it("unlinks one of several after asking, and never offers it for the only one", async () => {
    const unlinkIdentity = jest.fn(async () => {});
    const { person, shell } = openAccount("/settings/security", {
      account: { identities: [...testAccount.identities, github] },
      parts: { offers, unlinkIdentity },
    });
    const ways = within(await screen.findByRole("list", { name: "Ways to sign in" }));
    expect(await ways.findByText(/^ines, linked/)).toBeVisible();
    await person.click(ways.getByRole("button", { name: "Unlink GitHub" }));
    expect(unlinkIdentity).not.toHaveBeenCalled();
    await act(async () => shell.opened[0]?.close(true));
    expect(unlinkIdentity).toHaveBeenCalledWith("i2", {});
    expect(await screen.findByText("GitHub is unlinked.")).toBeVisible();
  });

  it("does not offer to unlink the only way", async () => {
    openAccount("/settings/security", { account: { identities: [github] }, parts: { offers } });
    expect(await screen.findByText(/^ines, linked/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Unlink GitHub" })).toBeNull();
  });
});

describe("what takes proof", () => {
  const change = () =>
    jest.fn<OwnAccount["change"]>(async ({ currentPassword, nonce }) => {
      if (currentPassword === "right" || nonce === "123456")
        return { ...testAccount, newEmail: "new@halvorsen.example" };
      throw refusal(
        currentPassword ? "invalid_credentials" : nonce ? "reauthentication_not_valid" : "reauthentication_needed",
      );
    });
  const ask = async (parts: Partial<OwnAccount>, calls = {}) => {
    const opened = openAccount("/settings/profile", { parts, calls });
    await opened.person.type(await screen.findByLabelText(/New email address/), "new@halvorsen.example{Enter}");
    return { ...opened, dialog: await dialogOf(opened.shell) };
  };

  it("is the password, asked for again until it is right", async () => {
    const { dialog, person } = await ask({ change: change() });
    await person.type(dialog.in.getByLabelText("Your password"), "wrong{Enter}");
    expect(await dialog.in.findByRole("alert")).toHaveTextContent("The current password is wrong.");
    await person.clear(dialog.in.getByLabelText("Your password"));
    await person.type(dialog.in.getByLabelText("Your password"), "right{Enter}");
    expect(await screen.findByText(/links sent to ines@halvorsen.example and new@halvorsen.example/)).toBeVisible();
  });

  it("is an emailed code for people without a password", async () => {
    const sendProofCode = jest.fn(async () => {});
    const { dialog, person } = await ask(
      { change: change(), sendProofCode },
      { "GET user/password": { is_set: false } },
    );
    await person.click(await dialog.in.findByRole("button", { name: "Send the code" }));
    expect(sendProofCode).toHaveBeenCalled();
    await person.type(await dialog.in.findByLabelText("Six-digit code"), "123456{Enter}");
    expect(await screen.findByText(/links sent to/)).toBeVisible();
  });
});

describe("the phone number", () => {
  const offers = async () => ({ providers: [], names: {}, phone: true });

  it("is added once the code that was sent is entered", async () => {
    const confirmPhone = jest
      .fn<OwnAccount["confirmPhone"]>()
      .mockRejectedValueOnce(refusal("otp_expired"))
      .mockResolvedValue();
    const change = jest.fn<OwnAccount["change"]>(async () => ({ ...testAccount, newPhone: "436601234567" }));
    openAccount("/settings/profile", { parts: { offers, change, confirmPhone } });
    const person = userEvent.setup();
    await person.type(await screen.findByRole("textbox", { name: "Phone number" }), "+43 660 1234567{Enter}");
    await person.type(await screen.findByLabelText("Six-digit code"), "111111{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("No number was added. This code is wrong");
    await person.clear(screen.getByLabelText("Six-digit code"));
    await person.type(screen.getByLabelText("Six-digit code"), "222222{Enter}");
    expect(await screen.findByText("You can sign in with +436601234567 from now on.")).toBeVisible();
    expect(confirmPhone).toHaveBeenLastCalledWith("436601234567", "222222");
  });

  it("is removed after asking; the only way in is kept, with the reason", async () => {
    const { person, shell } = openAccount("/settings/profile", {
      account: { phone: "436601234567" },
      parts: { offers },
      calls: { "DELETE user/phone": refusal("single_identity_not_deletable") },
    });
    const phone = await group("Phone number");
    await person.click(await phone.findByRole("button", { name: "Remove" }));
    await act(async () => shell.opened[0]?.close(true));
    expect(await phone.findByRole("alert")).toHaveTextContent(
      "The number was not removed. This is your only way to sign in: add another one before you remove it.",
    );
  });

  it("is not spoken of where nobody sends messages", async () => {
    openAccount("/settings/profile");
    await screen.findByLabelText("New password");
    expect(screen.queryByRole("region", { name: "Phone number" })).toBeNull();
  });
});
