import { fileName } from "./file-name.ts";

it.each([
  ["a/b\\c.pdf", "c.pdf"],
  ["../../etc/passwd", "passwd"],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["a\u0000b\u0007\n.txt", "ab.txt"],
  ["\ud800.txt", "\ufffd.txt"],
  ["  ", "file"],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(196)}.pdf`],
  ["x".repeat(300), "x".repeat(200)],
])("%j is called %j", (path, name) => expect(fileName(path)).toBe(name));
