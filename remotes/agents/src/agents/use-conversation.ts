import { MAX_MESSAGES } from "@tessera/contracts-agents/limits.ts";
import { useUiSettings } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { agents } from "../api.ts";
import { type Answer, NOTHING, withEvent } from "../prompt/use-answer.ts";

/** A question and its answer. */
export interface Turn {
  id: string;
  question: string;
  /** The model that answers, once it is known. */
  model: string | null;
  /** Why another model than the agent's own answers. */
  because: string | null;
  answer: Answer;
}

/** What came before a question; a turn without an answer is left out with its question. */
function messagesOf(turns: readonly Turn[], question: string) {
  const before = turns
    .filter(({ answer }) => answer.text.trim())
    .flatMap(({ question: asked, answer }) => [
      { role: "user" as const, text: asked },
      { role: "assistant" as const, text: answer.text.slice(0, 20_000) },
    ]);
  // Whole turns are left out, the oldest first.
  return [...before.slice(-(MAX_MESSAGES - 2)), { role: "user" as const, text: question }];
}

/** A conversation with an agent, in this page alone. */
export function useConversation(agentId: string, onAnswered: () => void) {
  const { timeZone } = useUiSettings();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = turns.at(-1)?.answer.state === "running";

  const ask = async (question: string) => {
    const controller = new AbortController();
    running.current = controller;
    const id = crypto.randomUUID();
    const answer: Answer = { ...NOTHING, state: "running" };
    setTurns((before) => [...before, { id, question, model: null, because: null, answer }]);
    /** What comes of an answer that was stopped changes nothing. */
    const update = (change: (turn: Turn) => Partial<Turn>) => {
      if (controller.signal.aborted) return;
      setTurns((before) => before.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn)));
    };
    const fail = (failure: string) => update((turn) => ({ answer: { ...turn.answer, state: "failed", failure } }));
    try {
      let isOver = false;
      const messages = messagesOf(turns, question);
      for await (const event of agents.askAgent(agentId, { id, messages, timeZone }, controller.signal)) {
        isOver = event.name === "end" || event.name === "failed";
        if (event.name === "model") update(() => ({ model: event.title, because: event.because }));
        else update((turn) => ({ answer: withEvent(turn.answer, event) }));
      }
      if (!isOver)
        fail("The connection was lost before the answer ended. What arrived is kept; ask again for the rest.");
    } catch (error) {
      fail((error as Error).message);
    }
    onAnswered();
  };
  const stop = () => {
    running.current?.abort();
    setTurns((before) =>
      before.map((turn) =>
        turn.answer.state === "running" ? { ...turn, answer: { ...turn.answer, state: "stopped" } } : turn,
      ),
    );
  };
  return { turns, isRunning, ask, stop, clear: () => setTurns([]) };
}
