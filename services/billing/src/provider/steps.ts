/** One thing that an account at the provider needs, and what has to be done for it. */
export interface Step {
  does: "create" | "change" | "archive" | "leave";
  /** "price tessera_desk_month". */
  what: string;
  /** What it is, or what about it changes. */
  how: string;
  /** Missing where nothing has to be done. @returns what the person who sets the account up has to know */
  run?(): Promise<string | undefined>;
}

/** Does what is to be done, in order. Each step can be repeated. @param say hears of each before it is done */
export async function carryOut(steps: readonly Step[], say: (line: string) => void = () => undefined): Promise<void> {
  for (const step of steps) {
    say(lineOf(step));
    const word = await step.run?.();
    if (word) say(word);
  }
}

export const lineOf = ({ does, what, how }: Step): string => `${does.padEnd(8)}${what}: ${how}`;
