import { ArrowClockwise16Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { CheckmarkCircle16Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { Circle16Regular } from "@fluentui/react-icons/svg/circle";
import { CircleHalfFill16Regular } from "@fluentui/react-icons/svg/circle-half-fill";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { ErrorCircle16Filled } from "@fluentui/react-icons/svg/error-circle";
import { SubtractCircle16Regular } from "@fluentui/react-icons/svg/subtract-circle";
import type { Item } from "@tessera/contracts-items/items.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { IconButton, RelativeTime, Section, useUiSettings } from "@tessera/ui";
import { memo, type ReactNode } from "react";
import { daysAround } from "../list/days-around.ts";
import { wakeWords } from "../list/due-words.ts";
import { CardEffects } from "../rules/card-effects.tsx";
import { LanguageField } from "./language-field.tsx";
import { ValueSetters } from "./setters/value-setters.tsx";
import { SOURCES } from "./sources.ts";
import { stepName } from "./step-names.ts";
import { useCancelStep, useReprocess } from "./use-reprocess.ts";

const useStyles = makeStyles({
  step: { display: "flex", alignItems: "center", gap: "8px", minHeight: "28px" },
  grow: { flexShrink: 0 },
  aside: {
    flexGrow: 1,
    minWidth: 0,
    textAlign: "right",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  icon: { display: "flex" },
  ok: { color: "var(--ok)" },
  bad: { color: "var(--bad)" },
  run: { color: "var(--run)" },
  idle: { color: tokens.colorNeutralForeground3 },
  fact: {
    display: "grid",
    gridTemplateColumns: "72px minmax(0, 1fr)",
    columnGap: "12px",
    alignItems: "baseline",
    minHeight: "28px",
    margin: 0,
  },
  label: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: "anywhere" },
});

const STATES = {
  success: { className: "ok", icon: <CheckmarkCircle16Filled />, word: "done" },
  failure: { className: "bad", icon: <ErrorCircle16Filled />, word: "failed" },
  pending: { className: "run", icon: <CircleHalfFill16Regular />, word: "running" },
  waiting: { className: "idle", icon: <Circle16Regular />, word: "waiting" },
  cancelled: { className: "idle", icon: <SubtractCircle16Regular />, word: "cancelled" },
} as const;
/** Made for many cards at once, behind everything else: it waits, and has no job of its own that could be cancelled. */
const EMBEDDING = "embedding";
/** Steps that take no time, or that run for many cards at once: run again where they failed. */
const ONLY_FAILED = ["title", "language", EMBEDDING];

const WHO: Record<Item["titleSource"], string> = { person: "you", rule: "rule, from the text", import: "import" };
/** A title that the page itself has is the page's, not made from the card's text. */
const whoNamed = ({ titleSource, title, data }: Item) =>
  titleSource === "rule" && data.pageTitle === title ? "the page" : WHO[titleSource];

/** What the server did with a card and where its parts come from. */
export const AboutCard = memo(function AboutCard({ item }: { item: Item }) {
  const region = useUiSettings();
  const now = new Date();
  const steps = Object.entries(item.processing);
  const folder = typeof item.data.folder === "string" ? item.data.folder : null;
  return (
    <>
      {steps.length > 0 && (
        <Section
          title="Processing"
          aside={`${steps.filter(([, step]) => step.state === "success").length} of ${steps.length} done`}
        >
          {steps.map(([name, step]) => (
            <Step key={name} id={item.id} name={name} step={step} />
          ))}
        </Section>
      )}
      <Section title="Who set what">
        <Facts>
          <Fact label="Title">{whoNamed(item)}</Fact>
          <Fact label="Source">{SOURCES[item.source] ?? item.source}</Fact>
          <Fact label="Language">
            <LanguageField item={item} />
          </Fact>
          {folder && <Fact label="Folder">{folder}</Fact>}
          <Fact label="Captured">
            <RelativeTime at={item.createdAt} />
          </Fact>
          <Fact label="Changed">
            <RelativeTime at={item.updatedAt} />
          </Fact>
          {item.archivedAt && (
            <Fact label="Archived">
              <RelativeTime at={item.archivedAt} />
            </Fact>
          )}
          {item.snoozeUntil && new Date(item.snoozeUntil) > now && (
            <Fact label="Snoozed">{wakeWords(item.snoozeUntil, daysAround(now, region), region)}</Fact>
          )}
        </Facts>
        <ValueSetters item={item} />
      </Section>
      <CardEffects item={item} />
    </>
  );
});

const lengthOf = (ms: number) => (ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

function Step({ id, name, step }: { id: string; name: string; step: Item["processing"][string] }) {
  const styles = useStyles();
  const reprocess = useReprocess(id);
  const cancel = useCancelStep(id);
  const state = step.cancelled ? "cancelled" : step.state;
  const isWaiting = state === "pending" && name === EMBEDDING;
  const { className, icon, word } = STATES[isWaiting ? "waiting" : state];
  // What takes no time says nothing by its figure.
  const aside =
    state === "failure" ? (step.reason ?? "failed") : step.ms && state === "success" ? lengthOf(step.ms) : word;
  const what = stepName(name).toLowerCase();
  return (
    <div className={styles.step}>
      <span className={mergeClasses(styles.icon, styles[className])} role="img" aria-label={word}>
        {icon}
      </span>
      <span className={styles.grow}>{stepName(name)}</span>
      <span className={mergeClasses(styles.aside, state === "failure" && styles.bad)}>{aside}</span>
      {isWaiting ? null : state === "pending" ? (
        <IconButton
          icon={<Dismiss16Regular />}
          size="small"
          label={`Cancel: ${what}`}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(name)}
        />
      ) : (
        !(state === "success" && ONLY_FAILED.includes(name)) && (
          <IconButton
            icon={<ArrowClockwise16Regular />}
            size="small"
            label={`${state === "failure" ? "Try again" : "Run again"}: ${what}`}
            disabled={reprocess.isPending}
            onClick={() => reprocess.mutate(name)}
          />
        )
      )}
    </div>
  );
}

const Facts = ({ children }: { children: ReactNode }) => <dl>{children}</dl>;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
