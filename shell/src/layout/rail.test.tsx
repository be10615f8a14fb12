import { windowWidth } from "@tessera/testing/window-width.ts";
import { screen, within } from "@testing-library/react";
import { answerWith, clearCookies, rule, startShell, storeSession } from "../testing/start-shell.tsx";

const pages = {
  rules: [rule("/items/:type"), rule("/items/:type/:id"), rule("/queue")],
  routes: [{ path: "items/:type/:id?", Component: () => <p>The list</p> }],
  lists: [
    { title: "Inbox", path: "/items/inbox" },
    { title: "Later", path: "/items/all?status=later" },
    { title: "All cards", path: "/items/all" },
  ],
  config: { internalDomain: "halvorsen.example" },
};

beforeEach(() => {
  clearCookies();
  localStorage.clear();
  storeSession();
  answerWith({});
  windowWidth(1280);
});

const open = async (path: string, width: "wide" | "narrow") => {
  if (width === "wide") localStorage.setItem("tessera.rail-wide", "yes");
  startShell(path, pages);
  await screen.findByText("The list");
  return within(screen.getByRole("navigation", { name: "Areas" }));
};
const currentOf = (rail: Awaited<ReturnType<typeof open>>) =>
  rail
    .getAllByRole("link")
    .filter((link) => link.getAttribute("aria-current") === "page")
    .map((link) => link.getAttribute("aria-label"));

describe("the wide navigation", () => {
  it("names the lists of each area, and marks the one that is shown", async () => {
    const rail = await open("/items/all?status=later", "wide");
    expect(rail.getByRole("link", { name: "Items: Inbox" })).toHaveAttribute("href", "/items/inbox");
    expect(currentOf(rail)).toEqual(["Items", "Items: Later"]);
  });

  it("marks the list that an open card is in", async () => {
    expect(currentOf(await open("/items/all/7", "wide"))).toEqual(["Items", "Items: All cards"]);
  });
});

it("the narrow navigation has the areas alone", async () => {
  const rail = await open("/items/inbox", "narrow");
  expect(rail.getAllByRole("link")).toHaveLength(1);
});
