import type { Run } from "@tessera/contracts-agents/runs.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tessera/query";
import { useNavigate, useSearchParams } from "@tessera/router";
import { useCommands, useLive, usePlace } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  ListRow,
  LiveNote,
  PageHead,
  Pane,
  RelativeTime,
  RowSkeleton,
  StatusText,
  useListState,
  VirtualList,
} from "@tessera/ui";
import { SearchField } from "@tessera/ui/search-field";
import { useCallback, useRef } from "react";
import { ICONS } from "../agents/icons.tsx";
import { useAgents } from "../agents/use-agents.ts";
import { agents, keys } from "../api.ts";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS } from "../frame/use-models.ts";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { choosePath, comparePath } from "./compare/compare-path.ts";
import { RUN_WORDS, runPath, startOf } from "./run-words.ts";

/** Stands for the run that is not chosen yet. */
const FIRST = "first";

const useStyles = makeStyles({
  note: { flexShrink: 0, margin: 0, padding: "8px 16px" },
  bar: {
    flexShrink: 0,
    display: "flex",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

/** `/agents/runs`: what was asked of all agents and what they answered, newest first; found by its words. */
export function RunsPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  usePlace([{ label: "Agents", path: "/agents" }, { label: "Runs" }], "/agents");
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  /** The run that another is compared with; "first": it is chosen first. */
  const compare = params.get("compare");
  const find = useCallback(
    (words: string) =>
      setParams({ ...(words ? { q: words } : {}), ...(compare ? { compare } : {}) }, { replace: true }),
    [setParams, compare],
  );
  const search = useRef<HTMLInputElement>(null);
  useCommands(
    () => [
      {
        id: "agents.find-runs",
        title: "Search the runs",
        group: "Agents",
        act: "search",
        run: () => search.current?.focus(),
      },
    ],
    [],
  );
  const { live, query, runs } = useAllRuns(q);
  return (
    <Pane kind="detail" label="Runs">
      <PageHead title="Runs" />
      <search className={styles.bar} aria-label="Filter">
        <SearchField
          field={search}
          label="Search runs"
          placeholder="Search tasks and answers"
          words={q}
          onChange={find}
        />
      </search>
      <LiveNote state={live} every={POLL_MS} />
      {compare ? (
        <p className={styles.note} role="status">
          {compare === FIRST ? "Choose the first of two runs to compare." : "Choose the run to compare it with."}{" "}
          <TextLink to="/agents/runs">Cancel</TextLink>
        </p>
      ) : (
        runs !== undefined &&
        runs.length > 1 && (
          <p className={styles.note}>
            <TextLink to={choosePath(FIRST)}>Compare two runs</TextLink>
          </p>
        )
      )}
      {runs === undefined ? (
        query.isError ? (
          <ErrorState title="The runs could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeleton />
        )
      ) : runs.length > 0 ? (
        <RunsList
          runs={runs}
          pathOf={(run) =>
            !compare ? runPath(run) : compare === FIRST ? choosePath(run.id) : comparePath(compare, run.id)
          }
          hasMore={query.hasNextPage}
          moreError={query.isFetchNextPageError ? query.error : null}
          loadMore={() => void query.fetchNextPage({ cancelRefetch: false })}
        />
      ) : q ? (
        <EmptyState
          sentence={`No task and no answer contains “${q}”.`}
          action={{ label: "Show all runs", onClick: () => find("") }}
        />
      ) : (
        <EmptyState
          sentence="There are no runs yet. Each task of an agent, and each question about your cards, is kept here."
          action={{ label: "Go to the agents", onClick: () => navigate("/agents") }}
        />
      )}
    </Pane>
  );
}

/** The runs of all agents that contain the words, as they change on any device. */
function useAllRuns(q: string) {
  const client = useQueryClient();
  const queryKey = keys.allRuns(q);
  const live = useLive("agents.run", () => void client.invalidateQueries({ queryKey }));
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => agents.runs({ ...(q ? { q } : {}), cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query, runs: query.data?.pages.flatMap(({ items }) => items) };
}

function RunsList(props: {
  runs: readonly Run[];
  /** Where a row leads. */
  pathOf: (run: Run) => string;
  hasMore: boolean;
  moreError: Error | null;
  loadMore: () => void;
}) {
  const { runs, pathOf } = props;
  const navigate = useNavigate();
  const known = useAgents().query.data?.items;
  const { focusId, focusRequest, focusOn, neighbour } = useListState(runs);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Runs", go);
  const iconOf = ({ agentId }: Run) => ICONS[known?.find(({ id }) => id === agentId)?.icon ?? "bot"].icon;
  return (
    <VirtualList
      label="Runs"
      rows={runs}
      focusId={focusId}
      focusRequest={focusRequest}
      hasMore={props.hasMore}
      moreError={props.moreError}
      loadTo={props.loadMore}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={(run) => navigate(pathOf(run))}
      renderRow={(run) => (
        <ListRow
          icon={iconOf(run)}
          title={startOf(run.task)}
          href={pathOf(run)}
          line={[run.agentName, startOf(run.failure ?? run.answer ?? "")].filter(Boolean).join(" · ")}
          tags={
            run.state !== "done" && <StatusText status={RUN_WORDS[run.state][0]}>{RUN_WORDS[run.state][1]}</StatusText>
          }
          age={<RelativeTime at={run.createdAt} />}
        />
      )}
    />
  );
}
