import { itemsClient } from "@tessera/contracts-items/client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";

/** The service of the cards. */
const items = itemsClient((path, init) => shell().http(path, init));

/**
 * The types of cards that there are, and the tags in use; empty until they are known, and where they are not.
 * @param enabled whether they are asked for
 */
export function useCardNames(enabled = true) {
  const types = useQuery({ queryKey: ["agents", "card-types"], queryFn: ({ signal }) => items.types(signal), enabled });
  const tags = useQuery({ queryKey: ["agents", "card-tags"], queryFn: ({ signal }) => items.tags(signal), enabled });
  return { types: types.data ?? [], tags: tags.data ?? [] };
}

/** "Note"; a type that is not known any more goes by its name. */
export const titleOfType = (types: readonly { type: string; label: string }[], type: string): string =>
  types.find((one) => one.type === type)?.label ?? type;
