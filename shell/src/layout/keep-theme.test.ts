import { readFileSync } from "node:fs";
import { darkTheme, lightTheme } from "@tessera/ui";
import { keepTheme } from "./keep-theme.ts";

it("keeps a chosen theme for the server, and none for people who follow the system", () => {
  keepTheme("dark", "dark");
  expect(document.cookie).toContain("tessera-theme=dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  keepTheme("system", "light");
  expect(document.cookie).not.toContain("tessera-theme");
  expect(document.documentElement.dataset.theme).toBe("light");
  expect(document.documentElement.style.colorScheme).toBe("light");
});

it("the ground before the first script has the colours of the themes", () => {
  const css = readFileSync("shell/public/ground.css", "utf8");
  const colours = [...css.matchAll(/background-color: (#[0-9a-f]{6})/g)].map((match) => match[1]?.toUpperCase());
  const [light, dark] = [lightTheme.colorNeutralBackground3, darkTheme.colorNeutralBackground3];
  expect(colours).toEqual([light, dark, dark]);
});
