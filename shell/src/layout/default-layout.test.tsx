import { windowWidth } from "@tessera/testing/window-width.ts";
import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { answerWith, clearCookies, rule, startShell, storeSession } from "../testing/start-shell.tsx";

beforeEach(() => {
  clearCookies();
  localStorage.clear();
  storeSession();
  answerWith({});
});

it("a page keeps what it holds while the window crosses the width of a phone", async () => {
  windowWidth(1280);
  startShell("/queue", {
    rules: [rule("/queue")],
    routes: [{ path: "queue", Component: () => <input aria-label="Reason" /> }],
    config: { internalDomain: "halvorsen.example" },
  });
  const field = await screen.findByRole("textbox", { name: "Reason" });
  await userEvent.type(field, "not paid");
  for (const width of [390, 1280]) {
    act(() => windowWidth(width));
    expect(screen.queryAllByRole("link", { name: "Skip to the page" })).toHaveLength(width > 960 ? 1 : 0);
    expect(screen.getByRole("textbox", { name: "Reason" })).toBe(field);
    expect(field).toHaveValue("not paid");
  }
});
