import { rowsOf } from "./rows-of.ts";

const cells = (text: string) => rowsOf(text).map((row) => ("cells" in row ? row.cells : row.broken));

it.each([
  ["quoted line breaks and marks", 'a,b\n"1\n2","say ""hi"""\n', [["a", "b"], ["1\n2", 'say "hi"'], [""]]],
  ["ends of lines of every kind in one file", "a,b\r\n1,2\n3,4\r5,6", ["ab", "12", "34", "56"].map((row) => [...row])],
  [
    "a byte order mark and semicolons",
    "\uFEFFa;b\n1;2,5",
    [
      ["a", "b"],
      ["1", "2,5"],
    ],
  ],
  [
    "a file of a spreadsheet, which says what separates its cells",
    "sep=;\r\na;b\r\n1;2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "marks that nobody doubled",
    'a,b\n"say "hi" there",2',
    [
      ["a", "b"],
      ['say "hi" there', "2"],
    ],
  ],
  [
    "several lines with marks that nobody doubled",
    'a,b\n"say "hi" you\nthere",2',
    [
      ["a", "b"],
      ['say "hi" you\nthere', "2"],
    ],
  ],
])("reads %s", (_, text, expected) => expect(cells(text)).toEqual(expected));

it.each([
  ["in the last cells", 'a,b,c\n1,"open,3\n4,5,6'],
  ["before quoted cells", 'a,b,c\n1,"open,3\n4,"5",6'],
  ["more than once", 'a,b,c\n1,"open,3\n4,5,6\n1,"open,3\n4,"5",6'],
])("ends a mark that is never closed with its line: %s", (_, text) => {
  const [, ...rows] = cells(text);
  for (const [at, row] of rows.entries()) expect(row).toEqual(at % 2 ? ["4", "5", "6"] : ["1", "open", "3"]);
  expect(rows.length).toBe(text.split("\n").length - 1);
});

it("names a row that cannot be told apart, and keeps its neighbours", () => {
  expect(rowsOf('a,b\n1,2\n"cut\n3,4')).toEqual([
    { cells: ["a", "b"] },
    { cells: ["1", "2"] },
    { broken: '"cut', reason: "A quotation mark in this row is never closed" },
    { cells: ["3", "4"] },
  ]);
});

it("stops mending after some rows, and says so", () => {
  const rows = rowsOf(`a,b\n${'"x\n'.repeat(1000)}`);
  expect(rows).toHaveLength(1 + 200 + 1);
  expect(rows.at(-1)).toEqual({
    broken: expect.stringMatching(/^"x/),
    reason: expect.stringMatching(/^200 rows/),
  });
});
