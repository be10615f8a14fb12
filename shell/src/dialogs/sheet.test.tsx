import { finger } from "@tessera/testing/finger.ts";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { UiProvider } from "@tessera/ui";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "./dialog-host.tsx";
import { createDialogStack } from "./dialog-stack.ts";
import { CLOSE_DISTANCE } from "./use-drag-down.ts";

const Hello = () => <p>Hello there</p>;

function open(options: Parameters<ReturnType<typeof createDialogStack>["open"]>[2]) {
  const dialogs = createDialogStack();
  render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <DialogHost dialogs={dialogs} failed={() => {}} />
    </UiProvider>,
  );
  act(() => void dialogs.open(Hello as never, {}, options));
  return { isOpen: () => dialogs.store.get().length > 0 };
}

/** Drags the head of the sheet over these heights, in px, one in `ms`. */
function drag(heights: readonly number[], ms: number) {
  const head = screen.getByTestId("dialog-head");
  heights.forEach((y, index) => {
    finger(head, index === 0 ? "down" : "move", { y, ms: index * ms });
  });
  finger(head, "up", { y: heights.at(-1), ms: (heights.length - 1) * ms });
}

describe("a dialog where a finger acts", () => {
  beforeEach(() => windowWidth(390));
  afterEach(() => windowWidth(1440));

  it("has a way to close at its foot, whatever it shows", async () => {
    const sheet = open({ title: "About this card", buttons: [] });
    expect(screen.queryByRole("button", { name: "Dismiss the dialog" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(sheet.isOpen()).toBe(false);
  });

  it("closes when it is dragged down, and comes back when it is let go before", () => {
    const sheet = open({ title: "Snooze", buttons: [] });
    const surface = screen.getByRole("dialog");
    drag([100, 100 + CLOSE_DISTANCE - 1], 1000);
    expect(sheet.isOpen()).toBe(true);
    expect(surface.style.transform).toBe("");
    drag([100, 100 + CLOSE_DISTANCE * 2, 110], 1000);
    expect(sheet.isOpen()).toBe(true);
    drag([100, 100 + CLOSE_DISTANCE], 1000);
    expect(sheet.isOpen()).toBe(false);
  });

  it("closes with a flick, and not by a tap or a drag upwards", () => {
    const sheet = open({ title: "Snooze", buttons: [] });
    drag([100, 100], 10);
    drag([100, 20], 10);
    expect(sheet.isOpen()).toBe(true);
    drag([100, 140], 10);
    expect(sheet.isOpen()).toBe(false);
  });

  it("stays when it must be answered", () => {
    const sheet = open({ title: "Save these codes", persistent: true, buttons: [] });
    drag([100, 500], 1000);
    expect(sheet.isOpen()).toBe(true);
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  });

  it("stands above the keyboard on the screen", () => {
    const seen = Object.assign(new EventTarget(), { height: 420, offsetTop: 12, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: seen, configurable: true });
    open({ title: "Capture", buttons: [] });
    const layer = screen.getByRole("dialog").parentElement as HTMLElement;
    expect([layer.style.top, layer.style.height, layer.style.bottom]).toEqual(["12px", "420px", "auto"]);
    Object.assign(seen, { height: window.innerHeight, offsetTop: 0 });
    act(() => void seen.dispatchEvent(new Event("resize")));
    expect([layer.style.height, layer.style.bottom]).toEqual(["", ""]);
    Reflect.deleteProperty(window, "visualViewport");
  });
});
