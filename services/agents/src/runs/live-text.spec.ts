import { NOTIFICATION_BYTES } from "@tessera/service-kit";
import { tellings } from "./live-text.ts";

test("pieces go along in as few notifications as carry them, and come back as they were", () => {
  const whole = `${"🙂".repeat(3_000)}\0\ud83d`;
  const pieces = [
    { runId: crypto.randomUUID(), step: 1, kind: "text", at: 7, text: whole },
    ...Array.from({ length: 200 }, (_, step) => ({
      ...{ runId: crypto.randomUUID(), step, kind: "reasoning", at: 0, text: "Perhaps " },
    })),
  ] as Parameters<typeof tellings>[1];
  const told = tellings(crypto.randomUUID(), pieces);
  expect(Math.max(...told.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(NOTIFICATION_BYTES);
  expect(told.length).toBeLessThan(12);
  const back = told.flatMap((one) => JSON.parse(one).pieces as [string, number, string, number, string][]);
  const text = back.filter(([runId]) => runId === pieces[0]!.runId);
  expect(text.map(([, , , at]) => at)).toEqual(text.map((_, index) => 7 + index * 1_000));
  expect(text.map(([, , , , part]) => part).join("")).toBe(whole);
  expect(back.length - text.length).toBe(200);
  expect(tellings("nobody", [])).toEqual([]);
});
