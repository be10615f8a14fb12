import { highlighter, languageTitle } from "@tessera/code";
import { FRONT_CODE_LANGUAGE, FRONT_CODE_LINES, FRONT_CODE_LOOKS } from "@tessera/federation/front-code.ts";

it("has the colours that the product's highlighter gives the code of the front page", async () => {
  const code = FRONT_CODE_LINES.map((line) => line.map(([text]) => text).join("")).join("\n");
  const made = await highlighter.highlight(code, { language: FRONT_CODE_LANGUAGE });
  const shown = FRONT_CODE_LINES.map((line) => line.map(([text, look]) => ({ text, ...FRONT_CODE_LOOKS[look] })));
  expect(shown).toEqual(made!.lines);
  expect(languageTitle("ts")).toBe(FRONT_CODE_LANGUAGE);
});
