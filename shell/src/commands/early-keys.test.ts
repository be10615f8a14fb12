import { jest } from "@jest/globals";
import userEvent from "@testing-library/user-event";
import { holdEarlyKeys } from "./early-keys.ts";

const pressed: string[] = [];
const listen = ({ key }: KeyboardEvent) => void pressed.push(key);
const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });

beforeEach(() => {
  jest.useFakeTimers();
  window.addEventListener("keydown", listen);
});
afterEach(() => {
  jest.useRealTimers();
  window.removeEventListener("keydown", listen);
  pressed.length = 0;
  document.body.replaceChildren();
});

describe("keys before the page is drawn", () => {
  it("are pressed once it is, in their order, and later ones go straight through", async () => {
    const press = holdEarlyKeys();
    await user.keyboard("gi{ArrowDown}");
    expect(pressed).toEqual([]);
    press();
    expect(pressed).toEqual(["g", "i", "ArrowDown"]);
    await user.keyboard("e");
    expect(pressed).toEqual(["g", "i", "ArrowDown", "e"]);
  });

  it("open the palette once it is, and what is typed for it follows; other shortcuts are the browser's", async () => {
    const press = holdEarlyKeys();
    await user.keyboard("{Control>}kl{/Control}n");
    expect(pressed).toEqual(["Control", "l"]);
    press();
    expect(pressed).toEqual(["Control", "l", "k", "n"]);
  });

  it("are dropped by Escape, by a click, and when no page comes", async () => {
    for (const leave of [
      () => user.keyboard("{Escape}"),
      () => user.click(document.body),
      () => jest.advanceTimersByTime(10_000),
    ]) {
      pressed.length = 0;
      const press = holdEarlyKeys();
      await user.keyboard("c");
      await leave();
      press();
      expect(pressed).not.toContain("c");
      await user.keyboard("j");
      expect(pressed).toContain("j");
    }
  });

  it("are kept for ten seconds each: a slow page may come late", async () => {
    const press = holdEarlyKeys();
    jest.advanceTimersByTime(9_000);
    await user.keyboard("c");
    jest.advanceTimersByTime(9_000);
    press();
    expect(pressed).toEqual(["c"]);
  });

  it("wait where a link has the focus, which gets its own", async () => {
    const link = document.body.appendChild(document.createElement("button"));
    link.focus();
    const press = holdEarlyKeys();
    await user.keyboard("e{Enter}");
    expect(pressed).toEqual(["Enter"]);
    press();
    expect(pressed).toEqual(["Enter", "e"]);
  });

  it("reach what has the focus, and are not typed into a field that the page begins with", async () => {
    const press = holdEarlyKeys();
    await user.keyboard("c");
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    await user.keyboard("me");
    press();
    expect(field).toHaveValue("me");
    expect(pressed).toEqual(["m", "e"]);
  });
});
