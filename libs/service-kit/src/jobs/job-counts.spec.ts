import { wordsOf } from "./job-counts.ts";

it.each([
  [
    "event.identity.user-created.queue.welcome",
    "event.identity.user-created.queue.welcome",
    "User created, told to queue welcome",
  ],
  ["event.items.terms-given.transcribe.own-terms", "x", "Terms given, told to transcribe own-terms"],
  ["finance.find-recurring", "finance.find-recurring", "Finance: find recurring"],
  ["items.embed", "Embed cards", "Embed cards"],
])("%s reads so that a person knows what it is", (queue, words, said) => {
  expect(wordsOf({ queue, words })).toBe(said);
});
