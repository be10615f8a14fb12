import { endOfLine, type Field, fieldValue, readHeader, type Structured, structured } from "./mime-headers.ts";

/**
 * Parts of one message, and levels of multiparts within each other; real ones have some ten of the first and four of
 * the second.
 */
const MAX_PARTS = 1000;
const MAX_DEPTH = 30;

/** A part of a message that has no parts itself. */
export interface Part {
  fields: Field[];
  type: Structured;
  disposition: Structured;
  /** As it stands in the message, to the byte. */
  raw: Buffer;
  /** The multipart/alternative it belongs to, if any: its parts say the same in other forms. */
  alternative: number | null;
}

export interface Message {
  fields: Field[];
  parts: Part[];
  warnings: string[];
}

/** Takes a message apart, in time linear to its bytes for each level. Nested messages stay whole: they are files. */
export function splitMessage(raw: Buffer): Message {
  const { fields, end } = readHeader(raw, 0, raw.length);
  const splitter = new Splitter(raw);
  splitter.take(fields, end, raw.length, { depth: 0, alternative: null, digest: false });
  return { fields, parts: splitter.parts, warnings: [...splitter.warnings] };
}

interface Place {
  depth: number;
  alternative: number | null;
  /** In a digest parts are messages unless they say otherwise; RFC 2046 §5.1.5. */
  digest: boolean;
}

class Splitter {
  readonly parts: Part[] = [];
  readonly warnings = new Set<string>();
  private alternatives = 0;
  private readonly raw: Buffer;

  constructor(raw: Buffer) {
    this.raw = raw;
  }

  take(fields: Field[], from: number, to: number, place: Place): void {
    const type = typeOf(fields, place.digest);
    const boundary = type.value.startsWith("multipart/") ? type.parameters.get("boundary") : undefined;
    const ranges = boundary ? this.rangesOf(boundary, from, to) : [];
    if (!ranges.length) {
      if (type.value.startsWith("multipart/")) {
        type.value = "text/plain";
        this.warnings.add("The parts of the message could not be found; what follows its headers was read as its text");
      }
      const disposition = structured(fieldValue(fields, "content-disposition"));
      this.parts.push({ fields, type, disposition, raw: this.raw.subarray(from, to), alternative: place.alternative });
      return;
    }
    if (place.depth >= MAX_DEPTH) {
      this.warnings.add(`The parts of the message are nested more than ${MAX_DEPTH} deep; deeper ones were left out`);
      return;
    }
    this.alternatives += 1;
    const inner: Place = {
      depth: place.depth + 1,
      alternative: type.value === "multipart/alternative" ? this.alternatives : place.alternative,
      digest: type.value === "multipart/digest",
    };
    for (const [start, end] of ranges) {
      if (this.parts.length >= MAX_PARTS) {
        this.warnings.add(`The message has more than ${MAX_PARTS} parts; the others were left out`);
        return;
      }
      const header = readHeader(this.raw, start, end);
      this.take(header.fields, header.end, end, inner);
    }
  }

  /**
   * Where the parts between lines of a boundary are; the line break before such a line belongs to it (RFC 2046 §5.1.1).
   */
  private rangesOf(boundary: string, from: number, to: number): [number, number][] {
    const ranges: [number, number][] = [];
    const mark = Buffer.from(`--${boundary}`, "latin1");
    let start = -1;
    for (let at = this.raw.indexOf(mark, from); at >= 0 && at < to; at = this.raw.indexOf(mark, at)) {
      const lineEnd = endOfLine(this.raw, at, to);
      const line = this.isLine(at, from)
        ? /^(--)?[ \t]*\r?\n?$/.exec(
            this.raw.toString("latin1", at + mark.length, Math.min(lineEnd, at + mark.length + 80)),
          )
        : null;
      if (!line) {
        at += mark.length;
        continue;
      }
      if (start >= 0) ranges.push([start, Math.max(start, this.beforeLineBreak(at))]);
      // Broken programs end a multipart and continue with it; what else comes after its end is not part of the message.
      start = line[1] ? -1 : lineEnd;
      if (ranges.length > MAX_PARTS) return ranges;
      at = lineEnd;
    }
    if (start >= 0) ranges.push([start, to]);
    return ranges;
  }

  private isLine(at: number, from: number): boolean {
    return at === from || this.raw[at - 1] === 10;
  }

  private beforeLineBreak(at: number): number {
    if (this.raw[at - 1] !== 10) return at;
    return this.raw[at - 2] === 13 ? at - 2 : at - 1;
  }
}

/** What is no type by RFC 2045 §5.1 is plain text (§5.2). */
function typeOf(fields: Field[], digest: boolean): Structured {
  const given = fieldValue(fields, "content-type");
  const type = structured(given);
  if (given === undefined && digest) type.value = "message/rfc822";
  else if (type.value === "html") type.value = "text/html";
  else if (!/^[\w.+-]+\/[\w.+-]+$/.test(type.value)) type.value = "text/plain";
  return type;
}
