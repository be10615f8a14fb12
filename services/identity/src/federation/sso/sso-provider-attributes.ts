import { domainToASCII } from "node:url";
import { z } from "zod";
import { Metadata } from "../../core/index.ts";
import { LARGEST_METADATA } from "./idp-metadata.ts";

const FORMATS = [
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
];

/** Of a company: "corp.example", compared as DNS writes it. */
export const Domain = z
  .string()
  .max(253)
  .transform((written) => domainToASCII(written.trim().toLowerCase()))
  .pipe(
    z
      .string()
      .regex(
        /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
        "must be a domain like corp.example",
      ),
  );

const AttributeName = z.string().min(1).max(500);
const Mapping = z.object({
  keys: z
    .record(
      z.string().min(1).max(100),
      z.object({
        name: AttributeName.optional(),
        names: z.array(AttributeName).max(20).optional(),
        default: z.unknown().optional(),
        array: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** What an administrator may set of a company's identity provider. */
export const SsoProviderAttributes = z.object({
  type: z.string().max(20).nullish(),
  metadata_xml: z.string().max(LARGEST_METADATA, "is too long").nullish(),
  metadata_url: z.url("must be an address").max(2000).nullish(),
  domains: z.array(Domain).max(100).nullish(),
  attribute_mapping: Metadata.pipe(Mapping).nullish(),
  name_id_format: z.enum(["", ...FORMATS], `must be one of ${FORMATS.join(", ")}`).nullish(),
  disabled: z.boolean().nullish(),
  /**
   * Ours: whether the provider may begin a sign-in on its own. Other sites can then sign people in to accounts that are
   * not theirs.
   */
  allow_idp_initiated: z.boolean().nullish(),
});
export type SsoProviderAttributes = z.infer<typeof SsoProviderAttributes>;
