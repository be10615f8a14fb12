import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type TextPiece, TextPieces } from "./text-pieces.ts";

/** What is left of a model's stream for the AI SDK, and the pieces that were taken out of it. */
async function taken(parts: LanguageModelV4StreamPart[]) {
  const pieces = new TextPieces();
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const given: TextPiece[] = [];
  const reading = (async () => {
    for await (const piece of pieces) given.push(piece);
  })();
  const wrapped = await pieces.middleware.wrapStream!({ doStream: async () => ({ stream }) } as never);
  const left: LanguageModelV4StreamPart[] = [];
  for await (const part of wrapped.stream) left.push(part);
  pieces.end();
  await reading;
  return { given, left };
}

const thought = { maker: { signature: "s" } };

test("pieces are given as they are, and the rest has each text as one, where it was", async () => {
  const start: LanguageModelV4StreamPart = { type: "stream-start", warnings: [] };
  const { given, left } = await taken([
    start,
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "I " },
    { type: "reasoning-delta", id: "0", delta: "think" },
    { type: "reasoning-delta", id: "0", delta: "", providerMetadata: thought },
    { type: "reasoning-end", id: "0" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Good " },
    { type: "text-delta", id: "1", delta: "morning" },
    { type: "text-delta", id: "1", delta: ", all", providerMetadata: thought },
    { type: "text-delta", id: "1", delta: "!" },
    { type: "text-start", id: "2" },
    { type: "text-delta", id: "2", delta: "Other" },
    { type: "text-delta", id: "1", delta: "?" },
    { type: "text-end", id: "1" },
    { type: "text-end", id: "2" },
  ]);
  expect(given).toEqual([
    { type: "reasoning", text: "I " },
    { type: "reasoning", text: "think" },
    ...["Good ", "morning", ", all", "!", "Other", "?"].map((text) => ({ type: "text", text })),
  ]);
  expect(left).toEqual([
    start,
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "I think" },
    { type: "reasoning-delta", id: "0", delta: "", providerMetadata: thought },
    { type: "reasoning-end", id: "0" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Good morning" },
    { type: "text-delta", id: "1", delta: ", all", providerMetadata: thought },
    { type: "text-delta", id: "1", delta: "!" },
    { type: "text-start", id: "2" },
    { type: "text-delta", id: "2", delta: "Other" },
    { type: "text-delta", id: "1", delta: "?" },
    { type: "text-end", id: "1" },
    { type: "text-end", id: "2" },
  ]);
});

test("a text that its stream leaves open is not lost", async () => {
  const { left } = await taken([
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Half" },
  ]);
  expect(left.at(-1)).toEqual({ type: "text-delta", id: "1", delta: "Half" });
});

test("a model is read no further than its reader reads", async () => {
  const pieces = new TextPieces();
  let read = 0;
  const stream = new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull(controller) {
        read += 1;
        controller.enqueue({ type: "text-delta", id: "1", delta: "x" });
      },
    },
    { highWaterMark: 0 },
  );
  const wrapped = await pieces.middleware.wrapStream!({ doStream: async () => ({ stream }) } as never);
  const reader = wrapped.stream.getReader();
  void reader.read();
  await new Promise((turn) => setImmediate(turn));
  const before = read;
  expect(before).toBeLessThan(1_000);
  await new Promise((turn) => setImmediate(turn));
  expect(read).toBe(before);
  for await (const { text } of pieces) {
    expect(text).toBe("x");
    if (read > before) break;
  }
  pieces.end();
  await reader.cancel();
});
