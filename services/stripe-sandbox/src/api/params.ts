import { z } from "zod";
import { Fault, invalid } from "../state/fault.ts";
import type { FormFields } from "./form.ts";

/** An integer, as forms carry it. */
export const Integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "Invalid integer")
  .transform(Number);
export const Flag = z.enum(["true", "false"], "Invalid boolean").transform((value) => value === "true");
/** Up to 50 keys of up to 40 characters, values of up to 500 (https://docs.stripe.com/api/metadata). */
export const Metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 50, "Metadata holds at most 50 keys");
/** The SDK sends an empty hash as an empty text. */
export const MetadataUpdate = z.union([z.literal("").transform(() => ({})), Metadata]);
export const Expand = z.array(z.string()).max(20).optional();
export const Text = z.string().max(5000);
export const Id = z.string().min(1).max(255);
export const HttpUrl = z.url({ protocol: /^https?$/, error: "Not a valid URL" });
/** Options of every list; 1–100 rows a page, 10 by default. */
export const listFields = {
  limit: Integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: Id.optional(),
  ending_before: Id.optional(),
  expand: Expand,
};

/** Checks the parameters of a request. @throws Fault naming the first one that is unknown or wrong */
export function readParams<T extends z.ZodType>(schema: T, fields: FormFields): z.infer<T> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const param = [...issue.path, issue.keys[0] ?? ""]
      .map(String)
      .reduce((path, key) => (path ? `${path}[${key}]` : key), "");
    throw new Fault(400, {
      type: "invalid_request_error",
      code: "parameter_unknown",
      message: `Received unknown parameter: ${param}. (The sandbox knows only what the product uses.)`,
      param,
    });
  }
  const param = (issue?.path ?? []).map(String).reduce((path, key) => (path ? `${path}[${key}]` : key), "");
  const absent = issue?.code === "invalid_type" && issue.message.includes("undefined");
  if (absent) throw invalid(`Missing required param: ${param}.`, param, "parameter_missing");
  throw invalid(`${param}: ${issue?.message ?? "invalid"}`, param, "parameter_invalid");
}
