import { secret } from "@tessera/service-kit";
import { z } from "zod";

export const ITEMS_CONFIG = Symbol("items configuration");

export const ItemsConfigSchema = z
  .object({
    ITEMS_FETCH_ALLOW: z
      .string()
      .default("")
      .describe("host:port pairs, separated by commas, that pages may be fetched from though they are not public"),
    EMBEDDINGS: z
      .enum(["on", "off"])
      .default("on")
      .describe("off: cards get no vectors of what they mean, and searches look for words alone"),
    MAIL_IN_DOMAIN: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, "must be a domain, for example in.example.com")
      .optional()
      .describe("domain of the addresses at which people's mails come in; without it there are none"),
    MAIL_IN_PORT: z.coerce
      .number("must be a port number")
      .int()
      .min(0)
      .max(65535)
      .optional()
      .describe("port on which mail to that domain is taken by SMTP; without it only the hook takes mail"),
    MAIL_IN_HOST: z
      .string()
      .default("127.0.0.1")
      .describe("address of that port; 0.0.0.0 for mail from other machines"),
    MAIL_IN_TLS_CERT: z
      .string()
      .optional()
      .describe("file with the certificate (PEM) for STARTTLS; without it mail comes in unencrypted"),
    MAIL_IN_TLS_KEY: z.string().optional().describe("file with the private key (PEM) of that certificate"),
    MAIL_IN_SECRET: secret(
      z.string().min(32, "must have at least 32 characters").optional(),
      "what a provider of mail signs with that hands mail over by HTTP; without it none may",
    ),
  })
  .refine((values) => !values.MAIL_IN_TLS_CERT === !values.MAIL_IN_TLS_KEY, {
    path: ["MAIL_IN_TLS_KEY"],
    error: "is set together with MAIL_IN_TLS_CERT",
  })
  .transform((values) => ({
    mailIn: {
      domain: values.MAIL_IN_DOMAIN?.toLowerCase() ?? null,
      port: values.MAIL_IN_PORT ?? null,
      host: values.MAIL_IN_HOST,
      tls:
        values.MAIL_IN_TLS_CERT && values.MAIL_IN_TLS_KEY
          ? { certificate: values.MAIL_IN_TLS_CERT, key: values.MAIL_IN_TLS_KEY }
          : null,
      hookSecret: values.MAIL_IN_SECRET ?? null,
    },
    embeddings: values.EMBEDDINGS === "on",
    fetchAllowed: new Set(
      values.ITEMS_FETCH_ALLOW.split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ) as ReadonlySet<string>,
  }));
export type ItemsConfig = z.infer<typeof ItemsConfigSchema>;
