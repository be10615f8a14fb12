import type { Run, RunStep } from "@tessera/contracts-agents/runs.ts";
import { useEffect, useState } from "react";
import { agents } from "../api.ts";

export interface FollowedRun {
  run: Run | null;
  steps: RunStep[];
  error: unknown;
}

const NOTHING: FollowedRun = { run: null, steps: [], error: null };

/** A step as it is now, in its place. */
export const withStep = (steps: readonly RunStep[], step: RunStep): RunStep[] =>
  [...steps.filter(({ number }) => number !== step.number), step].sort((a, b) => a.number - b.number);

/**
 * A run with its steps, as they change; a connection that breaks continues where it was. What is known of it comes
 * first: a stream has no answer that is kept on the device, nor words while it cannot be opened.
 */
export function useRun(id: string) {
  const [followed, setFollowed] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt follows again
  useEffect(() => {
    const controller = new AbortController();
    setFollowed(NOTHING);
    const follow = async () => {
      const { trace, ...run } = await agents.run(id, controller.signal);
      if (controller.signal.aborted) return;
      setFollowed({ run, steps: trace, error: null });
      if (run.finishedAt !== null) return;
      for await (const event of agents.followRun(id, undefined, controller.signal))
        setFollowed((before) =>
          event.name === "run"
            ? { ...before, run: event.value }
            : { ...before, steps: withStep(before.steps, event.value) },
        );
    };
    follow().catch((error: unknown) => {
      if (!controller.signal.aborted) setFollowed((before) => ({ ...before, error }));
    });
    return () => controller.abort();
  }, [id, attempt]);
  return { ...followed, retry: () => setAttempt((before) => before + 1) };
}
