import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import {
  ErrorState,
  ListRow,
  LiveNote,
  PageHead,
  Pane,
  RowSkeleton,
  useIsPhone,
  useListState,
  useUiSettings,
  VirtualList,
} from "@tessera/ui";
import { dollars } from "../frame/dollars.ts";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS, useDefaults, useModels } from "../frame/use-models.ts";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { ICONS } from "./icons.tsx";
import { TemplateGallery } from "./template-gallery.tsx";
import { useAgents } from "./use-agents.ts";

const NONE: never[] = [];
const useStyles = makeStyles({ note: { margin: 0, padding: "16px 16px 0", color: tokens.colorNeutralForeground2 } });

/** `/agents`: the agents, and what a new one may begin with. */
export function AgentsPage() {
  const styles = useStyles();
  // There the page's head has no room for links.
  const phone = useIsPhone();
  usePlace([{ label: "Agents" }]);
  const { live, query } = useAgents();
  const models = useModels().query;
  const defaults = useDefaults().data;
  const items = query.data?.items;
  return (
    <Pane kind="detail" label="Agents">
      <PageHead title="Agents">
        <TextLink to="/agents/runs">Runs</TextLink>
        <TextLink to="/models">Models</TextLink>
      </PageHead>
      <LiveNote state={live} every={POLL_MS} />
      {phone && (
        <p className={styles.note}>
          <TextLink to="/agents/runs">Runs of all agents</TextLink>
        </p>
      )}
      {models.data?.items.every(({ id }) => id === OFFLINE_MODEL_ID) && (
        <p className={styles.note}>
          Agents use the offline model: it finds, quotes and keeps, costs nothing, and writes no texts. For agents that
          write, <TextLink to="/settings/models">add a provider under Settings</TextLink>
        </p>
      )}
      {items ? (
        <>
          <TemplateGallery />
          {items.length > 0 && (
            <AgentsList
              agents={items}
              models={models.data?.items ?? NONE}
              fallback={defaults?.agents ?? OFFLINE_MODEL_ID}
            />
          )}
        </>
      ) : query.isError ? (
        <ErrorState title="The agents could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </Pane>
  );
}

function AgentsList(props: { agents: readonly Agent[]; models: readonly Model[]; fallback: string }) {
  const { agents, models } = props;
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const { focusId, focusRequest, focusOn, neighbour } = useListState(agents);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Agents", go);
  const modelOf = ({ modelId }: Agent) => models.find(({ id }) => id === (modelId ?? props.fallback))?.title;
  return (
    <VirtualList
      label="Agents"
      rows={agents}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={({ id }) => navigate(`/agents/${id}`)}
      renderRow={(agent) => (
        <ListRow
          icon={ICONS[agent.icon].icon}
          title={agent.name}
          href={`/agents/${agent.id}`}
          line={[modelOf(agent) ?? "no model", agent.instructions].filter(Boolean).join(" · ")}
          age={agent.spent.monthMicros > 0 && `${dollars(agent.spent.monthMicros, locale)} this month`}
        />
      )}
    />
  );
}
