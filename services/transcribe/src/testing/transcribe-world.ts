import { transcribeClient } from "@tessera/contracts-transcribe/client.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World, type WorldOptions } from "@tessera/testing/services.ts";
import { transcribeService } from "../index.ts";

export interface TranscribeWorld extends World {
  billing: BillingAnswers;
  person(userId?: string): Promise<{ userId: string; transcribe: ReturnType<typeof transcribeClient> }>;
}

/**
 * The service over HTTP, with what stands for billing beside it, and services of other areas. It finds no ffmpeg of
 * this machine, which others do not have. @param options `path`: where it finds programs at its start instead
 */
export async function startTranscribe(
  others: ServiceDefinition[] = [],
  { path = "", ...options }: WorldOptions & { path?: string } = {},
): Promise<TranscribeWorld> {
  const before = process.env.PATH;
  process.env.PATH = path;
  try {
    return await start(others, options);
  } finally {
    process.env.PATH = before;
  }
}

async function start(others: ServiceDefinition[], options: WorldOptions): Promise<TranscribeWorld> {
  const billing: BillingAnswers = { status: "active", entitlements: {} };
  const world = await startServices([transcribeService, billingStandIn(billing), ...others], options);
  return {
    ...world,
    billing,
    person: async (userId = crypto.randomUUID()) => ({
      userId,
      transcribe: transcribeClient(world.client(await world.token({ userId }))),
    }),
  };
}

/** A body that uploads these bytes. */
export function upload(content: Uint8Array, name: string): FormData {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(content)]), name);
  return form;
}
