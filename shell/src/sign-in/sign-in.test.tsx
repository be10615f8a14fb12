import { jest } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerWith, clearCookies, rule, sessionOf, startShell, storeSession } from "../testing/start-shell.tsx";
import { addressOf } from "./address.ts";
import { keptSentCode } from "./sent-code.ts";
import { domainOf } from "./sso-form.tsx";
import { type Wallet, walletsLabel } from "./wallets.ts";
import { watchWallets } from "./watch-wallets.ts";
import { waysOf } from "./ways.ts";

const pages = {
  rules: [rule("/queue", { title: "Queue" }), rule("/open", { session: false, title: "Open" })],
  routes: [
    { path: "queue", Component: () => <p>The queue</p> },
    { path: "open", Component: () => <p>Open to all</p> },
  ],
};
const factor = {
  id: "f1",
  factor_type: "totp",
  status: "verified",
  friendly_name: "Phone",
  created_at: "",
  updated_at: "",
};
const withFactors = (...factors: object[]) => {
  const made = sessionOf();
  return { ...made, user: { ...made.user, factors } };
};

/** An error of auth/v1. */
const refusal = (status: number, error_code: string, msg: string) =>
  Response.json({ code: status, error_code, msg }, { status });

beforeEach(() => {
  clearCookies();
  localStorage.clear();
  sessionStorage.clear();
  jest.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

describe("a session that owes its second factor", () => {
  it("is asked for it whatever page was wanted, and the page is kept [session.aal]", async () => {
    answerWith({});
    storeSession(withFactors(factor));
    const { router } = startShell("/queue?state=open", pages);
    expect(await screen.findByRole("heading", { name: "Second step" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/login");
    expect(document.cookie).toContain(encodeURIComponent("/queue?state=open"));
    await act(() => router.navigate("/queue"));
    expect(screen.queryByText("The queue")).toBeNull();
    expect(screen.getByRole("textbox", { name: "Code" })).toHaveAttribute("autocomplete", "one-time-code");
  });

  it("sees what is open to all, and is none when the factor was never proven", async () => {
    answerWith({});
    storeSession(withFactors(factor));
    const { unmount } = startShell("/open", pages);
    expect(await screen.findByText("Open to all")).toBeVisible();
    unmount();
    clearCookies();
    storeSession(withFactors({ ...factor, status: "unverified" }));
    startShell("/queue", pages);
    expect(await screen.findByText("The queue")).toBeVisible();
  });
});

describe("the sign-in form", () => {
  it("is there before the service has said what it offers, and stays when it never does", async () => {
    let answer = (_: Response) => {};
    answerWith({
      "/auth/v1/settings": () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    startShell("/login", pages);
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(screen.getByLabelText("Password")).toBeVisible();
    expect(screen.getByRole("button", { name: "Email me a code" })).toBeVisible();
    act(() => answer(new Response("", { status: 503 })));
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(screen.getByRole("button", { name: "Sign in" })).toBeVisible();
  });

  it("waits for the address: its field has the focus, as the one of a new account has", async () => {
    answerWith({});
    startShell("/login", pages);
    expect(await screen.findByLabelText("Email")).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Create an account" }));
    expect(await screen.findByRole("heading", { name: "Create an account" })).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByRole("heading", { name: "Sign in" });
    expect(screen.getByLabelText("Email")).toHaveFocus();
  });

  it("ties what is wrong to the field, and puts the focus there", async () => {
    answerWith({ "/auth/v1/settings": () => Response.json({ external: { email: true } }) });
    startShell("/login", pages);
    await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    const email = screen.getByLabelText("Email");
    expect(email).toHaveFocus();
    expect(email).toBeInvalid();
    expect(email).toHaveAccessibleDescription("Enter your email.");
    await userEvent.type(email, "ines@halvorsen.example{Enter}");
    expect(screen.getByLabelText("Password")).toHaveFocus();
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Enter your password.");
  });

  it("keeps the address over a look at another way and back, and moves the focus to the step's name", async () => {
    answerWith({ "/auth/v1/settings": () => Response.json({ external: { email: true }, saml_enabled: true }) });
    const { router } = startShell("/login", pages);
    await userEvent.type(await screen.findByLabelText("Email"), "ines@halvorsen.example");
    await userEvent.click(await screen.findByRole("button", { name: "Single sign-on" }));
    expect(await screen.findByRole("heading", { name: "Single sign-on" })).toHaveFocus();
    await act(() => router.navigate(-1));
    expect(await screen.findByLabelText("Email")).toHaveValue("ines@halvorsen.example");
  });

  it("shows and hides the password", async () => {
    answerWith({});
    startShell("/login", pages);
    const field = await screen.findByLabelText("Password");
    await userEvent.click(screen.getByRole("button", { name: "Show the password" }));
    expect(field).toHaveAttribute("type", "text");
    await userEvent.click(screen.getByRole("button", { name: "Hide the password" }));
    expect(field).toHaveAttribute("type", "password");
  });

  it("offers no accounts where there are none to be made", async () => {
    answerWith({ "/auth/v1/settings": () => Response.json({ external: { email: true }, disable_signup: true }) });
    startShell("/login", pages);
    await screen.findByRole("button", { name: "Create an account" });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Create an account" })).toBeNull());
  });
});

describe("a code that was asked for", () => {
  it.each(["otp_disabled", "signup_disabled"])(
    "looks sent when the service refuses an unknown address: %s",
    async (code) => {
      answerWith({
        "/auth/v1/settings": () => Response.json({ external: { email: true }, disable_signup: true }),
        "/auth/v1/otp": () => refusal(422, code, "Signups not allowed"),
      });
      startShell("/login?mode=code", pages);
      await userEvent.type(await screen.findByLabelText("Email"), "nobody@halvorsen.example{Enter}");
      expect(await screen.findByRole("heading", { name: "Check your email" })).toBeVisible();
      expect(screen.queryByRole("alert")).toBeNull();
      expect(keptSentCode()?.address).toEqual({ email: "nobody@halvorsen.example" });
    },
  );

  it("was sent a moment ago: the code of then can be entered, and the wait is the service's", async () => {
    const message = "For security purposes, you can only request this after 17 seconds.";
    answerWith({
      "/auth/v1/otp": () => refusal(429, "over_email_send_rate_limit", message),
    });
    startShell("/login?mode=code", pages);
    await userEvent.type(await screen.findByLabelText("Email"), "ines@halvorsen.example{Enter}");
    expect(await screen.findByText(/1[67] s/)).toBeVisible();
  });

  it("says how many tries are left, then that it is spent", async () => {
    answerWith({
      "/auth/v1/otp": () => Response.json({}),
      "/auth/v1/verify": () => refusal(403, "otp_expired", "Token has expired or is invalid"),
    });
    startShell("/login?mode=code", pages);
    await userEvent.type(await screen.findByLabelText("Email"), "ines@halvorsen.example{Enter}");
    const field = await screen.findByRole("textbox", { name: "Code" });
    await userEvent.click(field);
    await userEvent.paste("12 34-56");
    expect(field).toHaveValue("123456");
    for (const left of [
      "4 tries are left",
      "3 tries are left",
      "2 tries are left",
      "1 try is left",
      "no longer works",
    ]) {
      await userEvent.keyboard("{Enter}");
      await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(left));
    }
  });
});

describe("what the service offers", () => {
  it("is read from hosted Supabase's answer, with names of our own", () => {
    const ways = waysOf({
      external: { anonymous_users: false, email: true, phone: false, google: true, azure: true, github: false },
    });
    expect(ways).toEqual({
      email: true,
      phone: false,
      signUp: true,
      providers: [
        { id: "google", name: "Google" },
        { id: "azure", name: "Microsoft" },
      ],
      sso: false,
      wallet: false,
      passkey: false,
    });
  });

  it("is read from our own answer, in its order and by its names", () => {
    const ways = waysOf({
      external: { email: true, phone: true, web3: true, google: true, acme: true },
      providers: [
        { id: "acme", name: "Acme ID" },
        { id: "google", name: "Google" },
      ],
      saml_enabled: true,
      passkeys_enabled: true,
    });
    expect(ways).toMatchObject({ phone: true, sso: true, wallet: true, passkey: true });
    expect(ways.providers.map(({ name }) => name)).toEqual(["Acme ID", "Google"]);
  });

  it("is the least there is when the answer is none of ours", () => {
    for (const answer of [null, {}, { providers: "all", external: { email: true } }])
      expect(waysOf(answer)).toMatchObject({ email: true, providers: [], sso: false, wallet: false });
  });
});

describe("what is typed as address", () => {
  it("is an email, or a phone number with its country code where phones are taken", () => {
    expect(addressOf(" ines@halvorsen.example ", true)).toEqual({ email: "ines@halvorsen.example" });
    expect(addressOf("+47 22 33 44 55", true)).toEqual({ phone: "+4722334455" });
    expect(addressOf("0047 (22) 33-44-55", true)).toEqual({ phone: "+4722334455" });
    expect(addressOf("22 33 44 55", true)).toEqual({ problem: expect.stringContaining("country code") });
    expect(addressOf("+47 22 33 44 55", false)).toEqual({ problem: expect.stringContaining("email") });
    expect(addressOf("", true)).toEqual({ problem: "Enter your email or phone number." });
  });

  it("gives the domain of an organisation", () => {
    expect(["ines@Corp.example", "corp.example", "@corp.example"].map(domainOf)).toEqual(Array(3).fill("corp.example"));
    expect(["ines", "", "a b.example", "https://corp.example/"].map(domainOf)).toEqual(Array(4).fill(null));
  });
});

describe("wallets", () => {
  it("are those of Solana that announce themselves; one at window.solana counts while there is no other", () => {
    const seen: string[][] = [];
    (window as { solana?: unknown }).solana = { signMessage: () => {} };
    const stop = watchWallets((wallets) => seen.push(wallets.map(({ name }) => name)));
    const announce = (name: string, chain: string) =>
      window.dispatchEvent(
        new CustomEvent("wallet-standard:register-wallet", {
          detail: (api: { register(wallet: object): void }) =>
            api.register({ name, chains: [chain], accounts: [], features: { "solana:signIn": { signIn: () => {} } } }),
        }),
      );
    announce("Ethereal", "eip155:1");
    announce("Lantern", "solana:mainnet");
    stop();
    delete (window as { solana?: unknown }).solana;
    expect(seen).toEqual([["Solana wallet"], ["Solana wallet"], ["Solana wallet"], ["Lantern"]]);
  });

  it("are those of Ethereum that announce themselves; one at window.ethereum counts while there is no other", () => {
    let seen: Wallet[] = [];
    const provider = { request: async () => [] };
    (window as { ethereum?: unknown }).ethereum = provider;
    const stop = watchWallets((wallets) => {
      seen = wallets;
    });
    expect([seen.map(({ name }) => name), walletsLabel(seen)]).toEqual([["Ethereum wallet"], "Ethereum wallet"]);
    const detail = { info: { uuid: "1", name: "Fox" }, provider };
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    expect(seen.map(({ name, chain }) => [name, chain])).toEqual([["Fox", "ethereum"]]);
    stop();
    delete (window as { ethereum?: unknown }).ethereum;
    expect(walletsLabel([])).toBeNull();
    expect(walletsLabel([...seen, { ...seen[0]!, chain: "solana" } as Wallet])).toBe("Wallet");
  });
});

describe("passkeys", () => {
  const known = globalThis as { PublicKeyCredential?: unknown };
  afterEach(() => {
    delete known.PublicKeyCredential;
  });
  const offers = () => Response.json({ external: { email: true }, passkeys_enabled: true });

  it("are offered where server and browser have them, and a browser that gives none is explained", async () => {
    answerWith({
      "/auth/v1/settings": offers,
      "/auth/v1/passkeys/authentication/options": () =>
        Response.json({ challenge_id: "c1", expires_at: 1, options: { challenge: "AAAA", rpId: "localhost" } }),
    });
    known.PublicKeyCredential = class {};
    const get = async () => Promise.reject(new DOMException("The operation was not allowed", "NotAllowedError"));
    Object.defineProperty(navigator, "credentials", { configurable: true, value: { get, create: get } });
    startShell("/login", pages);
    expect(await screen.findByRole("textbox", { name: "Email" })).toHaveAttribute("autocomplete", "username webauthn");
    await userEvent.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("No passkey was used.");
    Reflect.deleteProperty(navigator, "credentials");
  });

  it("are not offered by a browser without them", async () => {
    answerWith({ "/auth/v1/settings": offers });
    startShell("/login", pages);
    expect(await screen.findByRole("button", { name: "Email me a code" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
  });
});
