import { describe, expect, test } from "@jest/globals";
import { areaName } from "./area-name.ts";

describe("the name of an area", () => {
  test("has a form for each kind of file", () => {
    expect(areaName("deep-work")).toEqual({
      kebab: "deep-work",
      snake: "deep_work",
      camel: "deepWork",
      pascal: "DeepWork",
      title: "Deep work",
    });
    expect(areaName("finance", "Money and plans").title).toBe("Money and plans");
  });

  test.each([
    "",
    "Finance",
    "deep_work",
    "-deep",
    "deep-",
    "deep--work",
    "2fa",
    "two-2",
    "../x",
    "a".repeat(31),
    "finanzübersicht",
  ])("is refused when it is %j", (name) => {
    expect(() => areaName(name)).toThrow(/cannot be the name of an area: use words of lower-case letters/);
  });

  test.each(['Fin"ance', "`x`", "$(b)", "Deep  work", " Deep", "<b>", "x".repeat(41), ""])(
    "takes no title %j",
    (title) => {
      expect(() => areaName("finance", title)).toThrow(/cannot be a title/);
    },
  );
});
