/**
 * A kind of error that a service answers. Catalogues list them (`problems.ts` of each area); only the kit makes an
 * answer of one.
 */
export interface ProblemDefinition<Code extends string = string, Sentence extends string = string> {
  /** Name of the error to programs; it never changes its meaning. */
  readonly code: Code;
  /** HTTP status. */
  readonly status: number;
  /** A sentence a person can act on; `{name}` stands for a parameter. */
  readonly sentence: Sentence;
}

/** Parameters that a sentence names in braces; `{}` when it names none. */
export type SentenceParameters<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string | number> & SentenceParameters<Rest>
  : unknown;

/** `defineProblem("unknown_item_type", 400, 'There is no item type "{type}".')` */
export const defineProblem = <const Code extends string, const Sentence extends string>(
  code: Code,
  status: number,
  sentence: Sentence,
): ProblemDefinition<Code, Sentence> => ({ code, status, sentence });

/** The sentence with its parameters filled in. @throws Error when one is missing */
export function fillSentence(sentence: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return sentence.replaceAll(PARAMETER, (_, name: string) => {
    if (!Object.hasOwn(parameters, name)) throw new Error(`The sentence "${sentence}" needs the parameter ${name}`);
    return String(parameters[name]);
  });
}

/** Whether a sentence varies. */
export const hasParameters = (sentence: string): boolean => sentence.search(PARAMETER) >= 0;

const PARAMETER = /\{(\w+)\}/g;

/** The codes of a catalogue: `type ItemsProblemCode = ProblemCodeOf<typeof import("./problems.ts")>`. */
export type ProblemCodeOf<Catalogue> = {
  [Name in keyof Catalogue]: Catalogue[Name] extends ProblemDefinition<infer Code> ? Code : never;
}[keyof Catalogue];
