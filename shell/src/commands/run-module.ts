import { isChunkError, RemoteLoadError } from "@tessera/federation/runtime/load-error.ts";
import type { Services } from "../services.ts";
import { PartMissing } from "./registry.ts";

type Needs = Pick<Services, "loadModule" | "recover">;

/**
 * Runs what a remote's module exports. A part that does not come brings the stable release, which runs it once more.
 * @param text what was typed in the palette @throws PartMissing when no release has it
 */
export async function runModule(
  { loadModule, recover }: Needs,
  owner: string,
  module: string,
  text?: string,
): Promise<void> {
  const run = async () => (await loadModule<(text?: string) => Promise<void>>(owner, module))(text);
  try {
    await run();
  } catch (error) {
    if (error instanceof RemoteLoadError) throw new PartMissing(error); // the stable release was asked already
    if (!isChunkError(error)) throw error;
    if (!(await recover(owner, error))) throw new PartMissing(error);
    await run().catch((again: unknown) => {
      throw isChunkError(again) || again instanceof RemoteLoadError ? new PartMissing(again) : again;
    });
  }
}
