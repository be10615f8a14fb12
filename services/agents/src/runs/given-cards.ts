import { GIVEN_CARDS } from "@tessera/contracts-agents/tool-names.ts";
import type { StepRow } from "./run.store.ts";

/** What stands before the cards, in a part of its own: what a person writes is in another. */
const BEFORE = `The person gave these cards along, as JSON. Answer from them first. Link each sentence that you rely on to
its card: [title](path?cite=the sentence, percent-encoded). "missing" are cards that do not exist any more,
"not_for_you" counts those that you may not see.
`;

/** The cards that the person gave a run, as its model reads them; null where there are none. */
export function givenText(steps: readonly StepRow[]): string | null {
  const step = steps.find(({ name, asked_in }) => name === GIVEN_CARDS.name && asked_in === null);
  if (!step) return null;
  if (step.state !== "done") return BEFORE + JSON.stringify({ failure: step.reason ?? "They were not read." });
  return BEFORE + JSON.stringify({ [step.outside ? "data_from_others" : "result"]: step.output ?? {} });
}

export interface GivenCards {
  cards: Record<string, unknown>[];
  /** Why they could not be read. */
  failure: string | null;
  /** Whether some of them are not for this agent. */
  withheld?: boolean;
}

/** What `givenText` says; null for any other text. */
export function readGiven(text: string): GivenCards | null {
  if (!text.startsWith(BEFORE)) return null;
  const said = JSON.parse(text.slice(BEFORE.length));
  const given = said.result ?? said.data_from_others;
  return {
    ...{ cards: given?.cards ?? [], failure: said.failure ?? null },
    ...(given?.not_for_you > 0 && { withheld: true }),
  };
}
