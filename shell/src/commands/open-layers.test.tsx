import { jest } from "@jest/globals";
import { useUiSettings } from "@tessera/ui";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { layers } from "../layout/layers-part.ts";
import { active, answerWith, clearCookies, rule, startShell, storeSession } from "../testing/start-shell.tsx";
import { bindKeys } from "./keys.ts";
import { openLayers } from "./open-layers.ts";
import { shellCommands } from "./shell-commands.ts";

type Layers = typeof import("../layout/layers.tsx");

const own = { ...layers };
let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  Object.assign(layers, own);
});

const drawn = jest.fn();
/** A page whose rows follow what the person chose. */
function List() {
  useUiSettings();
  drawn();
  return <button type="button">The list</button>;
}

/** A page whose layers did not come yet: `come` lets them, `fail` loses them. */
async function start() {
  clearCookies();
  storeSession();
  answerWith({ "/api/stripe/check-subscription": active });
  const loaded = await own.load();
  const { services } = startShell("/items/inbox", {
    rules: [rule("/items/:type")],
    routes: [{ path: "/items/:type", element: <List /> }],
  });
  const requests: PromiseWithResolvers<Layers>[] = [];
  layers.load = async () => {
    const request = Promise.withResolvers<Layers>();
    requests.push(request);
    try {
      const part = await request.promise;
      layers.store.set(part);
      return part;
    } catch (error) {
      layers.store.set("failed");
      throw error;
    }
  };
  act(() => layers.store.set(null));
  const pressed = jest.fn<(key: string) => void>();
  act(() => {
    services.commands.offer(shellCommands(services, () => {}));
    services.commands.register([..."items"].map((keys) => ({ id: keys, title: keys, keys, run: () => pressed(keys) })));
  });
  stops.push(
    openLayers(services),
    bindKeys({
      commands: services.commands.commands.get,
      singleKeys: () => true,
      chosen: () => ({}),
      blocked: () => services.dialogs.store.get().length > 0 || services.overlay.get() !== null,
      fail: (error) => {
        throw error;
      },
    }),
  );
  await screen.findByRole("button", { name: "The list" });
  const come = () => act(async () => requests.at(-1)!.resolve(loaded));
  const fail = () => act(async () => requests.at(-1)!.reject(new Error("gone")));
  return { services, requests, pressed, come, fail, user: userEvent.setup() };
}

describe("what lies over a page, before its code is there", () => {
  it("gets what is typed until it has the focus", async () => {
    const { requests, pressed, come, user } = await start();
    await user.keyboard("{Control>}k{/Control}items");
    expect(requests).toHaveLength(1);
    await come();
    expect(await screen.findByRole("combobox")).toHaveValue("items");
    expect(pressed).not.toHaveBeenCalled();
    await user.keyboard("{Escape}t");
    expect(pressed.mock.calls).toEqual([["t"]]);
  });

  it("leaves the page usable until it is there", async () => {
    const { services, come } = await start();
    act(() => services.overlay.set("shortcuts"));
    const page = screen.getByRole("button", { name: "The list" });
    expect(page.closest("[inert]")).toBeNull();
    await come();
    await waitFor(() => expect(page.closest("[inert]")).not.toBeNull());
    act(() => services.overlay.set(null));
    expect(page.closest("[inert]")).toBeNull();
  });

  it("draws nothing of the page", async () => {
    const { services, come } = await start();
    drawn.mockClear();
    act(() => services.overlay.set("palette"));
    await come();
    await waitFor(() =>
      expect(screen.getByRole("button", { hidden: true, name: "The list" }).closest("[inert]")).not.toBeNull(),
    );
    act(() => services.overlay.set(null));
    expect(drawn).not.toHaveBeenCalled();
  });

  it("is closed with a sentence when it does not come, and tried again the next time", async () => {
    const { services, requests, pressed, come, fail, user } = await start();
    let answer: Promise<true | undefined> | undefined;
    act(() => {
      answer = services.dialogs.open<true>(() => <p>Sure?</p>, {}, { title: "Sure?" });
    });
    await fail();
    await expect(answer).resolves.toBeUndefined();
    expect(await screen.findByText(/did not arrive/)).toBeVisible();
    await user.keyboard("i");
    expect(pressed.mock.calls).toEqual([["i"]]);
    act(() => services.overlay.set("palette"));
    await come();
    expect(requests).toHaveLength(2);
    expect(await screen.findByRole("combobox")).toHaveFocus();
  });
});
