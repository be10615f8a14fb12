import { SHOWN_TOOLS, TOOL_POLICIES, type ToolPolicy } from "@tessera/contracts-agents/tool-names.ts";
import type { ToolPolicies } from "@tessera/contracts-agents/tools.ts";
import { makeStyles } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 160px), 1fr))",
    gap: "12px 16px",
    "& > div > span": { minWidth: 0, width: "100%" },
  },
});

export const POLICY_WORDS: Record<ToolPolicy, string> = { allow: "Allow", ask: "Ask me", deny: "Not offered" };

/** What each tool may be used for. */
export function ToolPoliciesFields(props: { policies: ToolPolicies; onChange: (policies: ToolPolicies) => void }) {
  const styles = useStyles();
  const { policies, onChange } = props;
  return (
    <div className={styles.grid}>
      {SHOWN_TOOLS.map(({ name, title, effect }) => (
        <Field key={name} label={title}>
          <Select
            value={policies[name] ?? "deny"}
            onChange={(_, data) => onChange({ ...policies, [name]: data.value as ToolPolicy })}
          >
            {TOOL_POLICIES.filter((policy) => effect !== "asks" || policy !== "allow").map((policy) => (
              <option key={policy} value={policy}>
                {POLICY_WORDS[policy]}
              </option>
            ))}
          </Select>
        </Field>
      ))}
    </div>
  );
}
