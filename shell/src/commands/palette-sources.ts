import type { PaletteSource } from "@tessera/shell-api";
import type { Services } from "../services.ts";

/** The searches that manifests contribute: their code is fetched when a person searches first. */
export function contributedSources({
  composition,
  loadModule,
}: Pick<Services, "composition" | "loadModule">): PaletteSource[] {
  return composition.remotes.flatMap(({ name, contributes }) =>
    (contributes.palette ?? []).map(
      ({ id, group, module }): PaletteSource => ({
        id,
        group,
        search: async (query, signal) => (await loadModule<PaletteSource["search"]>(name, module))(query, signal),
      }),
    ),
  );
}
