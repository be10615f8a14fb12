import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { bucketIsIn, bucketOf, isIn } from "./cohort.ts";
import { murmur3 } from "./murmur3.ts";

describe("murmur3", () => {
  it.each([
    ["", 0, 0],
    ["", 1, 0x514e28b7],
    ["", 0xffffffff, 0x81f16f39],
    ["a", 0x9747b28c, 0x7fa09ea6],
    ["aa", 0x9747b28c, 0x5d211726],
    ["aaa", 0x9747b28c, 0x283e0130],
    ["aaaa", 0x9747b28c, 0x5a97808a],
    ["abcd", 0x9747b28c, 0xf0478627],
    ["Hello, world!", 0x9747b28c, 0x24884cba],
    ["ππππππππ", 0x9747b28c, 0xd58063c1],
    ["The quick brown fox jumps over the lazy dog", 0x9747b28c, 0x2fa826cd],
  ])("of %p with seed %p is the published value", (text, seed, expected) => expect(murmur3(text, seed)).toBe(expected));
});

describe("cohorts of many subjects", () => {
  const SUBJECTS = 200_000;
  const [items, billing] = [randomUUID(), randomUUID()];
  const counts = new Uint32Array(10_000);
  const inBoth = { items: 0, billing: 0, both: 0 };
  /** People inside at each percentage, and whether anybody was put out by a step of the ramp. */
  const ramp = [0, 0.01, 0.29, 1, 10, 14.35, 50, 57.01, 99.99, 100];
  const inside = ramp.map(() => 0);
  let putOut = 0;
  for (let index = 0; index < SUBJECTS; index += 1) {
    const subject = `subject-${index}`;
    const bucket = bucketOf(items, subject);
    counts[bucket]! += 1;
    let before = false;
    for (const [step, percent] of ramp.entries()) {
      const now = bucketIsIn(bucket, percent);
      inside[step]! += Number(now);
      putOut += Number(before && !now);
      before = now;
    }
    const [a, b] = [bucketIsIn(bucket, 30), isIn(billing, subject, 20)];
    inBoth.items += Number(a);
    inBoth.billing += Number(b);
    inBoth.both += Number(a && b);
  }

  it("are nobody at 0 % and everybody at 100 %, exactly", () => {
    expect([inside[0], inside.at(-1)]).toEqual([0, SUBJECTS]);
  });

  it("are the share that was asked for, within five standard deviations", () => {
    for (const [step, percent] of ramp.entries()) {
      const p = percent / 100;
      expect(Math.abs(inside[step]! - SUBJECTS * p)).toBeLessThanOrEqual(5 * Math.sqrt(SUBJECTS * p * (1 - p)));
    }
  });

  it("are evenly spread over the buckets (chi-squared, 9999 degrees of freedom)", () => {
    const expected = SUBJECTS / 10_000;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(Math.abs(chiSquared - 9999)).toBeLessThan(5 * Math.sqrt(2 * 9999));
  });

  it("only grow over a ramp", () => expect(putOut).toBe(0));

  it("of two rollouts are independent", () => {
    const expected = (inBoth.items / SUBJECTS) * (inBoth.billing / SUBJECTS);
    expect(Math.abs(inBoth.both / SUBJECTS - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / SUBJECTS));
  });
});
