import { deflateSync } from "node:zlib";

/** A PDF with a line of text on each page. @param info entries of its dictionary of facts */
export function pdfOf(pages: string[], info: Record<string, string> = {}): Buffer {
  const streams = pages.map((text) => deflateSync(`BT /F1 18 Tf 72 720 Td (${text}) Tj ET`));
  return pdfWith(streams, info);
}

/** A PDF whose page unpacks to so many megabytes. */
export const pdfBomb = (megabytes: number): Buffer =>
  pdfWith([deflateSync(Buffer.alloc(megabytes * 1024 * 1024, " "))]);

function pdfWith(streams: Buffer[], info: Record<string, string> = {}): Buffer {
  const facts = Object.entries(info).map(([name, value]) => `/${name} (${value})`);
  const objects: (string | Buffer)[][] = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    [`<< /Type /Pages /Count ${streams.length} /Kids [${streams.map((_, at) => `${5 + at * 2} 0 R`).join(" ")}] >>`],
    ["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"],
    [`<< ${facts.join(" ")} >>`],
  ];
  for (const [at, stream] of streams.entries()) {
    objects.push([
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + at * 2} 0 R >>`,
    ]);
    objects.push([`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, stream, "\nendstream"]);
  }
  let file = Buffer.from("%PDF-1.7\n");
  const offsets = objects.map((parts, at) => {
    const offset = file.length;
    file = Buffer.concat([file, Buffer.from(`${at + 1} 0 obj\n`), ...parts.map((part) => Buffer.from(part))]);
    file = Buffer.concat([file, Buffer.from("\nendobj\n")]);
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.concat([file, Buffer.from(end)]);
}
