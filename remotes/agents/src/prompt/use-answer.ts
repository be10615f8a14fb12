import type { PromptEvent } from "@tessera/contracts-agents/client.ts";
import type { CallUsage } from "@tessera/contracts-agents/prompts.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { agents } from "../api.ts";

export interface Answer {
  state: "idle" | "running" | "done" | "stopped" | "failed";
  text: string;
  reasoning: string;
  /** Why it failed, in a sentence. */
  failure: string | null;
  /** Why the model ended: "stop", "length" … */
  finish: string | null;
  usage: CallUsage | null;
}

export const NOTHING: Answer = { state: "idle", text: "", reasoning: "", failure: null, finish: null, usage: null };

/** An answer with what came next. */
export function withEvent(answer: Answer, event: PromptEvent): Answer {
  if (event.name === "end") return { ...answer, state: "done", finish: event.finish, usage: event.usage };
  if (event.name === "failed") return { ...answer, state: "failed", failure: event.sentence, usage: event.usage };
  return { ...answer, [event.name]: answer[event.name] + event.text };
}

/** One model's answer to a test prompt, as it comes. */
export function useAnswer() {
  const [answer, setAnswer] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const stop = useCallback(() => {
    running.current?.abort();
    setAnswer((before) => (before.state === "running" ? { ...before, state: "stopped" } : before));
  }, []);

  const ask = useCallback(async (modelId: string, text: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setAnswer({ ...NOTHING, state: "running" });
    /** What comes of an answer that was replaced or stopped changes nothing. */
    const update = (change: (before: Answer) => Answer) => {
      if (running.current === controller && !controller.signal.aborted) setAnswer(change);
    };
    const failed = (failure: string) => update((before) => ({ ...before, state: "failed", failure }));
    try {
      let isOver = false;
      for await (const event of agents.prompt({ id: crypto.randomUUID(), modelId, text }, controller.signal)) {
        isOver = event.name === "end" || event.name === "failed";
        update((before) => withEvent(before, event));
      }
      if (!isOver)
        failed("The connection was lost before the answer ended. What arrived is kept; ask again for the rest.");
    } catch (error) {
      failed((error as Error).message);
    }
  }, []);
  return { answer, ask, stop };
}
