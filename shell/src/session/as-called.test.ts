import { asCalled } from "./as-called.ts";

describe("an object whose code comes with the first call", () => {
  it("is loaded once, by a call", async () => {
    let loads = 0;
    const greeter = asCalled(async () => {
      loads += 1;
      return { greet: async (name: string) => `Hello ${name}` };
    });
    expect(await greeter).toBe(greeter);
    expect(loads).toBe(0);
    expect(await Promise.all([greeter.greet("Ines"), greeter.greet("Ada")])).toEqual(["Hello Ines", "Hello Ada"]);
    expect(loads).toBe(1);
  });

  it("is loaded again after a load that failed", async () => {
    let online = false;
    const greeter = asCalled(async () => {
      if (!online) throw new Error("no connection");
      return { greet: async () => "Hello" };
    });
    await expect(greeter.greet()).rejects.toThrow("no connection");
    online = true;
    expect(await greeter.greet()).toBe("Hello");
  });
});
