import { jest } from "@jest/globals";
import { Link } from "@tessera/router";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { followErrors } from "./follow-errors.ts";
import { answerWith, clearCookies, rule, startShell, storeSession } from "./testing/start-shell.tsx";

/** App whose code throws; null: no stack tells. */
let culprit: string | null;
const page = (text: string, to: string) => ({
  Component: () => (
    <p>
      {text} <Link to={to}>go on</Link>
    </p>
  ),
});

beforeEach(() => {
  clearCookies();
  storeSession();
  answerWith({});
  jest.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

/** The shell at a page of the remote "items", whose neighbour "queue" is not shown. */
async function open() {
  const shell = startShell("/list", {
    rules: [rule("/list"), rule("/other")],
    routes: [
      { path: "list", ...page("The list", "/other") },
      { path: "other", ...page("The other page", "/list") },
    ],
    blame: () => culprit,
  });
  const { composition } = shell.services;
  composition.remotes.push({
    ...composition.remotes[0]!,
    name: "queue",
    title: "Queue",
    routes: [rule("/queue")],
    navigation: [],
  });
  const stop = followErrors(shell.services, () => shell.router.state.location.pathname);
  await screen.findByText(/The list/);
  const fail = (message: string) =>
    act(() => void window.dispatchEvent(new ErrorEvent("error", { error: new Error(message) })));
  return { ...shell, stop, fail };
}
const areas = () => screen.getByRole("navigation", { name: "Areas" });

it("an error of the remote whose page is shown takes the place of that page alone, and leaves with it [shell.error-fatal]", async () => {
  culprit = "items";
  const { fail, stop, services } = await open();
  await fail("The list broke");
  expect(screen.getByRole("heading", { name: "Internal Server Error" })).toBeVisible();
  expect(screen.getByText("The list broke")).toBeVisible();
  expect(screen.getByText("go on")).not.toBeVisible();
  expect(areas()).toBeVisible();
  expect(services.fatal.get()).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Back to the page" }));
  expect(screen.getByText("go on")).toBeVisible();
  await fail("It broke again");
  await fail("And what follows from that");
  expect(screen.getByText("It broke again")).toBeVisible();
  screen.getByText("go on").click();
  expect(await screen.findByText(/The other page/)).toBeVisible();
  expect(screen.queryByText("Internal Server Error")).toBeNull();
  stop();
});

it("an error of a remote that is not shown is a notice, once a page however often it throws", async () => {
  culprit = "queue";
  const { fail, stop, services } = await open();
  for (const attempt of ["first", "second"]) await fail(`${attempt} rejection`);
  expect(services.notices.store.get().map(({ message }) => message)).toEqual([
    "Queue had a problem that does not affect this page: first rejection",
  ]);
  expect(screen.getByText(/The list/)).toBeVisible();
  stop();
});

it("an error that no stack tells the origin of is of the page that is shown", async () => {
  culprit = null;
  const { fail, stop, services } = await open();
  await fail("From nowhere");
  expect([...services.failures.store.get().keys()]).toEqual(["items"]);
  stop();
});

it("an error of the shell takes the place of every page, and leaves when the person continues", async () => {
  culprit = "shell";
  const { fail, stop, services, router } = await open();
  await fail("The shell broke");
  expect(services.fatal.get()).toMatchObject({ message: "The shell broke" });
  expect(screen.getByText("The shell broke")).toBeVisible();
  await act(() => router.navigate("/other"));
  expect(screen.getByText(/The other page/)).toBeVisible();
  expect(screen.queryByText("The shell broke")).toBeNull();
  stop();
});
