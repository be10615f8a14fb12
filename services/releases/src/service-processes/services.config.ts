import { z } from "zod";

export const SERVICES_CONFIG = Symbol("services configuration");

export const ServicesConfigSchema = z
  .object({
    SERVICE_HOSTS: z
      .string()
      .default("")
      .describe(
        "hosts at which services of other repositories may run, separated by commas, besides the address that they announce themselves from",
      ),
  })
  .transform(({ SERVICE_HOSTS }) => ({
    hosts: SERVICE_HOSTS.split(",")
      .map((host) => host.trim())
      .filter(Boolean),
  }));
export type ServicesConfig = z.infer<typeof ServicesConfigSchema>;
