import { jest } from "@jest/globals";
import { Outlet } from "@tessera/router";
import { screen } from "@testing-library/react";
import { answerWith, rule, startShell, storeSession } from "../testing/start-shell.tsx";

const Broken = () => {
  throw new Error("broken render");
};

function open(Component: () => React.ReactNode, path = "/queue") {
  answerWith({});
  storeSession();
  const reports: string[] = [];
  startShell(path, {
    rules: [rule("/queue")],
    routes: [{ Component: Outlet, children: [{ path: "/queue", Component }] }],
    drawn: (app) => reports.push(`${app} drawn`),
    reportFailure: (app) => reports.push(`${app} error`),
  });
  return reports;
}

it("an area is drawn when its page is on the screen", async () => {
  const reports = open(() => <p>Here it is</p>);
  await screen.findByText("Here it is");
  expect(reports.sort()).toEqual(["items drawn", "shell drawn"]);
});

it("one that throws in its render is not, the frame around it is", async () => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  const reports = open(Broken);
  await screen.findByText("500");
  expect(reports).toEqual(["shell drawn"]);
});
