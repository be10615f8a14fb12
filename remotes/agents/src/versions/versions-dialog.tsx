import type { Agent, AgentSettings } from "@tessera/contracts-agents/agents.ts";
import { DEFAULT_STEPS } from "@tessera/contracts-agents/limits.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import type { AgentVersion } from "@tessera/contracts-agents/versions.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { type DialogActions, isOffline } from "@tessera/shell-api";
import { TextChanges } from "@tessera/text-changes/text-changes.tsx";
import { useHistoryStyles } from "@tessera/text-changes/use-history-styles.ts";
import { EmptyState, ErrorState, RelativeTime, RowSkeleton, useUiSettings } from "@tessera/ui";
import { useState } from "react";
import { titleOfType, useCardNames } from "../agents/use-card-names.ts";
import { useToolTitles } from "../agents/use-tools.ts";
import { agents, keys } from "../api.ts";
import { changesBetween, SETTING_TITLES } from "./settings-in-words.ts";

const useStyles = makeStyles({
  table: {
    width: "100%",
    borderCollapse: "collapse",
    textAlign: "left",
    "& th, & td": {
      padding: "6px 8px 6px 0",
      verticalAlign: "top",
      overflowWrap: "anywhere",
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    "& thead th": { fontSize: "12px", fontWeight: 400, color: tokens.colorNeutralForeground3 },
    "& tbody th": { fontWeight: 400 },
  },
});

/** What an agent is set up as; of a service that knows no runs yet, what it does anyway. */
export const settingsOf = (agent: Agent): AgentSettings => ({
  ...agent,
  tools: agent.tools ?? {},
  maxSteps: agent.maxSteps ?? DEFAULT_STEPS,
  runTokens: agent.runTokens ?? null,
  runLimitMicros: agent.runLimitMicros ?? null,
  scope: agent.scope ?? null,
});

/** What made a version, in a line. */
const CAUSES: Record<AgentVersion["cause"], (version: AgentVersion) => string> = {
  created: () => "Created",
  changed: ({ changed, scopeChanged }) =>
    [...changed, ...(scopeChanged ? (["scope"] as const) : [])].map((field) => SETTING_TITLES[field]).join(", "),
  allowed: () => "A tool was always allowed",
  restored: ({ restored }) => `Version ${restored} restored`,
};

interface Props {
  agent: Agent;
  models: readonly Model[];
}

/** The versions of an agent, each with what differs from its current settings. Closes with the one to restore. */
export function VersionsDialog({ dialog, agent, models }: Props & { dialog: DialogActions<number> }) {
  const styles = useHistoryStyles();
  const [asked, setAsked] = useState<number | null>(null);
  const list = useQuery({
    queryKey: keys.versions(agent.id),
    queryFn: ({ signal }) => agents.agentVersions(agent.id, signal),
    staleTime: 0,
  });
  const versions = list.data?.items ?? [];
  const chosen = versions.find(({ number }) => number === asked) ?? versions[1] ?? versions[0];
  if (list.error && !list.data)
    return isOffline(list.error) ? (
      <EmptyState
        title="Offline"
        sentence="Versions are not on this device. They are shown once the connection is back."
      />
    ) : (
      <ErrorState error={list.error} title="The versions could not be loaded" onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <RowSkeleton rows={4} />;
  if (!chosen) return <EmptyState sentence="This agent has no version yet. Each time you save it, one is kept." />;
  return (
    <div className={styles.root}>
      <ul className={styles.list} aria-label="Versions">
        {versions.map((version, index) => (
          <li key={version.number}>
            <button
              type="button"
              className={mergeClasses(styles.version, version === chosen && styles.chosen)}
              aria-pressed={version === chosen}
              onClick={() => setAsked(version.number)}
            >
              {`Version ${version.number}`}
              {index === 0 && " · current"}
              <span className={styles.line}>
                <RelativeTime at={version.createdAt} /> · {CAUSES[version.cause](version)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Version key={chosen.number} number={chosen.number} agent={agent} models={models} onRestore={dialog.close} />
    </div>
  );
}

function Version(props: Props & { number: number; onRestore: (number: number) => void }) {
  const styles = { ...useHistoryStyles(), ...useStyles() };
  const { locale } = useUiSettings();
  const { agent, models, number } = props;
  const query = useQuery({
    queryKey: [...keys.versions(agent.id), number],
    queryFn: ({ signal }) => agents.agentVersion(agent.id, number, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tools = useToolTitles();
  const { types } = useCardNames(Boolean(agent.scope || query.data?.settings.scope));
  if (query.error && !query.data)
    return (
      <ErrorState error={query.error} title="This version could not be loaded" onRetry={() => void query.refetch()} />
    );
  if (!query.data) return <RowSkeleton rows={4} />;
  const before = query.data.settings;
  const now = settingsOf(agent);
  const changes = changesBetween(before, now, {
    models,
    tools,
    locale,
    titleOfType: (type) => titleOfType(types, type),
  });
  const isTextChanged = before.instructions !== now.instructions;
  if (changes.length === 0 && !isTextChanged)
    return (
      <div className={styles.side}>
        <p className={styles.note}>These are the current settings.</p>
      </div>
    );
  return (
    <div className={styles.side}>
      {changes.length > 0 && (
        <table className={styles.table} aria-label={`What differs from version ${number}`}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">{`Version ${number}`}</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.title}>
                <th scope="row">{change.title}</th>
                <td>{change.before}</td>
                <td>{change.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isTextChanged && (
        <>
          <p className={styles.note}>
            Instructions. Underlined: what comes back with this version. Struck through: what was written since.
          </p>
          <TextChanges
            before={before.instructions}
            now={now.instructions}
            label={`Instructions of version ${number}`}
          />
        </>
      )}
      <div className={styles.foot}>
        <Button appearance="primary" onClick={() => props.onRestore(number)}>
          Restore this version
        </Button>
      </div>
    </div>
  );
}
