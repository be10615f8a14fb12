import { z } from "zod";
import { secret } from "../config/declared-variables.ts";

/** What a service of a repository of its own is given besides the variables of every process. */
export const OwnProcessConfigSchema = z.object({
  DEPLOY_TOKEN: secret(
    z.string("the deploy token of the service's app, which an administrator of the product makes").min(1),
    "what the process announces itself to the product with",
  ),
  SERVICE_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, "must be an origin like http://10.0.0.5:4000")
    .optional()
    .describe("where the gateway reaches this process; default: what it listens on"),
});
