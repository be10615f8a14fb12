import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { FileTooLarge } from "./file-store.ts";

/** Passes content on, counts and hashes it, and fails with FileTooLarge beyond `maxBytes`. */
export function counted(maxBytes = Number.POSITIVE_INFINITY) {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new FileTooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}
