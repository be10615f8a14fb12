import { createHash } from "node:crypto";

/** Key of the one entry that stands for all failures of a signature. */
export const failureKey = (signature: string) =>
  `failed:${createHash("sha256").update(signature).digest("hex").slice(0, 32)}`;
