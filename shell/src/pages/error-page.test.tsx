import { jest } from "@jest/globals";
import { RemoteLoadError } from "@tessera/federation/runtime/load-error.ts";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { followErrors } from "../follow-errors.ts";
import { answerWith, clearCookies, rule, startShell, storeSession } from "../testing/start-shell.tsx";

let broken: unknown = null;
const pages = {
  rules: [rule("/queue", { title: "Queue" }), rule("/teapot", { title: "Teapot" })],
  routes: [
    {
      path: "queue",
      Component: () => {
        if (broken) throw broken;
        return <p>The queue</p>;
      },
    },
    {
      path: "teapot",
      Component: () => null,
      loader: () => {
        throw new Response("Short and stout", { status: 418 });
      },
    },
  ],
};

beforeEach(() => {
  clearCookies();
  storeSession();
  answerWith({});
  broken = null;
  jest.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

describe("error page", () => {
  it("has status 500 and its title when the error names none, and the message as description [shell.error-500] [shell.error-description]", async () => {
    broken = new Error("The list is not a list");
    startShell("/queue", pages);
    expect(await screen.findByRole("heading", { name: "Internal Server Error" })).toBeVisible();
    expect(screen.getByText("500")).toBeVisible();
    expect(screen.getByText("The list is not a list")).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Areas" })).toBeVisible();
  });

  it("keeps the status of an answer that was thrown [shell.error-description]", async () => {
    startShell("/teapot", pages);
    expect(await screen.findByText("418")).toBeVisible();
    expect(screen.getByText("Short and stout")).toBeVisible();
  });

  it("takes the place of the page for errors nothing handled, and gives it back [shell.error-fatal]", async () => {
    const { services } = startShell("/queue", pages);
    const stop = followErrors(services, () => "/queue");
    expect(await screen.findByText("The queue")).toBeVisible();
    act(() => void window.dispatchEvent(new ErrorEvent("error", { error: new Error("Nobody caught me") })));
    expect(await screen.findByText("Nobody caught me")).toBeVisible();
    expect(screen.getByText("The queue")).not.toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Back to the page" }));
    expect(screen.getByText("The queue")).toBeVisible();
    const rejection = Object.assign(new Event("unhandledrejection"), { reason: new Error("Nor me") });
    act(() => void window.dispatchEvent(rejection));
    expect(await screen.findByText("Nor me")).toBeVisible();
    stop();
  });

  it("leaves a file that cannot be read as a program to the area that loads it", async () => {
    const { services } = startShell("/queue", pages);
    const stop = followErrors(services, () => "/queue");
    expect(await screen.findByText("The queue")).toBeVisible();
    // As browsers report it: no line of the program ever ran.
    const unread = Object.assign(new SyntaxError("Unexpected token '('"), { stack: "SyntaxError: Unexpected token '('" });
    act(() => void window.dispatchEvent(new ErrorEvent("error", { error: unread })));
    expect(screen.getByText("The queue")).toBeVisible();
    act(() => void window.dispatchEvent(new ErrorEvent("error", { error: new SyntaxError("Unexpected end of JSON input") })));
    expect(await screen.findByText("Unexpected end of JSON input")).toBeVisible();
    stop();
  });

  it("leaves the rest of the product standing when one part cannot be fetched, and tries again", async () => {
    broken = new RemoteLoadError("items", "1.0.0-000000000000", "network", null);
    const { router } = startShell("/queue", pages);
    expect(await screen.findByText("Items could not be loaded")).toBeVisible();
    broken = null;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByText("The queue")).toBeVisible());
    expect(router.state.location.pathname).toBe("/queue");
  });
});
