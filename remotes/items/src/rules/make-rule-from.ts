import type { Item, ItemSummary } from "@tessera/contracts-items/items.ts";
import type { NewCardRule } from "@tessera/contracts-items/rules.ts";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items } from "../api.ts";
import { loadPart, openPart } from "../load-part.ts";
import { offerUndo } from "../triage/undo.ts";
import { rules } from "./rules-api.ts";

/** A rule for others like a card: of the same sender, else of the same site, else with the same name. */
export function ruleLike({ title, data, sourceUrl }: Pick<Item, "title" | "data" | "sourceUrl">): NewCardRule {
  const [from] = (Array.isArray(data.from) ? data.from : []) as { address?: string }[];
  const address = typeof data.url === "string" ? data.url : sourceUrl;
  const site = address && URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : "";
  const comparison = from?.address
    ? ({ field: "sender", is: "is", value: from.address } as const)
    : site
      ? ({ field: "site", is: "is", value: site } as const)
      : ({ field: "title", is: "contains", value: title } as const);
  return { name: comparison.value.slice(0, 100), condition: comparison, actions: [{ addTags: [] }] };
}

/** Opens a new rule for cards like this one. */
export async function makeRuleFrom({ id }: Pick<ItemSummary, "id">): Promise<void> {
  try {
    const hint = ruleLike(await items.get(id));
    await openPart(async () => {
      const { openRuleDialog } = await loadPart(() => import("./rule-dialog.tsx"));
      return openRuleDialog({
        hint,
        onDone: (rule) => offerUndo(`Rule ${rule.name} saved`, () => rules.remove(rule.id, rule.version)),
      });
    });
  } catch (error) {
    shell().notifications.show({ message: failureWords("No rule was made.", error), intent: "error" });
  }
}
