import { makeStyles, tokens } from "@tessera/fluent";
import { useNavigate, useSearchParams } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, Notice, PageHead, Pane, PaneScroll, RowSkeleton, useUiSettings } from "@tessera/ui";
import { lazy, Suspense } from "react";
import { titleOfType, useCardNames } from "../../agents/use-card-names.ts";
import { useToolTitles } from "../../agents/use-tools.ts";
import { TextLink } from "../../frame/text-link.tsx";
import { useModels } from "../../frame/use-models.ts";
import { changesBetween } from "../../versions/settings-in-words.ts";
import { runPath } from "../run-words.ts";
import { alignSteps } from "./align-steps.ts";
import { ComparedSteps } from "./compared-steps.tsx";
import { Differs } from "./differs.tsx";
import { type Fact, factsOf } from "./run-facts.ts";
import { type Compared, useCompared } from "./use-compared.ts";

// Markdown is for answers alone.
const AnswerText = lazy(async () => ({ default: (await import("../../frame/answer-text.tsx")).AnswerText }));

const useStyles = makeStyles({
  section: { display: "flex", flexDirection: "column", gap: "8px", padding: "16px", minWidth: 0 },
  heading: { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  table: {
    width: "100%",
    borderCollapse: "collapse",
    textAlign: "left",
    "& th, & td": {
      padding: "6px 12px 6px 0",
      verticalAlign: "top",
      overflowWrap: "anywhere",
      fontWeight: 400,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    "& thead th": { fontSize: "12px", color: tokens.colorNeutralForeground3 },
    // One above the other, each with what it is.
    "@media (max-width: 599.98px)": {
      "& thead": { position: "absolute", width: "1px", height: "1px", overflow: "hidden", clipPath: "inset(50%)" },
      "& tr": { display: "block", padding: "8px 0", borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
      "& th, & td": { display: "block", padding: "2px 0", borderBottomStyle: "none" },
      "& td[data-label]::before": { content: "attr(data-label) ': '", color: tokens.colorNeutralForeground3 },
      "& tbody th": { fontWeight: 600 },
    },
  },
  results: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    gap: "16px",
    "@media (max-width: 959.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  result: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0, overflowWrap: "anywhere" },
  name: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
});

/** `/agents/runs/compare`: two runs side by side, on a phone one above the other, what differs first. */
export function ComparePage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  usePlace(
    [{ label: "Agents", path: "/agents" }, { label: "Runs", path: "/agents/runs" }, { label: "Compare" }],
    "/agents",
  );
  const [one, other] = [params.get("one") ?? "", params.get("other") ?? ""];
  return (
    <Pane kind="detail" label="Compare runs">
      <PageHead title="Compare runs" />
      {one && other ? (
        <Both key={`${one} ${other}`} one={one} other={other} />
      ) : (
        <EmptyState
          sentence="Two runs are compared. Choose the first in the list of runs, then the other."
          action={{ label: "Go to the runs", onClick: () => navigate("/agents/runs") }}
        />
      )}
    </Pane>
  );
}

function Both({ one, other }: { one: string; other: string }) {
  const [first, second] = [useCompared(one), useCompared(other)];
  const failed = [first, second].find(({ isError, data }) => isError && !data);
  const retry = () => {
    for (const query of [first, second]) if (query.isError) void query.refetch();
  };
  if (failed) return <ErrorState title="The runs could not be loaded" error={failed.error} onRetry={retry} />;
  if (!first.data || !second.data) return <RowSkeleton />;
  return <Comparison one={first.data} other={second.data} />;
}

/** How their agents were set up, where both are known. */
function useSettingFacts(one: Compared, other: Compared): Fact[] {
  const { locale } = useUiSettings();
  const models = useModels().query.data?.items ?? [];
  const tools = useToolTitles();
  const { types } = useCardNames(Boolean(one.settings?.scope || other.settings?.scope));
  if (!one.settings || !other.settings) return [];
  const words = { models, tools, locale, titleOfType: (type: string) => titleOfType(types, type) };
  const changes = changesBetween(one.settings, other.settings, words).filter(({ title }) => title !== "Name");
  const facts = changes.map(({ title, before, now }) => ({
    title,
    one: before,
    other: now,
    more: null,
    differs: true,
  }));
  const isTextSame = one.settings.instructions === other.settings.instructions;
  const text = { title: "Instructions", one: one.settings.instructions, other: other.settings.instructions };
  return isTextSame ? facts : [...facts, { ...text, more: null, differs: true }];
}

function Comparison({ one, other }: { one: Compared; other: Compared }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const settings = useSettingFacts(one, other);
  const facts = factsOf(one, other, locale);
  const differing = [...facts.filter(({ differs }) => differs), ...settings];
  const same = facts.filter(({ differs }) => !differs);
  const pairs = alignSteps(one.run.trace, other.run.trace);
  const isAnswerSame = one.run.answer === other.run.answer && one.run.failure === other.run.failure;
  return (
    <PaneScroll>
      <section className={styles.section} aria-labelledby="compare-differs">
        <h2 id="compare-differs" className={styles.heading}>
          What differs
        </h2>
        {one.run.id === other.run.id ? (
          <p className={styles.note}>This is the same run twice.</p>
        ) : differing.length > 0 ? (
          <Facts label="What differs" facts={differing} />
        ) : (
          <p className={styles.note}>Nothing but when they began.</p>
        )}
        <details>
          <summary>{`The same in both: ${same.map(({ title }) => title.toLowerCase()).join(", ") || "nothing"}`}</summary>
          <Facts label="The same in both" facts={same} />
        </details>
      </section>
      <section className={styles.section} aria-labelledby="compare-results">
        <h2 id="compare-results" className={styles.heading}>
          Results {!isAnswerSame && <Differs />}
        </h2>
        <div className={styles.results}>
          <Result name="First run" compared={one} />
          <Result name="Second run" compared={other} />
        </div>
      </section>
      <section aria-labelledby="compare-steps">
        <div className={styles.section}>
          <h2 id="compare-steps" className={styles.heading}>
            Steps
          </h2>
          {pairs.length === 0 && <p className={styles.note}>Neither run has a step yet.</p>}
        </div>
        <ComparedSteps pairs={pairs} />
      </section>
    </PaneScroll>
  );
}

function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  const styles = useStyles();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {["What", "First run", "Second run", "Difference"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(({ title, one, other, more, differs }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td data-label="First run">{one}</td>
            <td data-label="Second run">{other}</td>
            <td data-label="Difference">{more ?? (differs ? "≠ differs" : "the same")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Result({ name, compared: { run } }: { name: string; compared: Compared }) {
  const styles = useStyles();
  return (
    <div className={styles.result}>
      <h3 className={styles.name}>
        <TextLink to={runPath(run)}>{name}</TextLink>
      </h3>
      {run.failure && <Notice intent="error">{run.failure}</Notice>}
      {run.answer ? (
        <Suspense fallback={<p>{run.answer}</p>}>
          <AnswerText text={run.answer} />
        </Suspense>
      ) : (
        !run.failure && <p className={styles.note}>No answer.</p>
      )}
    </div>
  );
}
