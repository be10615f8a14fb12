import type { AgentSettings } from "@tessera/contracts-agents/agents.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { changesBetween } from "./settings-in-words.ts";

const settings: AgentSettings = {
  ...{ name: "Clerk", icon: "bot", instructions: "Be brief.", modelId: null, fallbackModelId: null },
  ...{ temperature: null, maxOutputTokens: 1000, dayLimitMicros: null, monthLimitMicros: null },
  ...{ tools: { create_card: "ask" }, maxSteps: 20, runTokens: null, runLimitMicros: null },
};
const models = [{ id: "m1", title: "Small" }] as Model[];
const between = (change: Partial<AgentSettings>) =>
  changesBetween(settings, { ...settings, ...change }, { models, locale: "en-GB" }).map(({ title, before, now }) => [
    ...[title, before, now],
  ]);

it("names settings as the editor does, and says their values in words", () => {
  expect(
    between({
      ...{ name: "Secretary", modelId: "m1", fallbackModelId: "m2", temperature: 50, maxOutputTokens: 2000 },
      ...{ dayLimitMicros: 1_500_000, runTokens: 10_000 },
    }),
  ).toEqual([
    ["Name", "Clerk", "Secretary"],
    ["Model", "Your default for agents", "Small"],
    ["Fallback", "None", "A model that was removed"],
    ["Temperature", "Provider’s default", "0.5"],
    ["Maximum answer, tokens", "1,000", "2,000"],
    ["Limit a day", "No limit", "US$1.50"],
    ["Tokens of one run", "No limit", "10,000"],
  ]);
});

it("names each tool whose use differs, and leaves the instructions to the view of texts", () => {
  expect(between({ instructions: "Be kind.", tools: { create_card: "allow", search_cards: "deny" } })).toEqual([
    ["Create a card", "Ask me", "Allow"],
  ]);
  expect(between({})).toEqual([]);
});

it("tells two models that were removed apart from one that stays", () => {
  expect(
    changesBetween({ ...settings, modelId: "m8" }, { ...settings, modelId: "m9" }, { models, locale: "en" }),
  ).toEqual([]);
});
