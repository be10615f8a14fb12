import { textOf } from "./text-of.ts";

const TEXT = "url,title\nhttps://a.example/,Grüße";
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

it.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["windows-1252", Buffer.from(TEXT, "latin1")],
  ["UTF-16 with its mark", Buffer.from(`\uFEFF${TEXT}`, "utf16le")],
  ["UTF-16 the other way round", swapped(Buffer.from(`\uFEFF${TEXT} `, "utf16le"))],
  ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le")],
])("reads %s", (_, bytes) => expect(textOf(bytes).replace("\uFEFF", "").trim()).toBe(TEXT));

it("leaves out NULs, and replaces lone surrogates", () => {
  expect(textOf(Buffer.from("a\0b"))).toBe("ab");
  expect(textOf(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]))).toBe("\uFFFDa");
  expect(textOf(Buffer.alloc(0))).toBe("");
});
