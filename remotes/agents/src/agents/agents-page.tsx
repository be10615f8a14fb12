import type { Agent } from "@tessera/contracts-agents/agents.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import { makeStyles } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import {
  ErrorState,
  ListRow,
  LiveNote,
  Notice,
  PageHead,
  Pane,
  RowSkeleton,
  useListState,
  useUiSettings,
  VirtualList,
} from "@tessera/ui";
import { dollars } from "../frame/dollars.ts";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS, useDefaults, useModels } from "../frame/use-models.ts";
import { ICONS } from "./icons.tsx";
import { TemplateGallery } from "./template-gallery.tsx";
import { useAgents } from "./use-agents.ts";

const NONE: never[] = [];
const useStyles = makeStyles({ note: { padding: "16px 16px 0", "& > div > div": { marginBottom: 0 } } });

/** `/agents`: the agents, and what a new one may begin with. */
export function AgentsPage() {
  const styles = useStyles();
  usePlace([{ label: "Agents" }]);
  const { live, query } = useAgents();
  const models = useModels().query;
  const defaults = useDefaults().data;
  const items = query.data?.items;
  return (
    <Pane kind="detail" label="Agents">
      <PageHead title="Agents">
        <TextLink to="/models">Models</TextLink>
      </PageHead>
      <LiveNote state={live} every={POLL_MS} />
      {models.data?.items.length === 0 && (
        <div className={styles.note}>
          <Notice intent="warning">
            Agents need a language model, and none is set up yet.{" "}
            <TextLink to="/settings/models">Add a provider under Settings</TextLink>
          </Notice>
        </div>
      )}
      {items ? (
        <>
          <TemplateGallery />
          {items.length > 0 && (
            <AgentsList agents={items} models={models.data?.items ?? NONE} fallback={defaults?.agents ?? null} />
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

function AgentsList(props: { agents: readonly Agent[]; models: readonly Model[]; fallback: string | null }) {
  const { agents, models } = props;
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const { focusId, focusRequest, focusOn, neighbour } = useListState(agents);
  const modelOf = ({ modelId }: Agent) => models.find(({ id }) => id === (modelId ?? props.fallback))?.title;
  return (
    <VirtualList
      label="Agents"
      rows={agents}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
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
