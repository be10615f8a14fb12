import type { HandbookState } from "@tessera/federation/handbook-schemas.ts";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerWith, clearCookies, startShell, storeSession } from "../../testing/start-shell.tsx";

beforeEach(() => {
  clearCookies();
  // As the server sends the page; the test's DOM loads no style sheet, which the page would wait for.
  document.head.innerHTML = '<link rel="stylesheet" href="/handbook.css">';
});

const pages = [
  { slug: "start", title: "Start", summary: "The first minutes.", order: 10, sections: [] },
  {
    slug: "cards",
    title: "Cards",
    summary: "What a card is.",
    order: 30,
    sections: [{ id: "snooze", title: "Snooze a card" }],
  },
];
const answer = (page: HandbookState["page"]) => () => Response.json({ handbook: { pages, page } });
const cards = answer({
  slug: "cards",
  html: '<h2 id="snooze">Snooze a card</h2><p><a href="/handbook/start">Start</a></p>',
});
const served = {
  "/handbook/_payload.json": answer(null),
  "/handbook/start/_payload.json": answer({ slug: "start", html: "<p>Create an account.</p>" }),
  "/handbook/cards/_payload.json": cards,
};

it("lists its pages, and leads to each by its own links and those in its text", async () => {
  answerWith(served);
  startShell("/handbook");
  const list = await screen.findByRole("article");
  expect(list).toHaveTextContent("The first minutes.");
  await userEvent.click(within(list).getByRole("link", { name: "Cards" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Cards" })).toBeVisible();
  const nav = screen.getByRole("navigation", { name: "Handbook" });
  expect(within(nav).getByRole("link", { name: "Cards" })).toHaveAttribute("aria-current", "page");
  expect(within(nav).getByRole("link", { name: "Snooze a card" })).toHaveAttribute("href", "/handbook/cards#snooze");
  await userEvent.click(within(screen.getByRole("article")).getByRole("link", { name: "Start" }));
  expect(await screen.findByText("Create an account.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Cards →" })).toBeVisible();
});

it("leads back to the work of who is signed in, others to sign in", async () => {
  answerWith(served);
  startShell("/handbook").unmount();
  storeSession();
  startShell("/handbook");
  expect(await screen.findByRole("link", { name: "Open your queue" })).toHaveAttribute("href", "/queue");
});

it("says that a page does not exist", async () => {
  answerWith(served);
  startShell("/handbook/nothing");
  expect(await screen.findByRole("heading", { name: "This page does not exist" })).toBeVisible();
  expect(screen.getByRole("link", { name: "See all pages" })).toHaveAttribute("href", "/handbook");
});

it("says that it could not be loaded, and loads when asked again", async () => {
  const answers: Record<string, () => Response> = { "/handbook/cards/_payload.json": () => Response.error() };
  answerWith(answers);
  startShell("/handbook/cards");
  const again = await screen.findByRole("button", { name: "Try again" });
  answers["/handbook/cards/_payload.json"] = cards;
  await userEvent.click(again);
  expect(await screen.findByRole("heading", { level: 2, name: "Snooze a card" })).toBeVisible();
});
