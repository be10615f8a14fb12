import { Palette, readableOn } from "./palette.ts";

it("gives each colour one number, as long as there are any", () => {
  const palette = new Palette();
  expect(["#8AADF4", "#8aadf4", "#a6da95ff", "red"].map((colour) => palette.numberOf(colour))).toEqual([
    ...[16, 16, 17],
    undefined,
  ]);
  for (let at = 0; at < 238; at += 1) palette.numberOf(`#0000${at.toString(16).padStart(2, "0")}`);
  expect(palette.numberOf("#123456")).toBeUndefined();
  expect(palette.numberOf("#a6da95")).toBe(17);
});

it("leaves a colour that can be read, and makes the others so on both backgrounds", () => {
  expect(readableOn("#1f1f1f", "#8aadf4")).toBe("#8aadf4");
  expect(readableOn("#ffffff", "#000080")).toBe("#000080");
  // Of a dark theme on white: darker, and of the same hue.
  expect(readableOn("#ffffff", "#a6da95")).toBe("#5b7852");
  expect(readableOn("#1f1f1f", "#000080")).toBe("#8c8cc6");
});
