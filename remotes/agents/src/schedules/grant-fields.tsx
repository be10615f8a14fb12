import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { MAX_GRANT_VALUE, MAX_GRANTS } from "@tessera/contracts-agents/limits.ts";
import type { ScheduleGrant } from "@tessera/contracts-agents/schedules.ts";
import { TOOL_ARGUMENTS } from "@tessera/contracts-agents/tool-arguments.ts";
import { type ShownTool, shownTool, type ToolName, unsetPolicy } from "@tessera/contracts-agents/tool-names.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { TextButton } from "@tessera/ui";
import { useTools } from "../agents/use-tools.ts";
import { useMcpServers } from "../mcp/use-mcp-servers.ts";

const useStyles = makeStyles({
  group: { display: "flex", flexDirection: "column", gap: "12px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  legend: { padding: 0, marginBottom: "4px", fontWeight: 600, overflowWrap: "anywhere" },
  words: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  grant: {
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    minWidth: 0,
    padding: "12px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "6px",
    "& > div > span": { minWidth: 0, width: "100%" },
    "& input": { minWidth: 0, width: "100%" },
  },
  add: { alignSelf: "start", "@media (max-width: 599.98px)": { width: "100%", minHeight: "44px" } },
});

export interface GrantableTool extends Pick<ShownTool, "name" | "title"> {
  /** Names of what it is called with; of MCP servers they are not known. */
  arguments?: readonly string[];
}

interface Props {
  tools: readonly GrantableTool[];
  grants: readonly ScheduleGrant[];
  onChange: (grants: ScheduleGrant[]) => void;
}

/** Whether every grant says what it is for. */
export const areWhole = (grants: readonly ScheduleGrant[]): boolean =>
  grants.every(({ arguments: values }) => values === null || Object.keys(values).length > 0);

/** What runs of a schedule may do once without asking. */
export function GrantFields({ tools, grants, onChange }: Props) {
  const styles = useStyles();
  const set = (at: number, change: Partial<ScheduleGrant>) =>
    onChange(grants.map((grant, index) => (index === at ? { ...grant, ...change } : grant)));
  const [first] = tools;
  const argumentsOf = (name: string) => tools.find((tool) => tool.name === name)?.arguments ?? toolOf(name).arguments;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Allowed once without asking</legend>
      <p className={styles.words}>
        Each is used up by one use, and the step of the run says so. Any further use asks you as set up for the agent.
      </p>
      {grants.map((grant, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and are added and taken out alone
        <fieldset key={at} className={styles.grant} aria-label={`Allowed once, ${at + 1}`}>
          <Field label="Tool">
            <Select
              value={grant.tool}
              onChange={(_, data) =>
                set(at, { tool: data.value, ...(!argumentsOf(data.value) && { arguments: null }) })
              }
            >
              {[...tools, ...(tools.some(({ name }) => name === grant.tool) ? [] : [toolOf(grant.tool)])].map(
                (tool) => (
                  <option key={tool.name} value={tool.name}>
                    {tool.title}
                  </option>
                ),
              )}
            </Select>
          </Field>
          {argumentsOf(grant.tool) && (
            <Field label="For">
              <Select
                value={grant.arguments === null ? "next" : "matching"}
                onChange={(_, data) => set(at, { arguments: data.value === "next" ? null : {} })}
              >
                <option value="next">The next run, whatever it uses it for</option>
                <option value="matching">Any run, with these values</option>
              </Select>
            </Field>
          )}
          {grant.arguments !== null && argumentsOf(grant.tool) && (
            <Values
              names={argumentsOf(grant.tool)!}
              values={grant.arguments}
              onChange={(values) => set(at, { arguments: values })}
            />
          )}
          <Checkbox
            label="Also after the run has read content from others"
            checked={grant.afterOutside}
            onChange={(_, { checked }) => set(at, { afterOutside: checked === true })}
          />
          <div>
            <TextButton onClick={() => onChange(grants.filter((_, index) => index !== at))}>Take out</TextButton>
          </div>
        </fieldset>
      ))}
      {first && grants.length < MAX_GRANTS && (
        <Button
          className={styles.add}
          onClick={() => onChange([...grants, { tool: first.name, arguments: null, afterOutside: false }])}
        >
          Allow a tool once
        </Button>
      )}
      {!first && <p className={styles.words}>This agent has no tool that asks you or writes.</p>}
    </fieldset>
  );
}

function Values(props: {
  names: readonly string[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}) {
  const styles = useStyles();
  return (
    <>
      <p className={styles.words}>
        The call must have every value that you enter, exactly as it is written here. Lists are written as JSON.
      </p>
      {props.names.map((name) => (
        <Field key={name} label={name}>
          <Input
            value={props.values[name] ?? ""}
            maxLength={MAX_GRANT_VALUE}
            placeholder="Anything"
            onChange={(_, { value }) => {
              const { [name]: _before, ...others } = props.values;
              props.onChange(value ? { ...others, [name]: value } : others);
            }}
          />
        </Field>
      ))}
    </>
  );
}

const toolOf = (name: string): GrantableTool => ({
  ...{ name, title: shownTool(name)?.title ?? name, arguments: TOOL_ARGUMENTS[name as ToolName] },
});

/** Tools that may ask: those that are asked for, and those that are once content of others was read. */
export function useGrantable(agent: Agent): GrantableTool[] {
  const servers = useMcpServers().query.data?.items ?? [];
  const policyOf = (name: string) => agent.tools?.[name] ?? unsetPolicy(name);
  const own = useTools().filter(({ name, effect }) => {
    const policy = policyOf(name);
    return (
      name !== "decide_entry" && effect !== "asks" && (policy === "ask" || (policy === "allow" && effect !== "reads"))
    );
  });
  const others = servers.flatMap(({ name: server, tools }) =>
    tools
      .filter(({ name }) => policyOf(name) !== "deny")
      .map(({ name, title }) => ({ name, title: `${server}: ${title}` })),
  );
  return [...own, ...others];
}

/** "Create a card, once by the next run" */
export function grantInWords(
  { tool, arguments: values, afterOutside }: ScheduleGrant,
  tools: readonly GrantableTool[] = [],
): string {
  const { title } = tools.find(({ name }) => name === tool) ?? toolOf(tool);
  const of = values
    ? `once with ${Object.entries(values)
        .map(([name, value]) => `${name} “${value}”`)
        .join(", ")}`
    : "once by the next run";
  return `${title}, ${of}${afterOutside ? ", also after content from others" : ""}`;
}
