import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/** A piece of what a model writes. */
export interface TextPiece {
  type: "text" | "reasoning";
  text: string;
}

type Delta = LanguageModelV4StreamPart & { type: "text-delta" | "reasoning-delta" };

/** Pieces that wait for their reader before the model is read further. */
const MAX_WAITING = 100;

/**
 * What a model writes, taken out of its stream as it comes. The AI SDK, whose transformations cost more than all else
 * that is done for a piece, gets the pieces of a text as one when the text ends: messages are made of it as before.
 */
export class TextPieces implements AsyncIterable<TextPiece> {
  private waiting: TextPiece[] = [];
  private isOver = false;
  private come: () => void = () => undefined;
  private taken: () => void = () => undefined;

  /** For the model whose text is taken. */
  readonly middleware: LanguageModelMiddleware = {
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: this.takenFrom(stream) };
    },
  };

  /** No more will come, or nobody reads any longer. */
  end(): void {
    this.isOver = true;
    this.come();
    this.taken();
  }

  /** Gives the pieces, each once, until the end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TextPiece, void> {
    for (;;) {
      const pieces = this.waiting;
      if (pieces.length) {
        this.waiting = [];
        this.taken();
        for (const piece of pieces) yield piece;
      } else if (this.isOver) return;
      else
        await new Promise<void>((come) => {
          this.come = come;
        });
    }
  }

  private takenFrom(stream: ReadableStream<LanguageModelV4StreamPart>): ReadableStream<LanguageModelV4StreamPart> {
    const reader = stream.getReader();
    let held: Delta | null = null;
    return new ReadableStream<LanguageModelV4StreamPart>({
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read();
          if (!done && isDelta(value)) {
            if (value.delta) await this.give(value);
            // What a provider says besides the text stays with the piece that it is said of.
            if (held?.type === value.type && held.id === value.id && !value.providerMetadata) {
              held.delta += value.delta;
              continue;
            }
          }
          const before = held;
          held = !done && isDelta(value) && !value.providerMetadata ? { ...value } : null;
          if (before) controller.enqueue(before);
          if (done) return controller.close();
          if (!held) controller.enqueue(value);
          if (before || !held) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  private async give({ type, delta: text }: Delta): Promise<void> {
    this.waiting.push({ type: type === "text-delta" ? "text" : "reasoning", text });
    this.come();
    while (this.waiting.length > MAX_WAITING && !this.isOver)
      await new Promise<void>((taken) => {
        this.taken = taken;
      });
  }
}

const isDelta = (part: LanguageModelV4StreamPart): part is Delta =>
  part.type === "text-delta" || part.type === "reasoning-delta";
