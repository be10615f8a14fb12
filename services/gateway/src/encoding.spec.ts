import { describe, expect, it } from "@jest/globals";
import { acceptedEncoding } from "./encoding.ts";

describe("content coding", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.5", "br"],
    ["br;q=0, gzip", "gzip"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["*;q=0", null],
    ["identity", null],
    ["", null],
    [undefined, null],
  ])("of %p is %p", (header, expected) => expect(acceptedEncoding(header)).toBe(expected));
});
