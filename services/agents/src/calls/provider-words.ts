import { z } from "zod";

/** How providers say what went wrong: OpenAI's, Anthropic's and Google's form, and the plain ones of small servers. */
const ErrorBody = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** A provider's words without the key: some repeat what they refused. */
export const withoutKey = (words: string, key: string | null): string => (key ? words.replaceAll(key, "…") : words);

/** A provider's own words in the body of a refusal; "" when there are none. */
export function wordsOf(body: string | undefined): string {
  try {
    const read = ErrorBody.safeParse(JSON.parse(body ?? ""));
    return read.success ? read.data : "";
  } catch {
    return "";
  }
}
