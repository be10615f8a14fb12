import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen } from "@testing-library/react";
import routes from "../routes.tsx";

it("leads back from a recording that is gone, which trying again would not bring back", async () => {
  const detail = "There is no such recording.";
  const problem = { type: "about:blank", title: "Not Found", status: 404, code: "recording_not_found", instance: "" };
  renderInShell(routes, {
    path: "/transcribe/00000000-0000-4000-8000-000000000001",
    http: async () => {
      throw new ProblemError({ ...problem, detail });
    },
  });
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByRole("button", { name: "Go to the recordings" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
