import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { AGENT_ICONS, type AgentIcon } from "@tessera/contracts-agents/limits.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { Notice, StatusText, TextButton, useSubmit, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { agents } from "../api.ts";
import { dollars } from "../frame/dollars.ts";
import { ModelOptions } from "../frame/model-options.tsx";
import { PlanWords } from "../frame/plan-words.tsx";
import { openVersions } from "../versions/open-versions.ts";
import { changeOf, useAgentDraft } from "./agent-draft.ts";
import { ICONS } from "./icons.tsx";
import { ScopeFields } from "./scope-fields.tsx";
import { ToolPoliciesFields } from "./tool-policies.tsx";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  row: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 200px), 1fr))",
    alignItems: "start",
    gap: "16px",
    // Fluent's fields are as wide as 20 letters at least.
    "& > div > span": { minWidth: 0, width: "100%" },
    "& input": { minWidth: 0, width: "100%" },
  },
  heading: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  spent: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    "@media (max-width: 599.98px)": { "& > button": { minHeight: "44px" } },
  },
});

/** The settings of an agent; saved by a button, so that what is tried is what was saved. */
export function AgentEditor(props: { agent: Agent; models: readonly Model[]; onSaved: (agent: Agent) => void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const { agent, models } = props;
  const { draft, set, drop, problems, isChanged } = useAgentDraft(agent);
  const { busy, failure, submit } = useSubmit((error) => failureWords("Nothing was saved.", error));
  const canSave = isChanged && !busy && Object.keys(problems).length === 0;
  const save = submit(async () => {
    if (!canSave) return;
    props.onSaved(await agents.changeAgent(agent.id, changeOf(draft, agent)));
    drop(draft);
  });
  const remove = async () => {
    const sure = await shell().dialogs.confirm(`${agent.name} is removed. What it cost stays in your usage.`, {
      title: `Remove ${agent.name}?`,
      buttons: [
        { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
        { text: "Remove", color: "danger", value: true },
      ],
    });
    if (!sure) return;
    try {
      await agents.deleteAgent(agent.id);
      shell().notifications.show({ message: `${agent.name} removed` });
      navigate("/agents");
    } catch (error) {
      const message = failureWords(`${agent.name} was not removed.`, error);
      shell().notifications.show({ message, intent: "error" });
    }
  };
  return (
    <form className={styles.form} aria-label="Settings of the agent" onSubmit={save}>
      <div className={styles.row}>
        <Field label="Name" required validationMessage={problems.name}>
          <Input value={draft.name} maxLength={100} onChange={(_, data) => set({ name: data.value })} />
        </Field>
        <Field label="Icon">
          <Select value={draft.icon} onChange={(_, data) => set({ icon: data.value as AgentIcon })}>
            {AGENT_ICONS.map((icon) => (
              <option key={icon} value={icon}>
                {ICONS[icon].label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Instructions" hint="Sent to the model before each conversation.">
        <Textarea
          value={draft.instructions}
          maxLength={20_000}
          rows={8}
          resize="vertical"
          onChange={(_, data) => set({ instructions: data.value })}
        />
      </Field>
      <div className={styles.row}>
        <Field label="Model">
          <Select value={draft.modelId} onChange={(_, data) => set({ modelId: data.value })}>
            <option value="">Your default for agents</option>
            <ModelOptions models={models} />
          </Select>
        </Field>
        <Field label="Fallback" hint="Used when the model fails before it starts to answer.">
          <Select value={draft.fallbackModelId} onChange={(_, data) => set({ fallbackModelId: data.value })}>
            <option value="">None</option>
            <ModelOptions models={models} />
          </Select>
        </Field>
      </div>
      <PlanWords of={models.filter(({ id }) => id === draft.modelId || id === draft.fallbackModelId)} />
      <div className={styles.row}>
        <Field label="Temperature, 0 to 2" validationMessage={problems.temperature}>
          <Input
            value={draft.temperature}
            inputMode="decimal"
            placeholder="Provider’s default"
            onChange={(_, data) => set({ temperature: data.value })}
          />
        </Field>
        <Field label="Maximum answer, tokens" validationMessage={problems.maxOutputTokens}>
          <Input
            value={draft.maxOutputTokens}
            inputMode="numeric"
            onChange={(_, data) => set({ maxOutputTokens: data.value })}
          />
        </Field>
      </div>
      <h2 className={styles.heading}>Cards of its runs</h2>
      <ScopeFields draft={draft} problems={problems} onChange={set} />
      <h2 className={styles.heading}>Tools of its runs</h2>
      <ToolPoliciesFields policies={draft.tools} onChange={(tools) => set({ tools })} />
      <h2 className={styles.heading}>Limits of one run</h2>
      <div className={styles.row}>
        <Field label="Answers of a model" validationMessage={problems.maxSteps}>
          <Input value={draft.maxSteps} inputMode="numeric" onChange={(_, data) => set({ maxSteps: data.value })} />
        </Field>
        <Field label="Tokens" validationMessage={problems.runTokens}>
          <Input
            value={draft.runTokens}
            inputMode="numeric"
            placeholder="No limit"
            onChange={(_, data) => set({ runTokens: data.value })}
          />
        </Field>
        <Field label="Per run, US dollars" validationMessage={problems.runLimit}>
          <Input
            value={draft.runLimit}
            inputMode="decimal"
            placeholder="No limit"
            onChange={(_, data) => set({ runLimit: data.value })}
          />
        </Field>
      </div>
      <h2 className={styles.heading}>Limits of cost, US dollars</h2>
      <div className={styles.row}>
        <Field label="A day" validationMessage={problems.dayLimit}>
          <Input
            value={draft.dayLimit}
            inputMode="decimal"
            placeholder="No limit"
            onChange={(_, data) => set({ dayLimit: data.value })}
          />
        </Field>
        <Field label="A month" validationMessage={problems.monthLimit}>
          <Input
            value={draft.monthLimit}
            inputMode="decimal"
            placeholder="No limit"
            onChange={(_, data) => set({ monthLimit: data.value })}
          />
        </Field>
      </div>
      <p className={styles.spent}>
        {`Used: ${dollars(agent.spent.dayMicros, locale)} today, ${dollars(agent.spent.monthMicros, locale)} this month. ` +
          "A question is refused before it is asked when its answer could go beyond a limit."}
      </p>
      {failure && <Notice intent="error">{failure}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" appearance="primary" disabledFocusable={!canSave}>
          Save
        </Button>
        <span role="status">
          {isChanged ? <StatusText status="warn">Not saved</StatusText> : <StatusText status="ok">Saved</StatusText>}
        </span>
        <TextButton onClick={() => void openVersions({ agent, models, onRestored: props.onSaved })}>
          Versions…
        </TextButton>
        <TextButton onClick={() => void remove()}>Remove the agent</TextButton>
      </div>
    </form>
  );
}
