import type { ProviderKind } from "@tessera/contracts-agents/providers.ts";

/** Where the kinds' own interfaces are, shown as what holds without an address. */
interface Kind {
  label: string;
  /** What a new provider is called. */
  name: string;
  baseUrl: string;
  addressHint: string;
}

export const KINDS: Record<ProviderKind, Kind> = {
  "openai-compatible": {
    label: "OpenAI-compatible",
    name: "",
    baseUrl: "",
    addressHint: "For example https://api.openai.com/v1, https://openrouter.ai/api/v1 or http://localhost:11434/v1.",
  },
  anthropic: {
    label: "Anthropic",
    name: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    addressHint: "Anthropic’s own interface; change it only for a proxy.",
  },
  google: {
    label: "Google",
    name: "Google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    addressHint: "Google’s own interface; change it only for a proxy.",
  },
};
