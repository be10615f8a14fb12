import { z } from "zod";

/**
 * File in the data folder by which the billing service finds the embedded payment provider; its owner alone may read
 * it.
 */
export const SANDBOX_ADDRESS_FILE = "stripe-sandbox.json";

/** Where the embedded payment provider speaks the Stripe API, and the key it takes. */
export const SandboxAddress = z.object({ host: z.string(), port: z.int().min(1), secretKey: z.string() });
export type SandboxAddress = z.infer<typeof SandboxAddress>;
