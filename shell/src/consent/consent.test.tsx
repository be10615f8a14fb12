import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerWith, clearCookies, startShell, storeSession } from "../testing/start-shell.tsx";
import { abilitiesOf, placeOf } from "./consent-words.ts";

const request = {
  authorization_id: "asked",
  redirect_uri: "https://reader.example/callback",
  client: { id: "c", name: "Reader", uri: "", logo_uri: "https://evil.example/pixel.png" },
  user: { id: "u", email: "ines@halvorsen.example" },
  scope: "openid email tessera:read",
};
const READ = "/auth/v1/oauth/authorizations/asked";
const ANSWER = `${READ}/consent`;
const onward = (query: string) => () => Response.json({ redirect_url: `https://reader.example/callback?${query}` });
const person = userEvent.setup();

function arrive(answers: Parameters<typeof answerWith>[0] = {}, query = "authorization_id=asked") {
  storeSession();
  const asked = answerWith({ [READ]: () => Response.json(request), ...answers });
  const shown = startShell(`/oauth/consent?${query}`);
  const sent = () =>
    asked.mock.calls
      .filter(([input]) => String(input).endsWith("/consent"))
      .map(([, init]) => JSON.parse(String(init?.body)) as unknown);
  return { ...shown, asked, sent };
}
beforeEach(clearCookies);

describe("the page that asks whether an app may come in", () => {
  it("says who asks, where the answer goes, as whom, and what it will be able to do", async () => {
    const { sent, left } = arrive();
    expect(await screen.findByRole("heading", { name: "Let Reader into your account?" })).toHaveFocus();
    expect(screen.getByText("reader.example")).toBeVisible();
    expect(screen.getByText("ines@halvorsen.example")).toBeVisible();
    const list = within(screen.getByRole("list"));
    expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Know that it is you, by an id of your account",
      "See your email address",
      "Read all your cards, with their notes and attachments",
    ]);
    expect([sent(), left]).toEqual([[], []]);
    expect(document.querySelector("img")).toBeNull();
    expect(document.body.innerHTML).not.toContain("evil.example");
  });

  it("lets it in by keyboard, and leads on to where the server says", async () => {
    const { sent, left } = arrive({ [ANSWER]: onward("code=1") });
    (await screen.findByRole("button", { name: "Allow" })).focus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(left).toEqual(["https://reader.example/callback?code=1"]));
    expect(sent()).toEqual([{ action: "approve" }]);
  });

  it("tells the app when the person cancels", async () => {
    const { sent, left } = arrive({ [ANSWER]: onward("error=access_denied") });
    await person.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(left).toEqual(["https://reader.example/callback?error=access_denied"]));
    expect(sent()).toEqual([{ action: "deny" }]);
  });

  it("asks nothing where the person agreed before", async () => {
    const { left, sent } = arrive({ [READ]: onward("code=2") });
    await waitFor(() => expect(left).toEqual(["https://reader.example/callback?code=2"]));
    expect(sent()).toEqual([]);
  });

  it("goes nowhere that its address names", async () => {
    const { left } = arrive(
      {},
      "authorization_id=asked&redirect_uri=https://evil.example&redirect_url=https://evil.example",
    );
    await screen.findByRole("button", { name: "Allow" });
    expect(left).toEqual([]);
  });

  it.each([
    ["error=unknown_client", /No app with this id is known here/],
    ["error=unknown_address", /nothing was sent/],
    ["", /is incomplete/],
  ])("says why nobody is asked at ?%s", async (query, words) => {
    const { asked } = arrive({}, query);
    expect(await screen.findByRole("alert")).toHaveTextContent(words);
    expect(asked.mock.calls.filter(([input]) => String(input).includes("/oauth/"))).toEqual([]);
  });

  it("says that a request is gone, and tries again what may be temporary", async () => {
    let status = 500;
    arrive({
      [READ]: () =>
        status === 200 ? Response.json(request) : Response.json({ code: "oauth_authorization_not_found" }, { status }),
    });
    await person.click(await screen.findByRole("button", { name: "Try again" }));
    status = 404;
    await person.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "There is nothing to answer here" })).toBeVisible();
  });

  it("keeps the answers open when one fails", async () => {
    arrive({ [ANSWER]: () => Response.json({ code: "oauth_authorization_not_found" }, { status: 404 }) });
    await person.click(await screen.findByRole("button", { name: "Allow" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Begin again in the app.");
    expect(screen.getByRole("button", { name: "Allow" })).toBeEnabled();
  });

  it("sends visitors to sign in, and back", async () => {
    clearCookies();
    answerWith({});
    const { router } = startShell("/oauth/consent?authorization_id=asked");
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(decodeURIComponent(document.cookie)).toContain("/oauth/consent?authorization_id=asked");
  });
});

it("says that writing includes reading, and nothing of what it does not know", () => {
  expect(abilitiesOf("tessera:read tessera:write offline_access unknown")).toEqual([
    "Read, add, change and delete all your cards, and decide what is in your queue",
  ]);
});

it.each([
  ["https://reader.example:8443/x", "reader.example:8443"],
  ["http://127.0.0.1:4000/callback", "an app on this device"],
  ["cursor://anysphere/callback", "an app on this device (cursor)"],
])("names where %s leads", (uri, words) => expect(placeOf(uri)).toBe(words));
