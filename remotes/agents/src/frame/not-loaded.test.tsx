import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen } from "@testing-library/react";
import { NotLoaded } from "./not-loaded.tsx";

const shown = (error: Error) =>
  renderInShell(
    <NotLoaded
      title="The agent could not be loaded"
      error={error}
      onRetry={() => {}}
      back={{ label: "Go to the agents", path: "/agents" }}
    />,
  );

test("leads back from what is gone, and offers to try again where that may help", () => {
  const problem = (status: number, detail: string) =>
    new ProblemError({ type: "about:blank", title: "", status, code: "agent_not_found", detail, instance: "" });
  const { unmount } = shown(problem(404, "This agent does not exist any more."));
  expect(screen.getByText("This agent does not exist any more.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Go to the agents" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  unmount();
  shown(problem(503, "Not now."));
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
