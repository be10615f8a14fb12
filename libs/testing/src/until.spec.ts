import { until } from "./until.ts";

describe("a wait in a test", () => {
  it("ends with the first answer", async () => {
    const answers = [null, false, undefined, 0];
    expect(await until("a number", () => answers.shift())).toBe(0);
  });

  it("names what did not come, and what was there instead", async () => {
    const never = until("the job to end", () => false, { limitMs: 50, state: () => ["items.import active"] });
    await expect(never).rejects.toThrow('Waited 0.05 s for the job to end. Instead: ["items.import active"]');
  });
});
