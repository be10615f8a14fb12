import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useCommands, usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, PageHead, Pane, PaneScroll, RowSkeleton } from "@tessera/ui";
import { useRef } from "react";
import { PlanWords } from "../frame/plan-words.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS, useDefaults, useModels, useProviders } from "../frame/use-models.ts";
import { DefaultModels } from "./default-models.tsx";
import { openProviderDialog } from "./provider-dialog.tsx";
import { ProvidersList } from "./providers-list.tsx";
import { useChecks } from "./use-checks.ts";

const useStyles = makeStyles({
  content: { padding: "16px 24px 32px", maxWidth: "760px", "@media (max-width: 599.98px)": { padding: "16px" } },
  group: { marginBottom: "32px" },
  head: { display: "flex", alignItems: "center", justifyContent: "space-between", gap: "8px", marginBottom: "8px" },
  heading: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: 0 },
  words: { color: tokens.colorNeutralForeground2, margin: "0 0 12px" },
});

/** `/settings/models`: the person's providers of models, and the model that each task begins with. */
export default function ModelsSection() {
  const styles = useStyles();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Models" }], "/settings");
  const { live, query } = useProviders();
  const models = useModels().query;
  const defaults = useDefaults();
  const { running, check } = useChecks();
  const add = () => void openProviderDialog({ onDone: (provider) => void check(provider) });
  const latest = useRef(add);
  latest.current = add;
  useCommands(
    () => [
      {
        id: "agents.add-provider",
        title: "Add a model provider",
        group: "Models",
        act: "add",
        opensDialog: true,
        run: () => latest.current(),
      },
    ],
    [],
  );
  const providers = query.data?.items;
  const failed = [query, models, defaults].find(({ isError }) => isError);
  return (
    <Pane kind="detail" label="Models">
      <PageHead area="Settings" title="Models" />
      <LiveNote state={live} every={POLL_MS} />
      <PaneScroll className={styles.content}>
        {failed && !providers ? (
          <ErrorState
            title="The providers could not be loaded"
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
        ) : !providers || !models.data || !defaults.data ? (
          <RowSkeleton rows={4} />
        ) : providers.length === 0 ? (
          <EmptyState
            title="No model provider yet"
            sentence="Until you add a provider, agents use the offline model, which finds and quotes your cards and writes nothing. Add your own server, such as Ollama, or a service with an API key, such as OpenAI, Anthropic or Google. Your key is kept encrypted and is never shown again."
            action={{ label: "Add provider", onClick: add }}
          />
        ) : (
          <>
            <section className={styles.group} aria-labelledby="providers">
              <div className={styles.head}>
                <h3 className={styles.heading} id="providers">
                  Providers
                </h3>
                <Button appearance="primary" icon={<Add16Regular />} onClick={add}>
                  Add provider
                </Button>
              </div>
              <PlanWords of={providers} />
              <ProvidersList providers={providers} running={running} check={check} />
            </section>
            <section className={styles.group} aria-labelledby="defaults">
              <h3 className={styles.heading} id="defaults">
                Defaults
              </h3>
              <p className={styles.words}>
                What each task begins with. <TextLink to="/models">All models</TextLink>
              </p>
              <DefaultModels models={models.data.items} defaults={defaults.data} />
            </section>
          </>
        )}
      </PaneScroll>
    </Pane>
  );
}
