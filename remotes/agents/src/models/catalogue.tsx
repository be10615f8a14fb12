import { Add16Regular } from "@fluentui/react-icons/svg/add";
import type { Model } from "@tessera/contracts-agents/models.ts";
import type { Provider } from "@tessera/contracts-agents/providers.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { useCommands } from "@tessera/shell-api";
import { EmptyState } from "@tessera/ui";
import { useMemo, useRef, useState } from "react";
import { keys } from "../api.ts";
import { openAddModelDialog } from "./add-model-dialog.tsx";
import { ModelsList } from "./models-list.tsx";
import { removeModel } from "./remove-model.ts";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  search: { flexGrow: 1, flexBasis: "180px", minWidth: "140px", maxWidth: "320px" },
  choice: { flexBasis: "140px", minWidth: "120px", maxWidth: "220px" },
  add: { marginLeft: "auto" },
});

/** Models whose title or name has all the words. */
function matching(models: readonly Model[], words: string, providerId: string): Model[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(
    ({ title, name, providerId: of }) =>
      (!providerId || of === providerId) && wanted.every((word) => `${title} ${name}`.toLowerCase().includes(word)),
  );
}

/** The models of all providers, to find one, to correct what is known of it, to try it. */
export function Catalogue({ models, providers }: { models: readonly Model[]; providers: readonly Provider[] }) {
  const styles = useStyles();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [providerId, setProviderId] = useState("");
  const shown = useMemo(() => matching(models, words, providerId), [models, words, providerId]);
  const changed = () => void client.invalidateQueries({ queryKey: keys.all });
  const add = () =>
    providers.length ? void openAddModelDialog({ providers, onDone: changed }) : navigate("/settings/models");
  const latest = useRef(add);
  latest.current = add;
  useCommands(
    () => [
      {
        id: "agents.add-model",
        title: "Add a model",
        group: "Models",
        act: "add",
        opensDialog: true,
        run: () => latest.current(),
      },
    ],
    [],
  );
  const remove = async (model: Model) => {
    const removed = await removeModel(model);
    changed();
    return removed;
  };
  return (
    <>
      <search className={styles.bar} aria-label="Filter">
        <Input
          type="search"
          className={styles.search}
          aria-label="Search models"
          placeholder="Search models"
          value={words}
          onChange={(_, data) => setWords(data.value)}
        />
        {providers.length > 1 && (
          <Select
            className={styles.choice}
            aria-label="Provider"
            value={providerId}
            onChange={(_, data) => setProviderId(data.value)}
          >
            <option value="">All providers</option>
            {providers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Button className={styles.add} icon={<Add16Regular />} onClick={add}>
          {providers.length ? "Add model" : "Add a provider under Settings"}
        </Button>
      </search>
      {shown.length ? (
        <ModelsList models={shown} onChanged={changed} onRemove={remove} />
      ) : (
        <EmptyState
          sentence="No models match."
          action={{
            label: "Show all",
            onClick: () => {
              setWords("");
              setProviderId("");
            },
          }}
        />
      )}
    </>
  );
}
