import { readToo } from "@tessera/service-kit";
import { z } from "zod";

export const SANDBOX_CONFIG = Symbol("stripe-sandbox configuration");

/** The sandbox is for trying the product out: it never runs where money or real people could be meant. */
export const SandboxConfigSchema = z
  .object({
    NODE_ENV: readToo(
      z
        .string()
        .refine(
          (value) => value !== "production",
          "the payment sandbox does not run in production. Leave the service out and set STRIPE_SECRET_KEY",
        )
        .optional(),
    ),
    STRIPE_SECRET_KEY: readToo(
      z
        .string()
        .refine(
          (value) => !/^(sk|rk)_live_/.test(value),
          "a live key is set: the payment sandbox does not run beside real payments. Leave the service out, or unset the key",
        )
        .optional(),
    ),
  })
  .transform(() => ({}));
