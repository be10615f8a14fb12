import { jest } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import { answerWith, clearCookies, startShell } from "../testing/start-shell.tsx";

beforeEach(() => {
  clearCookies();
  localStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

// Alone in this file: a page waits once.
it("is drawn with its ways, when they come in time, so that nothing moves below the pointer", async () => {
  let answer = (_: Response) => {};
  answerWith({
    "/auth/v1/settings": () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  startShell("/login");
  await waitFor(() => expect(fetch).toHaveBeenCalledWith("/auth/v1/settings", expect.anything()));
  expect(screen.queryByRole("heading", { name: "Sign in" })).toBeNull();
  act(() => answer(Response.json({ external: { email: true, github: true } })));
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(screen.getByRole("button", { name: "GitHub" })).toBeVisible();
  expect(jest.mocked(fetch).mock.calls.filter(([path]) => path === "/auth/v1/settings")).toHaveLength(1);
});
