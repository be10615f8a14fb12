import { z } from "zod";
import { readToo, secret } from "../config/declared-variables.ts";
import { WithoutTls, withoutTls } from "../config/without-tls.ts";

/** Names of Amazon's rules for buckets. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Where files are kept. Without FILES_S3_BUCKET: in `<DATA_DIR>/files`. */
export const FilesConfigSchema = z
  .object({
    FILES_S3_BUCKET: z
      .string()
      .regex(BUCKET, "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens")
      .optional()
      .describe("bucket that keeps the files; without it they are in DATA_DIR"),
    FILES_S3_ENDPOINT: z
      .url({
        protocol: /^https?$/,
        error: "must be the address of the storage, for example https://storage.example.com",
      })
      .optional()
      .describe("address of the S3-compatible storage; Amazon's own without it"),
    FILES_S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]+$/, "must be the name of a region, for example eu-central-1")
      .default("us-east-1")
      .describe("region of the bucket; many storages take any"),
    FILES_S3_ACCESS_KEY_ID: z
      .string()
      .optional()
      .describe("name of the key that may read, write, delete and list in the bucket"),
    FILES_S3_SECRET_ACCESS_KEY: secret(z.string().optional(), "the secret of that key"),
    NODE_ENV: readToo(z.string().optional()),
    WITHOUT_TLS: readToo(WithoutTls),
  })
  .superRefine((values, context) => {
    const issue = (path: keyof typeof values, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const by = { production: values.NODE_ENV === "production", allowed: values.WITHOUT_TLS };
    const message = withoutTls("FILES_S3_ENDPOINT", values.FILES_S3_ENDPOINT, by);
    if (message) issue("FILES_S3_ENDPOINT", message);
    if (values.FILES_S3_BUCKET) {
      for (const name of ["FILES_S3_ACCESS_KEY_ID", "FILES_S3_SECRET_ACCESS_KEY"] as const)
        if (!values[name]) issue(name, "is needed to use the bucket that FILES_S3_BUCKET names");
      return;
    }
    for (const name of ["FILES_S3_ENDPOINT", "FILES_S3_ACCESS_KEY_ID", "FILES_S3_SECRET_ACCESS_KEY"] as const)
      if (values[name]) issue("FILES_S3_BUCKET", `names the bucket in the storage; set it, or leave ${name} out`);
  })
  .transform((values) =>
    values.FILES_S3_BUCKET
      ? {
          bucket: values.FILES_S3_BUCKET,
          endpoint: values.FILES_S3_ENDPOINT?.replace(/\/$/, ""),
          region: values.FILES_S3_REGION,
          accessKeyId: values.FILES_S3_ACCESS_KEY_ID!,
          secretAccessKey: values.FILES_S3_SECRET_ACCESS_KEY!,
        }
      : null,
  );

/** A bucket and who may use it. */
export type S3Config = NonNullable<z.infer<typeof FilesConfigSchema>>;
