import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Model, ModelDefaults, ModelTask } from "@tessera/contracts-agents/models.ts";
import { makeStyles } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { agents, keys } from "../api.ts";
import { ModelOptions } from "../frame/model-options.tsx";

const useStyles = makeStyles({ fields: { display: "flex", flexDirection: "column", gap: "16px", maxWidth: "440px" } });

const TASKS: [ModelTask, string, string][] = [
  ["prompts", "Test prompts", "The model that a test prompt begins with."],
  ["comparison", "Comparison", "The second model in a comparison."],
  ["agents", "Agents", "Used by agents that have no model of their own."],
];

/** The model that each task begins with; saved as it is chosen. */
export function DefaultModels({ models, defaults }: { models: readonly Model[]; defaults: ModelDefaults }) {
  const styles = useStyles();
  const client = useQueryClient();
  const choose = async (task: ModelTask, id: string) => {
    const next = { ...defaults, [task]: id || null };
    client.setQueryData(keys.defaults, next);
    try {
      await agents.setDefaults(next);
      shell().notifications.show({ message: "Saved" });
    } catch (error) {
      shell().notifications.show({ message: failureWords("Not saved.", error), intent: "error" });
      await client.invalidateQueries({ queryKey: keys.defaults });
    }
  };
  return (
    <div className={styles.fields}>
      {TASKS.map(([task, label, hint]) => (
        <Field key={task} label={label} hint={hint}>
          <Select
            value={task === "agents" && defaults.agents === OFFLINE_MODEL_ID ? "" : (defaults[task] ?? "")}
            onChange={(_, data) => void choose(task, data.value)}
          >
            <option value="">{task === "agents" ? "Offline model, built in" : "None"}</option>
            <ModelOptions models={task === "agents" ? models.filter(({ id }) => id !== OFFLINE_MODEL_ID) : models} />
          </Select>
        </Field>
      ))}
    </div>
  );
}
