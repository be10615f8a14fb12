import { decodeText } from "./charset.ts";

/** A file that Outlook packed. */
export interface TnefFile {
  name: string;
  content: Buffer;
}

/** Marks of MS-OXTNEF 2.1.3: of the stream, and of the attributes that are read. */
const SIGNATURE = 0x223e9f78;
const CODE_PAGE = 0x00069007;
const FILE_BEGINS = 0x00069002;
const FILE_NAME = 0x00018010;
const FILE_CONTENT = 0x0006800f;
const MAX_FILES = 100;

/** The files in a "winmail.dat" (MS-OXTNEF), as far as it is whole; none where it is something else. */
export function tnefFiles(bytes: Buffer): TnefFile[] {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return [];
  const files: TnefFile[] = [];
  let charset = "windows-1252";
  // An attribute: level, id, length, content, check sum.
  for (let at = 6; at + 9 <= bytes.length && files.length <= MAX_FILES; ) {
    const id = bytes.readUInt32LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const content = bytes.subarray(at + 9, at + 9 + length);
    if (content.length < length) break;
    const file = files.at(-1);
    if (id === CODE_PAGE && length >= 4) charset = `cp${content.readUInt32LE(0)}`;
    else if (id === FILE_BEGINS) files.push({ name: "", content: Buffer.alloc(0) });
    else if (id === FILE_NAME && file) file.name = decodeText(content, charset).replace(/\0.*$/s, "");
    else if (id === FILE_CONTENT && file) file.content = content;
    at += 9 + length + 2;
  }
  return files.filter(({ content }) => content.length).slice(0, MAX_FILES);
}
