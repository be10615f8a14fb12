import { shownTool, type ToolName } from "@tessera/contracts-agents/tool-names.ts";
import { isEntryTask } from "../runs/entry-task.ts";
import { AS_A_WHOLE, find, findGiven, todo } from "./find.ts";
import { note, task } from "./keep.ts";
import { money, recent, recording } from "./look.ts";
import { type Move, textIn, use, usesOf } from "./move.ts";
import { type Intent, router } from "./router.ts";
import type { Turn } from "./turn.ts";
import { ABOUT, CANNOT_DECIDE, CANNOT_WRITE, CHOICES, whichOf } from "./words.ts";

interface Flow {
  needs: readonly ToolName[];
  next: (turn: Turn, tools: ReadonlySet<string>) => Move;
}
const FLOWS: Record<Exclude<Intent, "about" | "write">, Flow> = {
  find: { needs: ["search_cards", "read_card"], next: find },
  todo: { needs: ["search_cards", "read_card", "create_task"], next: todo },
  recent: { needs: ["search_cards"], next: recent },
  task: { needs: ["create_task"], next: task },
  note: { needs: ["create_card"], next: note },
  money: { needs: ["list_transactions"], next: money },
  recording: { needs: ["read_transcript"], next: recording },
};

/**
 * Decides by what was asked and done: the same turn always gives the same move.
 * @param tools names of those that may be used
 */
export function planNext(turn: Turn, tools: ReadonlySet<string>): Move {
  if (!turn.request) return { answer: ABOUT };
  if (isEntryTask(turn.request)) return { answer: CANNOT_DECIDE };
  if (turn.given) return planGiven(turn, tools);
  const intent = intentOf(turn);
  if (!intent) {
    const asked = usesOf(turn, "ask_person").length > 0;
    if (tools.has("ask_person") && !asked) return use("ask_person", { question: whichOf(turn.request) });
    return { answer: `${whichOf(turn.request)} Or ask in other words.` };
  }
  if (intent === "about") return { answer: ABOUT };
  if (intent === "write") return { answer: CANNOT_WRITE };
  const { needs, next } = FLOWS[intent];
  const missing = needs.filter((name) => !tools.has(name)).map((name) => `“${shownTool(name)!.title}”`);
  if (missing.length) return { answer: `For this I need ${missing.join(" and ")}. Allow it among the agent’s tools.` };
  return next(turn, tools);
}

/** What is asked of cards that were given along is looked for in them, unless something is to be made of them. */
function planGiven(turn: Turn, tools: ReadonlySet<string>): Move {
  const { intent } = router.route(turn.request);
  if (intent === "about") return { answer: ABOUT };
  if (intent === "write" && !AS_A_WHOLE.test(turn.request)) return { answer: CANNOT_WRITE };
  const isMade = intent === "todo" || intent === "task" || intent === "note";
  const canMake = isMade && FLOWS[intent].needs.every((name) => tools.has(name));
  return canMake ? FLOWS[intent].next(turn, tools) : findGiven(turn);
}

/** By the request; where that does not say enough, by the person's answer, then by the agent's instructions. */
function intentOf(turn: Turn): Intent | null {
  const { intent } = router.route(turn.request);
  if (intent) return intent;
  const asked = usesOf(turn, "ask_person").find(({ output }) => output);
  const answer = textIn(asked?.output, "answer");
  const chosen = answer && CHOICES.find(({ word }) => word.test(answer));
  if (chosen) return chosen.intent;
  const first = turn.instructions.split(/\n\n/, 1)[0] ?? "";
  return first && turn.request.split(/\s+/).length <= 3 ? router.route(first).intent : null;
}
