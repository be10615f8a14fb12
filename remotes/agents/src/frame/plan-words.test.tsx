import type { Model } from "@tessera/contracts-agents/models.ts";
import { createMemoryRouter, RouterProvider } from "@tessera/router";
import { render, screen } from "@testing-library/react";
import { ModelOptions } from "./model-options.tsx";
import { PlanWords } from "./plan-words.tsx";

const model = (title: string, fields: Partial<Model>): Model => ({
  ...{ id: title, providerId: title, providerName: title, name: title, title, listed: true },
  ...{ contextTokens: null, maxOutputTokens: null },
  capabilities: { tools: null, vision: null, reasoning: null },
  prices: { input: null, cached: null, output: null },
  ...fields,
});
const show = (models: Model[]) => {
  const page = (
    <>
      <select aria-label="Model">
        <ModelOptions models={models} />
      </select>
      <PlanWords of={models} />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: page }])} />);
};
const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

it("a model that the plan does not open says so, and the words lead to the plans", () => {
  show([model("One", { inPlan: true }), model("Two", { inPlan: false, listed: false })]);
  expect(options()).toEqual(["One", "Two (not in your plan)"]);
  expect(screen.getByRole("link", { name: "Compare plans" })).toHaveAttribute("href", "/billing");
});

it("says nothing where all are open, or the service does not know it", () => {
  show([model("One", { inPlan: true }), model("Two", {}), model("Three", { listed: false })]);
  expect(options()).toEqual(["One", "Two", "Three (no longer listed)"]);
  expect(screen.queryByText(/Your plan/)).toBeNull();
});
