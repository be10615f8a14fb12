/** Line that parts the messages of an mbox file, after an empty line: "From " and a time; RFC 4155. */
const SEPARATOR = /^From .*\d{1,2}:\d{2}/;

/** Messages of an mbox file, without their separator lines and with quoted "From " lines restored (mboxrd). */
export function* splitMbox(file: Buffer): Generator<Buffer> {
  let start = 0;
  for (let at = file.indexOf("\nFrom "); at >= 0; at = file.indexOf("\nFrom ", at + 1)) {
    if (!isSeparator(file, at + 1)) continue;
    yield message(file.subarray(start, at + 1));
    start = at + 1;
  }
  yield message(file.subarray(start));
}

function isSeparator(file: Buffer, at: number): boolean {
  const before = file.subarray(Math.max(0, at - 4), at).toString("latin1");
  if (!/\n\r?\n$/.test(before)) return false;
  const end = file.indexOf(10, at);
  return SEPARATOR.test(file.subarray(at, end < 0 ? undefined : Math.min(end, at + 500)).toString("latin1"));
}

function message(part: Buffer): Buffer {
  const own = part.subarray(0, 5).toString("latin1") === "From " ? part.subarray(part.indexOf(10) + 1 || part.length) : part;
  if (!own.includes("\n>From ") && !own.includes("\n>>")) return own;
  return Buffer.from(own.toString("latin1").replaceAll(/^>(>*From )/gm, "$1"), "latin1");
}
