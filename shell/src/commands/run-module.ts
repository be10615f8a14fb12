import { isChunkError } from "@tessera/federation/runtime/load-error.ts";
import type { Services } from "../services.ts";
import { PartMissing } from "./registry.ts";

type Needs = Pick<Services, "loadModule" | "recover">;

/**
 * Runs what a remote's module exports. A part of it that does not come brings the stable release, which runs it once more.
 * @throws PartMissing when no release has it
 */
export async function runModule({ loadModule, recover }: Needs, owner: string, module: string): Promise<void> {
  const load = () =>
    loadModule<() => Promise<void>>(owner, module).catch((error: unknown) => {
      throw new PartMissing(error);
    });
  const run = await load();
  try {
    await run();
  } catch (error) {
    if (!isChunkError(error)) throw error;
    if (!(await recover(owner, error))) throw new PartMissing(error);
    await (await load())();
  }
}
