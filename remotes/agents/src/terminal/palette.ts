/** The first number of a terminal's colours that has no name. */
const FIRST = 16;
/** One past the last of them. */
const END = 256;
/** What text must have against its background (WCAG 1.4.3). */
const CONTRAST = 4.5;

/**
 * Numbers for the colours of code. xterm writes colours that have a number into its style element, and others into
 * attributes, which the page's policy refuses.
 */
export class Palette {
  readonly colours: string[] = [];

  /** @param colour "#rrggbb" @returns undefined for what is no such colour, and when all numbers are taken */
  numberOf(colour: string): number | undefined {
    const wanted = /^#[0-9a-f]{6}/i.exec(colour)?.[0].toLowerCase();
    if (!wanted) return undefined;
    const known = this.colours.indexOf(wanted);
    if (known >= 0) return FIRST + known;
    return FIRST + this.colours.length < END ? FIRST + this.colours.push(wanted) - 1 : undefined;
  }

  /** The colours so that they can be read on a background, also those of code that was printed in the other mode. */
  on(background: string): string[] {
    return this.colours.map((colour) => readableOn(background, colour));
  }
}

/** The colour, with as much black or white in it as its contrast needs. */
export function readableOn(background: string, colour: string): string {
  const [back, front] = [channels(background), channels(colour)];
  const end = luminance(back) > 0.18 ? 0 : 255;
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = front.map((value) => Math.round(value + (end - value) * share));
    if (contrast(luminance(back), luminance(mixed)) >= CONTRAST) return hex(mixed);
  }
  return hex([end, end, end]);
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const hex = (values: number[]) => `#${values.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance of sRGB, 0 to 1, and the contrast of two (WCAG 2.2). */
function luminance(values: number[]): number {
  const [red, green, blue] = values.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
