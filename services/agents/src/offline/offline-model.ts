import { randomUUID } from "node:crypto";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { planNext } from "./plan.ts";
import { turnOf } from "./turn.ts";

/** It reads and writes no tokens. */
const USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * The model that is always there: it routes a request to tools and quotes what they give. It generates no text, costs
 * nothing and asks nobody; to everything else it is a model as any other, so limits, approvals and traces hold.
 */
export class OfflineModel implements LanguageModelV4 {
  readonly specificationVersion = "v4";
  readonly provider = "tessera";
  readonly supportedUrls = {};

  constructor(readonly modelId: string) {}

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { content, finishReason } = answerTo(options);
    return { content, finishReason, usage: USAGE, warnings: [] };
  }

  async doStream(options: LanguageModelV4CallOptions) {
    const { content, finishReason } = answerTo(options);
    const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: [] }];
    for (const part of content) {
      if (part.type === "tool-call") parts.push(part);
      else
        parts.push(
          { type: "text-start", id: "0" },
          { type: "text-delta", id: "0", delta: part.text },
          { type: "text-end", id: "0" },
        );
    }
    parts.push({ type: "finish", finishReason, usage: USAGE });
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    return { stream };
  }
}

function answerTo({ prompt, tools }: LanguageModelV4CallOptions) {
  const offered = new Set((tools ?? []).map(({ name }) => name));
  const move = planNext(turnOf(prompt), offered);
  if ("answer" in move)
    return {
      content: [{ type: "text" as const, text: move.answer }],
      finishReason: { unified: "stop" as const, raw: undefined },
    };
  return {
    content: move.use.map(({ name, arguments: values }) => ({
      type: "tool-call" as const,
      toolCallId: randomUUID(),
      toolName: name,
      input: JSON.stringify(values),
    })),
    finishReason: { unified: "tool-calls" as const, raw: undefined },
  };
}
