import { microsPerMillion } from "./dollars.ts";
import { readModelList } from "./model-list.ts";

test("prices per token become whole micro-dollars per million tokens", () => {
  expect(["0.000003", "0.00000015", "3e-6", 1.5e-7, "0", "0.0000000375"].map(microsPerMillion)).toEqual([
    3_000_000, 150_000, 3_000_000, 150_000, 0, 37_500,
  ]);
  expect(["-1", "free", "", null, undefined, {}, "1e99", "Infinity"].map(microsPerMillion)).toEqual(
    new Array(8).fill(null),
  );
});

test("a plain OpenAI-compatible list says names alone, and says nothing that it does not know", () => {
  const [model] = readModelList("openai-compatible", {
    object: "list",
    data: [{ id: "llama3.2:3b", object: "model" }],
  })!;
  expect(model).toEqual({
    ...{ name: "llama3.2:3b", title: "llama3.2:3b", contextTokens: null, maxOutputTokens: null },
    ...{ tools: null, vision: null, reasoning: null, inputPrice: null, cachedPrice: null, outputPrice: null },
  });
});

test("what OpenRouter, vLLM and LM Studio add is read", () => {
  const models = readModelList("openai-compatible", {
    data: [
      {
        id: "maker/large",
        name: "Maker: Large",
        context_length: 200_000,
        top_provider: { max_completion_tokens: 64_000 },
        supported_parameters: ["tools", "temperature"],
        architecture: { input_modalities: ["text", "image"] },
        pricing: { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003" },
      },
      { id: "vllm", max_model_len: 32_768, pricing: null },
      { id: "lm", max_context_length: 8_192, context_length: "many" },
    ],
  })!;
  expect(models).toMatchObject([
    {
      ...{ title: "Maker: Large", contextTokens: 200_000, maxOutputTokens: 64_000, tools: true, vision: true },
      ...{ reasoning: false, inputPrice: 3_000_000, cachedPrice: 300_000, outputPrice: 15_000_000 },
    },
    { contextTokens: 32_768, inputPrice: null },
    { contextTokens: 8_192 },
  ]);
});

test("Anthropic's and Google's lists are read; models that only embed are left out", () => {
  expect(
    readModelList("anthropic", { data: [{ type: "model", id: "claude-x", display_name: "Claude X" }] }),
  ).toMatchObject([{ name: "claude-x", title: "Claude X" }]);
  const google = readModelList("google", {
    models: [
      {
        ...{ name: "models/gemini-x", displayName: "Gemini X", inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
        supportedGenerationMethods: ["generateContent"],
      },
      { name: "models/embed", supportedGenerationMethods: ["embedContent"] },
    ],
  });
  expect(google).toMatchObject([{ name: "gemini-x", contextTokens: 1_048_576, maxOutputTokens: 65_536 }]);
  expect(google).toHaveLength(1);
});

test("entries that cannot be read are left out, doubles too; what is no list is none", () => {
  const data = [{ id: "a" }, { id: "" }, null, { name: "no id" }, { id: "a" }, { id: "b" }, { id: "nul\u0000" }];
  expect(readModelList("openai-compatible", { data })!.map(({ name }) => name)).toEqual(["a", "b"]);
  for (const answer of [null, [], "html", { data: {} }, { error: "no" }])
    expect(readModelList("openai-compatible", answer)).toBeNull();
});
