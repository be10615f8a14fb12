import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { bindKeys } from "../commands/keys.ts";
import { shellCommands } from "../commands/shell-commands.ts";
import {
  active,
  answerWith,
  clearCookies,
  contextOf,
  rule,
  startShell,
  storeSession,
} from "../testing/start-shell.tsx";

const stable = contextOf().composition.remotes[0]!.release;

// jsdom keeps no timeline.
Object.assign(performance, { getEntriesByName: () => [], getEntriesByType: () => [] });

let stop = () => {};
afterEach(() => stop());

/** Boxes as a browser would lay them out: jsdom lays out nothing. */
const boxes = (width: number) => {
  HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
    return this.hasAttribute("data-laid-out") ? new DOMRect(10, 20, width, 40) : new DOMRect();
  };
};
const { getBoundingClientRect } = HTMLElement.prototype;
afterEach(() => {
  HTMLElement.prototype.getBoundingClientRect = getBoundingClientRect;
});

async function start(options: Parameters<typeof startShell>[1] = {}) {
  clearCookies();
  storeSession();
  answerWith({ "/api/stripe/check-subscription": active });
  boxes(300);
  const started = startShell("/items/inbox", {
    rules: [rule("/items/:type")],
    routes: [
      {
        path: "/items/:type",
        element: (
          <button type="button" data-laid-out="">
            The list
          </button>
        ),
      },
    ],
    config: { inspector: { sources: { shell: "stable", items: "candidate" } } },
    ...options,
  });
  const { services } = started;
  act(() => services.commands.offer(shellCommands(services, () => {})));
  stop = bindKeys({
    commands: services.commands.commands.get,
    singleKeys: () => true,
    chosen: () => ({}),
    blocked: () => services.dialogs.store.get().length > 0 || services.overlay.get() !== null,
    fail: (error) => {
      throw error;
    },
  });
  const page = await screen.findByRole("button", { name: "The list" });
  return { ...started, page, user: userEvent.setup() };
}

const panel = () => screen.findByRole("complementary", { name: "Page inspector" });

describe("the inspector", () => {
  it("says which app drew what, in which release and why, and marks the place", async () => {
    const { user } = await start();
    await user.keyboard("gx");
    const items = within(await panel())
      .getByRole("heading", { name: "Items" })
      .closest("li")!;
    expect(items).toHaveTextContent("items 1.0.0-000000000000");
    expect(items).toHaveTextContent("The candidate of a rollout: you are in its cohort.");
    expect(items).toHaveTextContent("Draws one place of the page.");
    const [outline] = document.querySelectorAll<HTMLElement>("[data-outline=items]");
    expect(outline!.style).toMatchObject({ left: "10px", top: "20px", width: "300px", height: "40px" });
    expect(outline).toHaveTextContent("Items 1.0.0, candidate");
    const mark = within(items).getByRole("button", { name: "Mark what Items drew", pressed: false });
    await user.click(mark);
    expect(mark).toHaveAttribute("aria-pressed", "true");
  });

  it("says that a release failed here and gave way", async () => {
    const before = { ...stable, id: "0.9.0-aaaaaaaaaaaa", version: "0.9.0" };
    const { user } = await start({ releaseOf: () => before });
    await user.keyboard("gx");
    expect(await panel()).toHaveTextContent(
      "1.0.0-000000000000 failed on this page, so the stable release took its place.",
    );
  });

  it("has the focus, leaves the page usable, and closes by Escape or the same keys", async () => {
    const { user, page } = await start();
    page.focus();
    await user.keyboard("gx");
    expect(await panel()).toHaveFocus();
    expect(page).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("complementary", { name: "Page inspector" })).toBeNull();
    expect(page).toHaveFocus();
    await user.keyboard("gx");
    await panel();
    await user.keyboard("gx");
    expect(screen.queryByRole("complementary", { name: "Page inspector" })).toBeNull();
  });

  it("leaves Escape to a dialog that is open above it", async () => {
    const { user, services } = await start();
    await user.keyboard("gx");
    await panel();
    const answer = services.dialogs.open(() => <p>Sure?</p>, {}, { title: "Sure?" });
    await screen.findByRole("dialog", { name: "Sure?" });
    await user.keyboard("{Escape}");
    await answer;
    expect(await panel()).toBeVisible();
  });

  it("is offered to nobody else", async () => {
    const { user, services } = await start({ config: {} });
    expect(services.commands.find("shell.inspect")).toBeUndefined();
    await user.keyboard("gx");
    expect(services.inspector.get()).toBeNull();
  });
});
