import type { Item } from "@tessera/contracts-items/items.ts";
import { useQuery } from "@tessera/query";
import { Section } from "@tessera/ui";
import { EffectList, RULES_PATH } from "./effect-list.tsx";
import { ruleKeys, rules } from "./rules-api.ts";

/** What the person's rules set of a card; nothing where none did. */
export function CardEffects({ item: { id, version } }: { item: Item }) {
  const { data } = useQuery({
    queryKey: [...ruleKeys.effects, { item: id, version }],
    queryFn: ({ signal }) => rules.effects({ item: id }, signal),
  });
  if (!data?.items.length) return null;
  return (
    <Section title="Set by rules">
      <EffectList
        label="Set by rules"
        effects={data.items}
        about={({ rule }) => ({ text: `rule ${rule.name}`, path: RULES_PATH })}
      />
    </Section>
  );
}
