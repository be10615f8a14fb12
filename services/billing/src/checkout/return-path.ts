import { z } from "zod";

/** A path of this product to come back to: never another origin, however it is written. */
export const ReturnPath = z
  .string()
  .max(2000)
  .refine((path) => isOwnPath(path), "must be a path of this product, beginning with one slash");

function isOwnPath(path: string): boolean {
  if (!path.startsWith("/") || /[\\\s]/.test(path)) return false;
  const origin = "https://own.invalid";
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}
