import { makeStyles } from "@tessera/fluent";
import { useNavigate, useSearchParams } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { ErrorState, LiveNote, PageHead, Pane, RowSkeleton, useIsPhone, ViewTabs } from "@tessera/ui";
import { lazy, Suspense } from "react";
import { PlanWords } from "../frame/plan-words.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS, useModels, useProviders } from "../frame/use-models.ts";
import { Catalogue } from "./catalogue.tsx";
import { promptPath } from "./paths.ts";

// Markdown is for answers alone.
const PromptView = lazy(async () => ({ default: (await import("../prompt/prompt-view.tsx")).PromptView }));

const useStyles = makeStyles({
  words: { padding: "0 16px" },
  tabs: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    paddingTop: "8px",
    "& > a": { padding: "0 16px" },
  },
});

const VIEWS = [
  { id: "catalogue", label: "Catalogue" },
  { id: "prompt", label: "Test prompt" },
];

/** `/models`: the catalogue of models, and a prompt to try one or two of them. */
export function ModelsPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  usePlace([{ label: "Models" }]);
  const [search] = useSearchParams();
  const providers = useProviders().query;
  const { live, query } = useModels();
  const models = query.data?.items;
  const view = search.get("view") === "prompt" ? "prompt" : "catalogue";
  const failed = [query, providers].find(({ isError }) => isError);
  const isReady = models && providers.data;
  return (
    <Pane kind="detail" label="Models">
      <PageHead title="Models">
        <TextLink to="/settings/models">Providers and defaults</TextLink>
      </PageHead>
      {isReady && models.length > 0 && (
        <div className={styles.tabs}>
          <ViewTabs
            label="Models"
            views={VIEWS}
            selected={view}
            onSelect={(id) => navigate(id === "prompt" ? promptPath() : "/models", { replace: true })}
          />
          {/* On a phone the head above is the shell's. */}
          {isPhone && <TextLink to="/settings/models">Providers</TextLink>}
        </div>
      )}
      <LiveNote state={live} every={POLL_MS} />
      {models && (
        <div className={styles.words}>
          <PlanWords of={models} />
        </div>
      )}
      {failed && !isReady ? (
        <ErrorState title="The models could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !isReady ? (
        <RowSkeleton />
      ) : view === "prompt" && models.length > 0 ? (
        <Suspense fallback={<RowSkeleton rows={4} />}>
          <PromptView models={models} />
        </Suspense>
      ) : (
        <Catalogue models={models} providers={providers.data.items} />
      )}
    </Pane>
  );
}
