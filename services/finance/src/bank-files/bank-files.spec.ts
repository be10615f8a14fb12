import { readBankFile, streamBankFile } from "./read-bank-file.ts";
import type { BankFile, BankFileEvent } from "./statement.ts";
import { EXPECTED, FILES, fixture } from "./testing/fixtures.ts";

const summary = ({ format, statements, problems }: BankFile) => [
  format,
  ...statements.map(({ entries, check }) => {
    const sum = entries.reduce((total, { amount }) => total + amount, 0);
    return `${entries.length} ${sum} ${check.result}`;
  }),
  ...problems.filter(({ severity }) => severity === "error").map(({ line, reason }) => `${line}: ${reason}`),
];

it.each(FILES)("%s has the sums it was checked for", (name) => {
  expect(summary(readBankFile(fixture(name), name))).toEqual(EXPECTED[name]);
});

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it.each([1, 7, 1000])("reads the same in pieces of %i bytes", async (size) => {
  for (const name of FILES) {
    const whole = readBankFile(fixture(name), name);
    const events: BankFileEvent[] = [];
    for await (const event of streamBankFile(() => pieces(fixture(name), size), name)) events.push(event);
    const read = whole.statements.map(({ entries }) => entries);
    const streamed = whole.statements.map(({ index }) =>
      events.flatMap((event) => (event.kind === "entry" && event.statement === index ? [event.entry] : [])),
    );
    expect([name, streamed]).toEqual([name, read]);
    const problems = events.flatMap((event) => (event.kind === "problem" ? [event.problem] : []));
    expect([name, problems]).toEqual([name, whole.problems]);
  }
});
