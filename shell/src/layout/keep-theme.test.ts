import { readFileSync } from "node:fs";
import { darkTheme, lightTheme, type TesseraTheme } from "@tessera/ui";
import { keepFrame, keepTheme } from "./keep-theme.ts";

it("keeps a chosen theme for the server, and none for people who follow the system", () => {
  keepTheme("dark", "dark");
  expect(document.cookie).toContain("tessera-theme=dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  keepTheme("system", "light");
  expect(document.cookie).not.toContain("tessera-theme");
  expect(document.documentElement.dataset.theme).toBe("light");
  expect(document.documentElement.style.colorScheme).toBe("light");
});

it("keeps how the frame is drawn", () => {
  keepFrame({ compact: true, wide: true });
  expect(document.cookie).toContain("tessera-frame=compact.wide");
  keepFrame({ compact: false, wide: false });
  expect(document.cookie).not.toContain("tessera-frame");
});

it("the outline before the first script has the colours of the themes", () => {
  const css = readFileSync("shell/public/outline.css", "utf8");
  const outlined = (theme: TesseraTheme) => ({
    ground: theme.colorNeutralBackground3,
    sheet: theme.colorNeutralBackground1,
    line: theme.colorNeutralStroke2,
    text: theme.colorNeutralForeground1,
    quiet: theme.colorNeutralForeground2,
    accent: theme.colorBrandForeground1,
    "mark-tile": theme["sel-bar"],
    chosen: theme.sel,
    lift: theme.shadow16,
  });
  const plain = (value: string) => value.toLowerCase().replaceAll(/\s|0(?=\.)|(?<=\.\d)0(?=\))/g, "");
  for (const [name, value] of Object.entries(outlined(lightTheme))) {
    const said = [...css.matchAll(new RegExp(`--${name}: ([^;]+);`, "g"))].map((match) => plain(match[1]!));
    const dark = plain(outlined(darkTheme)[name as "ground"]);
    expect([name, ...said]).toEqual([name, plain(value), dark, dark]);
  }
});
