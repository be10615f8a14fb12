import type { CardRule, CardRuleVersions } from "@tessera/contracts-items/rules.ts";
import { makeStyles } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { Notice, RelativeTime, Section, TextButton } from "@tessera/ui";
import { ruleKeys, rules } from "./rules-api.ts";

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  row: { display: "flex", alignItems: "baseline", gap: "12px", minHeight: "32px" },
});

/** How a rule was before; one that is chosen is shown in the form, to be saved. */
export function EarlierVersions(props: {
  rule: CardRule;
  onChoose: (version: CardRuleVersions["items"][number]) => void;
}) {
  const styles = useStyles();
  const { id, version } = props.rule;
  const list = useQuery({
    queryKey: [...ruleKeys.versions(id), version],
    queryFn: ({ signal }) => rules.versions(id, signal),
    enabled: version > 1,
  });
  if (list.error) return <Notice intent="error">The earlier versions could not be loaded. {list.error.message}</Notice>;
  const earlier = (list.data?.items ?? []).filter((one) => one.version < version);
  if (!earlier.length) return null;
  return (
    <Section title="Earlier versions">
      <ul className={styles.list}>
        {earlier.map((one) => (
          <li key={one.version} className={styles.row}>
            <span>
              “{one.name}”, <RelativeTime at={one.at} />
            </span>
            <TextButton onClick={() => props.onChoose(one)}>Show version {one.version} above</TextButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
