import { KeyedMutex } from "./keyed-mutex.ts";

const gate = () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe("turns", () => {
  it("works one after another by key, joins who waits, and continues after a failure", async () => {
    const mutex = new KeyedMutex<string>();
    const log: string[] = [];
    const first = gate();
    const work = (name: string, until?: Promise<void>) => async () => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
      if (name === "a1") throw new Error("refused");
      return name;
    };
    const a1 = mutex.take("a", work("a1", first.opened));
    const a2 = mutex.take("a", work("a2"));
    const a3 = mutex.take("a", work("a3"));
    const b = mutex.take("b", work("b"));
    await expect(b).resolves.toBe("b");
    expect(log).toEqual(["a1 begins", "b begins", "b ends"]);
    first.open();
    await expect(a1).rejects.toThrow("refused");
    await expect(Promise.all([a2, a3])).resolves.toEqual(["a2", "a2"]);
    expect(log.slice(3)).toEqual(["a1 ends", "a2 begins", "a2 ends"]);
    await expect(mutex.take("a", work("a4"))).resolves.toBe("a4");
  });
});
