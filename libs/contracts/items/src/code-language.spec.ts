import { fence, fencedCode, guessLanguage } from "./code-language.ts";

it.each([
  ["def foo(x):\n    return x + 1\n\nprint(foo(3))", "python"],
  ['import { a } from "b";\nexport const x: string = await a();\ninterface Foo { bar: number }', "typescript"],
  ["const a = () => {\n  console.log(1);\n};", "javascript"],
  ["select id, name from users\nwhere id = 1 order by name;", "sql"],
  ["#!/bin/bash\nset -e\nfor f in *.txt; do echo $f; done", "bash"],
  ["npm install left-pad --save-exact", "bash"],
  ['{"a": 1, "b": [true, null]}', "json"],
  [".a {\n  color: red;\n}\n#b > c { margin: 0 }", "css"],
  ['package main\nimport "fmt"\nfunc main() { fmt.Println(1) }', "go"],
  ['fn main() {\n let mut x = 5;\n println!("{}", x);\n}', "rust"],
  ["version: 3\nservices:\n  web:\n    image: nginx", "yaml"],
  ['<div class="a"><p>Hi</p></div>', "html"],
  ['FROM node:24\nRUN npm ci\nCMD ["node"]', "docker"],
  ['#include <stdio.h>\nint main(void) {\n  printf("1");\n}', "c"],
  ["diff --git a/x b/x\n@@ -1,2 +1,2 @@", "diff"],
])("%j is %s", (code, language) => {
  expect(guessLanguage(code)?.language).toBe(language);
});

it.each([
  "Dear Ann,\n\nI will come on Tuesday. Please buy milk, bread and eggs; we have none.\n\nBest, Tom",
  "- milk\n- bread\n- eggs",
  "# Title\n\nSome *text* and a [link](https://example.org)",
  "The class starts at 9. If you import goods from abroad, return the form. Let me know for which function.",
  "call the dentist",
  "# Plan\n\nOak fronts.\n\n```ts\nconst a: number = 1;\n```\n\n- [ ] measure",
  "# Plan\n\n```ts\nexport interface A { a: string }",
  "Note: select the best from all offers",
  "",
])("%j is no code", (text) => {
  expect(guessLanguage(text)?.confidence ?? 0).toBeLessThan(0.5);
});

it("takes no time for a text that was made to take long", () => {
  const texts = [
    "<div>".repeat(2000),
    "a:\n".repeat(3000),
    "{".repeat(9000),
    "select ".repeat(2000),
    "import ".repeat(2000),
    "```\n~~~\n".repeat(1000),
  ];
  const began = process.cpuUsage();
  for (const text of texts) guessLanguage(text);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
});

it("reads code out of a fenced block and puts it back", () => {
  expect(fencedCode("```ts\nlet a = 1;\n\nlet b;\n```")).toEqual({ code: "let a = 1;\n\nlet b;", language: "ts" });
  expect(fencedCode("```\na\n```\nand\n```\nb\n```")).toBeNull();
  expect(fencedCode("no fence")).toBeNull();
  expect(fence("a ``` b", "md")).toBe("````md\na ``` b\n````");
  expect(fencedCode(fence("a ``` b", "md"))).toEqual({ code: "a ``` b", language: "md" });
});
