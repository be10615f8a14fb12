import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** The smallest form the client takes: br, gzip, or null for plain; RFC 9110 §12.5.3 (a weight of 0 refuses, * names the rest). */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const entry of (header ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const accepts = (name: string) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : null;
}

/** Fast compression for answers made anew each time; brotli 5 is smaller than gzip 6 in about the same time. */
export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return promisify(gzip)(text);
  return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
