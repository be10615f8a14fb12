import { jest } from "@jest/globals";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { createMemoryRouter, RouterProvider } from "@tessera/router";
import { render, screen } from "@testing-library/react";
import { createServices, ServicesProvider } from "../services.ts";
import { contextOf } from "../testing/start-shell.tsx";
import { PageError } from "./page-error.tsx";

it.each([
  ["an error of a page of the shell is reported of its release", new Error("broken render"), ["shell: broken render"]],
  [
    "an answer of a service is not",
    new ProblemError({
      type: "about:blank",
      title: "Conflict",
      status: 409,
      code: "conflict",
      detail: "Somebody was faster.",
    }),
    [],
  ],
])("%s", async (_title, error, expected) => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  const reports: string[] = [];
  const reportFailure = (app: string, reported: unknown) => void reports.push(`${app}: ${(reported as Error).message}`);
  const Broken = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: "/", Component: Broken, ErrorBoundary: PageError }]);
  render(
    <ServicesProvider value={createServices(contextOf({ reportFailure }))}>
      <RouterProvider router={router} />
    </ServicesProvider>,
  );
  expect((await screen.findAllByText(error.message))[0]).toBeVisible();
  expect(reports).toEqual(expected);
});
