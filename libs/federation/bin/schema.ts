import path from "node:path";
import { z } from "zod";
import { Manifest } from "../src/manifest.ts";

export const SCHEMA_FILE = path.resolve(import.meta.dirname, "../manifest.schema.json");

/** The JSON schema of what a person writes as `manifest.json`: what has a default may be left out. */
export function manifestSchema(): string {
  const schema = z.toJSONSchema(Manifest, { io: "input", target: "draft-7" });
  return `${JSON.stringify({ ...schema, title: "Manifest of the shell or of a remote" }, null, 2)}\n`;
}
