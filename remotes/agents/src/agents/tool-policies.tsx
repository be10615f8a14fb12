import { type ShownTool, TOOL_POLICIES, type ToolPolicy, unsetPolicy } from "@tessera/contracts-agents/tool-names.ts";
import type { ToolPolicies } from "@tessera/contracts-agents/tools.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { TextLink } from "../frame/text-link.tsx";
import { useMcpServers } from "../mcp/use-mcp-servers.ts";
import { useTools } from "./use-tools.ts";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 160px), 1fr))",
    gap: "12px 16px",
    // Names of one line and of two lie side by side; what is chosen stands on one line.
    alignItems: "end",
    "& > div": { minWidth: 0, overflowWrap: "anywhere" },
    "& > div > span": { minWidth: 0, width: "100%" },
  },
  server: { margin: 0, padding: 0, border: "none", minWidth: 0 },
  legend: { padding: 0, marginBottom: "8px", fontWeight: 600, overflowWrap: "anywhere" },
  words: { margin: "8px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

export const POLICY_WORDS: Record<ToolPolicy, string> = { allow: "Allow", ask: "Ask me", deny: "Not offered" };

interface Props {
  policies: ToolPolicies;
  onChange: (policies: ToolPolicies) => void;
}

/** What each tool may be used for: those of the product and its areas, then those of each MCP server. */
export function ToolPoliciesFields(props: Props) {
  const styles = useStyles();
  const servers = useMcpServers().query.data?.items ?? [];
  return (
    <>
      <PolicyFields {...props} tools={useTools()} />
      {servers
        .filter(({ tools }) => tools.length)
        .map(({ id, name, tools }) => (
          <fieldset key={id} className={styles.server}>
            <legend className={styles.legend}>{`Tools of ${name}`}</legend>
            <PolicyFields {...props} tools={tools.map((tool) => ({ ...tool, effect: "reaches" }))} />
            {tools.some(({ reviewed }) => !reviewed) && (
              <p className={styles.words}>
                Some have changed and are not offered until you have read them.{" "}
                <TextLink to="/settings/mcp">Review them</TextLink>
              </p>
            )}
          </fieldset>
        ))}
    </>
  );
}

function PolicyFields({ policies, onChange, tools }: Props & { tools: readonly ShownTool[] }) {
  const styles = useStyles();
  return (
    <div className={styles.grid}>
      {tools.map(({ name, title, effect }) => (
        <Field key={name} label={title}>
          <Select
            value={policies[name] ?? unsetPolicy(name)}
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
