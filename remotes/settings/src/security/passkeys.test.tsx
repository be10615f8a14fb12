import { jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { app, dialogOf, openAccount, refusal } from "../testing/account-world.tsx";

const laptop = {
  id: "p1",
  friendly_name: "Laptop",
  created_at: "2026-11-01T09:00:00.000Z",
  last_used_at: "2026-11-20T09:00:00.000Z",
};
const begun = { challenge_id: "c1", options: { challenge: "AAAA" } };

/** The browser's side: hands out one credential, or refuses. */
function browserWith(answer: () => Promise<unknown>) {
  const parse = (options: unknown) => ({ parsed: options });
  (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential = Object.assign(class {}, {
    parseCreationOptionsFromJSON: parse,
    parseRequestOptionsFromJSON: parse,
  });
  const credentials = { create: jest.fn(answer), get: jest.fn(answer) };
  Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  return credentials;
}
const gives = async () => ({ toJSON: () => ({ id: "made" }) });
afterEach(() => {
  delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential;
  Reflect.deleteProperty(navigator, "credentials");
});

describe("passkeys", () => {
  it("are added with what the browser made", async () => {
    const browser = browserWith(gives);
    const { person, asked } = openAccount("/settings/security", {
      calls: { "POST passkeys/registration/options": begun, "POST passkeys/registration/verify": laptop },
    });
    await person.click(await screen.findByRole("button", { name: "Add a passkey" }));
    expect(await screen.findByText(/Laptop signs you in from now on/)).toBeVisible();
    expect(browser.create).toHaveBeenCalledWith({ publicKey: { parsed: begun.options } });
    expect(asked).toContainEqual({
      call: "POST passkeys/registration/verify",
      body: { challenge_id: "c1", credential: { id: "made" } },
    });
  });

  it("say what a browser that gave none means, and take the proof that is asked for first", async () => {
    let proved = false;
    browserWith(async () => {
      throw new DOMException("not allowed", "NotAllowedError");
    });
    const { person, shell } = openAccount("/settings/security", {
      calls: {
        "POST passkeys/registration/options": () => (proved ? begun : refusal("reauthentication_needed")),
        "POST user/proof": () => {
          proved = true;
          return null;
        },
      },
    });
    await person.click(await screen.findByRole("button", { name: "Add a passkey" }));
    const proof = await dialogOf(shell);
    await person.type(proof.in.getByLabelText("Your password"), "right{Enter}");
    expect(await screen.findByText(/No passkey was added\. Nothing was added/)).toBeVisible();
  });

  it("are listed, renamed and, after a question, removed", async () => {
    const { person, shell, asked } = openAccount("/settings/security", { calls: { "GET passkeys": [laptop] } });
    const list = within(await screen.findByRole("list", { name: "Passkeys" }));
    expect(list.getByText("Laptop")).toBeVisible();
    expect(screen.getByText("This browser cannot add passkeys. Use a current one.")).toBeVisible();
    await person.click(list.getByRole("button", { name: "Rename Laptop" }));
    const rename = await dialogOf(shell);
    await person.type(rename.in.getByLabelText("Name"), " at work{Enter}");
    await waitFor(() =>
      expect(asked).toContainEqual({ call: "PATCH passkeys/p1", body: { friendly_name: "Laptop at work" } }),
    );
    await person.click(list.getByRole("button", { name: "Remove Laptop" }));
    expect(shell.opened[1]?.options.title).toBe("Remove Laptop?");
    await act(async () => shell.opened[1]?.close(true));
    expect(await screen.findByText("Laptop is removed.")).toBeVisible();
    expect(asked.map(({ call }) => call)).toContain("DELETE passkeys/p1");
  });

  it("are not there where the server has none", async () => {
    const none = Object.assign(refusal("passkey_disabled"), { status: 404 });
    openAccount("/settings/security", { calls: { "GET passkeys": none } });
    expect(await screen.findByRole("region", { name: "Two-step verification" })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Passkeys" })).toBeNull());
  });
});

describe("a security key", () => {
  const create = { id: "ch1", webauthn: { type: "create", credential_options: { publicKey: { challenge: "AAAA" } } } };
  const request = {
    id: "ch2",
    webauthn: { type: "request", credential_options: { publicKey: { challenge: "BBBB" } } },
  };

  it("is enrolled with what the browser made", async () => {
    browserWith(gives);
    const { person, shell, asked } = openAccount("/settings/security", {
      account: { factors: [app] },
      calls: { "POST factors": { id: "k1" }, "POST factors/k1/challenge": create },
    });
    await person.click(await screen.findByRole("button", { name: "Add a security key" }));
    const dialog = await dialogOf(shell);
    await person.click(dialog.in.getByRole("button", { name: "Add it" }));
    expect(await screen.findByText("The new factor is added. Signing in takes any of them.")).toBeVisible();
    expect(asked).toContainEqual({
      call: "POST factors",
      body: { factor_type: "webauthn", friendly_name: "Security key" },
    });
    expect(asked).toContainEqual({
      call: "POST factors/k1/verify",
      body: { challenge_id: "ch1", webauthn: { type: "create", credential_response: { id: "made" } } },
    });
  });

  it("confirms that it is you", async () => {
    const browser = browserWith(gives);
    const key = { ...app, id: "k1", name: "Blue key", isSecurityKey: true };
    let raised = false;
    const removeFactor = jest.fn(async () => {
      if (!raised) throw refusal("insufficient_aal");
    });
    const verified = () => {
      raised = true;
      return {};
    };
    const { person, shell } = openAccount("/settings/security", {
      account: { factors: [key] },
      parts: { removeFactor },
      calls: { "POST factors/k1/challenge": request, "POST factors/k1/verify": verified },
    });
    expect(await screen.findByText(/^Security key, added/)).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Remove Blue key" }));
    await act(async () => shell.opened[0]?.close(true));
    const dialog = await dialogOf(shell, 2);
    await person.click(dialog.in.getByRole("button", { name: "Use the key" }));
    expect(await screen.findByText("Two-step verification is off.")).toBeVisible();
    expect(browser.get).toHaveBeenCalledWith({ publicKey: { parsed: { challenge: "BBBB" } } });
  });
});
