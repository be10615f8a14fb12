import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { run } from "./build-app.ts";
import { ROOT } from "./paths.ts";
import { shellConfig } from "./shell.ts";
import { FIRST_CHUNKS, FRAMED_CHUNKS, pageChunk } from "./shell-chunks.ts";

/** Sources of each chunk of the shell, by their paths from the root of the repository. */
const sources = new Map<string, string[]>();
let output: string;

beforeAll(async () => {
  output = mkdtempSync(path.join(tmpdir(), "tessera-first-view-"));
  const config = shellConfig({ folder: path.join(ROOT, "shell") });
  const devtoolModuleFilenameTemplate = "[absolute-resource-path]";
  const map = { ...config.output, path: output, devtoolModuleFilenameTemplate };
  await run({ ...config, devtool: "hidden-source-map", output: map });
  for (const file of readdirSync(output).filter((name) => name.endsWith(".js.map"))) {
    const read = JSON.parse(readFileSync(path.join(output, file), "utf8")) as { sources: string[] };
    sources.set(
      file.slice(0, -".js.map".length),
      read.sources.map((source) => path.relative(ROOT, source)),
    );
  }
});
afterAll(() => rmSync(output, { recursive: true }));

const sourcesOf = (...chunks: string[]) => chunks.flatMap((chunk) => sources.get(chunk) ?? []);
const EVERY_PAGE = ["boot", ...FIRST_CHUNKS, "app"];

describe("what the shell's own pages load", () => {
  it.each([
    ["zod", /node_modules\/zod\//],
    ["the federation run time", /node_modules\/@module-federation\//],
    ["menus", /@fluentui\/react-(menu|popover)\//],
    ["tooltips and their placing", /@fluentui\/react-(tooltip|positioning)\/|@floating-ui\//],
    ["moving the focus with arrow keys", /node_modules\/tabster\//],
    ["avatars, dialogs and message bars", /@fluentui\/react-(avatar|dialog|message-bar)\//],
    ["the query cache", /@tanstack\/query-core\//],
    ["lists", /libs\/ui\/src\/list\/virtual-list/],
    ["supabase-js", /@supabase\//],
    ["Fluent's button", /@fluentui\/react-button\/lib\/components\/Button\//],
    ["functions that make themes", /@fluentui\/tokens\/lib\/(alias|utils)\//],
    ["rules for right-to-left", /node_modules\/rtl-css-js\//],
    ["database", /node_modules\/idb\//],
    ["catalogue of errors", /contracts\/identity\/src\/auth-sentences\.ts$/],
    ["calls of the person's account, no wallets", /shell\/src\/(session\/own-account|sign-in\/watch-wallets)\.ts$/],
    [
      "the frame, the palette and dialogs",
      /shell\/src\/(layout\/(framed|default-layout|rail|layers)|commands\/palette|dialogs\/dialog-host)\.tsx$/,
    ],
  ])("has no %s", (_, forbidden) => {
    const own = sourcesOf(...EVERY_PAGE, pageChunk("login"), pageChunk("index"));
    expect(own.length).toBeGreaterThan(200);
    expect(own.filter((source) => forbidden.test(source))).toEqual([]);
  });

  it("has no menus, nothing of what lies over pages, and no inspector, on pages of remotes either", () => {
    const own = sourcesOf(...EVERY_PAGE, ...FRAMED_CHUNKS);
    const forbidden =
      /@fluentui\/react-(menu|popover|motion)\/|node_modules\/tabster\/|shell\/src\/(inspector\/|commands\/(palette\.tsx|shortcut-sheet|overlay)|dialogs\/dialog-host)/;
    expect(own.filter((source) => forbidden.test(source))).toEqual([]);
  });

  it("has the database with the frame, where a file of its own would have all hashes asked for", () => {
    const database = /node_modules\/idb\//;
    expect([...sources].filter(([, own]) => own.some((file) => database.test(file))).map(([chunk]) => chunk)).toEqual([
      "framed",
    ]);
  });

  it("is not loaded once more by pages of remotes", () => {
    const own = new Set(sourcesOf(...EVERY_PAGE).filter((source) => /\.(js|mjs|tsx?)$/.test(source)));
    expect(sourcesOf(...FRAMED_CHUNKS).filter((source) => own.has(source))).toEqual([]);
  });
});
