import { z } from "zod";
import { AuthError } from "../errors/auth-error.ts";

/** @throws AuthError 404 `validation_failed`, as upstream answers a path that names nothing */
export function uuidOf(name: string, value: string): string {
  if (!z.uuid().safeParse(value).success) throw new AuthError(404, "validation_failed", `${name} must be an UUID`);
  return value;
}
