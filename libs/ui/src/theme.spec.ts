import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import * as source from "../bin/theme-source.ts";
import { themeValues } from "../bin/theme-values.ts";
import { darkTheme, lightTheme } from "./theme.ts";

it("has both themes as they are described", () => {
  expect(Object.keys(lightTheme).length).toBeGreaterThan(450);
  expect(lightTheme).toEqual(source.lightTheme);
  expect(darkTheme).toEqual(source.darkTheme);
});

it("was written by bin/themes.ts", () => {
  expect(readFileSync(new URL("./theme-values.ts", import.meta.url), "utf8")).toBe(themeValues());
});
