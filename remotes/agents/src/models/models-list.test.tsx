import type { Model } from "@tessera/contracts-agents/models.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ModelsList } from "./models-list.tsx";

const modelOf = (at: number): Model => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  ...{ providerId: "00000000-0000-4000-8000-0000000000ff", providerName: "Provider", listed: true },
  ...{ name: `model-${at}`, title: `Model ${at}`, contextTokens: null, maxOutputTokens: null },
  ...{
    capabilities: { tools: null, vision: null, reasoning: null },
    prices: { input: null, cached: null, output: null },
  },
});

function Models({ sure }: { sure: boolean }) {
  const [models, setModels] = useState([1, 2, 3].map(modelOf));
  const remove = async ({ id }: Model) => {
    if (sure) setModels((all) => all.filter((model) => model.id !== id));
    return sure;
  };
  return <ModelsList models={models} onChanged={() => undefined} onRemove={remove} />;
}

it("after a model is removed the keyboard is at the next one", async () => {
  renderInShell(<Models sure />);
  await userEvent.click(await screen.findByRole("button", { name: "Remove Model 2" }));
  await waitFor(() => expect(screen.getByRole("row", { name: /Model 3/ })).toHaveFocus());
  expect(screen.queryByRole("row", { name: /Model 2/ })).toBeNull();
});

it("a model that is kept keeps the keyboard", async () => {
  renderInShell(<Models sure={false} />);
  const button = await screen.findByRole("button", { name: "Remove Model 2" });
  await userEvent.click(button);
  expect(button).toHaveFocus();
});
