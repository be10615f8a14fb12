import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { useParams } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { PageHead, Pane, PaneScroll, RowSkeleton } from "@tessera/ui";
import { agents, keys } from "../api.ts";
import { NotLoaded } from "../frame/not-loaded.tsx";
import { useModels } from "../frame/use-models.ts";
import { RunsSection } from "../runs/runs-section.tsx";
import { SchedulesSection } from "../schedules/schedules-section.tsx";
import { AgentEditor } from "./agent-editor.tsx";
import { TryOut } from "./try-out.tsx";

const useStyles = makeStyles({
  beside: { display: "flex", flexDirection: "column", gap: "32px", minWidth: 0 },
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    alignItems: "start",
    "@media (max-width: 1023.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
    "& > *": { padding: "16px" },
    "& > * + *": {
      "@media (max-width: 1023.98px)": { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    },
  },
});

/** `/agents/{id}`: one agent, with what tries it beside its settings. */
export function AgentPage() {
  const styles = useStyles();
  const { id = "" } = useParams();
  const client = useQueryClient();
  const query = useQuery({ queryKey: keys.agent(id), queryFn: ({ signal }) => agents.agent(id, signal) });
  const models = useModels().query;
  const failed = [query, models].find(({ isError }) => isError);
  usePlace([{ label: "Agents", path: "/agents" }, { label: query.data?.name ?? "Agent" }], "/agents");
  const keep = (agent: Agent) => {
    client.setQueryData(keys.agent(id), agent);
    void client.invalidateQueries({ queryKey: keys.agents });
  };
  return (
    <Pane kind="detail" label="Agent">
      <PageHead title={query.data?.name ?? "Agent"} />
      {query.data && models.data ? (
        <PaneScroll>
          <div className={styles.columns} key={id}>
            <AgentEditor agent={query.data} models={models.data.items} onSaved={keep} />
            <div className={styles.beside}>
              <RunsSection agent={query.data} />
              <SchedulesSection agent={query.data} />
              <TryOut
                agent={query.data}
                onAnswered={() => void client.invalidateQueries({ queryKey: keys.agent(id) })}
              />
            </div>
          </div>
        </PaneScroll>
      ) : failed ? (
        <NotLoaded
          title="The agent could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          back={{ label: "Go to the agents", path: "/agents" }}
        />
      ) : (
        <RowSkeleton />
      )}
    </Pane>
  );
}
