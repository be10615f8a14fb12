import { ArrowDownload20Regular } from "@fluentui/react-icons/svg/arrow-download";
import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { ChevronRight20Regular } from "@fluentui/react-icons/svg/chevron-right";
import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import type { MeterUsage, Usage } from "@tessera/contracts-billing/usage.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate, useParams } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  IconButton,
  PageColumn,
  Pane,
  RowSkeleton,
  useUiSettings,
  ViewTabs,
} from "@tessera/ui";
import { useState } from "react";
import { BillingTabs } from "../billing-tabs.tsx";
import { PageSection } from "../page-section.tsx";
import { usageCsv } from "./csv.ts";
import { DayChart } from "./day-chart.tsx";
import { Figures } from "./figures.tsx";
import { openLimits } from "./limits-dialog.tsx";
import { addressOf, monthAt, monthOfAddress, stepMonth } from "./month.ts";
import { ShareChart } from "./share-chart.tsx";
import { UseTable } from "./use-table.tsx";
import { usageKey, useUsage } from "./use-usage.ts";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px",
    minHeight: "56px",
    // In two lines, of which the second has a button.
    "@media (max-width: 599.98px)": { paddingBottom: "8px" },
  },
  month: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, marginRight: "4px" },
  aside: { color: tokens.colorNeutralForeground2, flexGrow: 1 },
  note: { margin: "8px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  // The tabs' own padding: the first one stands where the text begins.
  tabs: { margin: "0 -12px" },
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 360px), 1fr))",
    columnGap: "40px",
  },
});

const longMonth = (month: string, locale?: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale || undefined, {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  });

/** `/usage/{year?}/{month?}`: what a month used, what is left of it, and where it comes from. */
export function UsagePage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const params = useParams();
  const { locale } = useUiSettings();
  const month = monthOfAddress(params.year, params.month, new Date())!;
  const present = monthAt(new Date());
  const name = longMonth(month, locale);
  usePlace([{ label: "Usage", path: "/usage" }, { label: name }]);
  const usage = useUsage(month);
  const shown = usage.data?.month === month ? usage.data : undefined;
  const go = (by: number) => navigate(addressOf(stepMonth(month, by)));
  const client = useQueryClient();
  const onKept = (kept: Usage) => client.setQueryData(usageKey(kept.month), kept);
  const first = usage.data?.firstMonth ?? present;
  const isPresent = month === present;
  return (
    <Pane kind="detail" label="Usage">
      <BillingTabs>
        {shown && (
          <Button icon={<ArrowDownload20Regular />} disabled={!isUsed(shown)} onClick={() => download(shown)}>
            CSV
          </Button>
        )}
      </BillingTabs>
      <PageColumn>
        <div className={styles.bar}>
          <h1 className={styles.month}>{name}</h1>
          <IconButton
            icon={<ChevronLeft20Regular />}
            label="Month before"
            disabled={month <= first}
            onClick={() => go(-1)}
          />
          <IconButton
            icon={<ChevronRight20Regular />}
            label="Month after"
            disabled={month >= present}
            onClick={() => go(1)}
          />
          <span className={styles.aside}>{isPresent && shown && dayWords(shown)}</span>
          {isPresent && shown && (
            <Button onClick={() => void openLimits({ meters: shown.meters, onKept })}>Change limits</Button>
          )}
        </div>
        {month > present ? (
          <EmptyState
            sentence="This month has not started yet."
            action={{ label: "Go to this month", onClick: () => navigate("/usage") }}
          />
        ) : shown ? (
          <Month usage={shown} name={name} />
        ) : usage.isError ? (
          <ErrorState title="The usage could not be loaded" error={usage.error} onRetry={() => void usage.refetch()} />
        ) : (
          <RowSkeleton rows={6} />
        )}
      </PageColumn>
    </Pane>
  );
}

const isUsed = ({ meters }: Usage) => meters.some(({ used, days }) => used !== 0 || days.length > 0);
const dayWords = ({ today, month }: Usage) => {
  const [year, number] = month.split("-").map(Number);
  return `day ${Number(today.slice(8))} of ${new Date(Date.UTC(year!, number!, 0)).getUTCDate()}`;
};

function Month({ usage, name }: { usage: Usage; name: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const [chosen, setChosen] = useState<string | null>(null);
  const text = (meter: MeterUsage, amount: number) => amountInWords(meter.unit, amount, locale);
  if (!isUsed(usage))
    return (
      <EmptyState
        title={`Nothing was used in ${name}`}
        sentence={
          "Cards that you capture, files that you keep and work that is done for them are counted here, " +
          "by day, with the card that each belongs to."
        }
        action={{ label: "Go to the inbox", onClick: () => navigate("/items/inbox") }}
      />
    );
  const moved = usage.meters.filter(({ days }) => days.length > 0);
  const meter = moved.find((one) => one.meter === chosen) ?? moved[0];
  const words = (amount: number) => (meter ? text(meter, amount) : "");
  return (
    <>
      <Figures meters={usage.meters} text={text} />
      {usage.meters.some(({ projected }) => projected !== null) && (
        <p className={styles.note}>
          Expected: what is used now and, for each day left, the average of the last seven days. Days are those of UTC.
        </p>
      )}
      {meter && (
        <PageSection title={`${meter.title} by day`}>
          {moved.length > 1 && (
            <div className={styles.tabs}>
              <ViewTabs
                label="What is shown"
                views={moved.map((one) => ({ id: one.meter, label: one.title }))}
                selected={meter.meter}
                onSelect={setChosen}
              />
            </div>
          )}
          <DayChart usage={meter} month={usage.month} today={usage.today} text={words} />
          <p className={styles.note}>
            {meter.counts === "held" ? "What was added, less what was deleted for good." : "What was used."}
            {usage.today.startsWith(usage.month) && " Grey: expected."} A line opens what is behind it.
          </p>
        </PageSection>
      )}
      {meter && (
        <div className={styles.pair}>
          {(["agent", "model"] as const).map((by) => {
            const lines = (by === "agent" ? meter.agents : meter.models).map((one) => ({ ...one, label: one.name }));
            if (!lines.length) return null;
            return (
              <PageSection key={by} title={`By ${by}`}>
                <ShareChart label={`${meter.title} by ${by}`} lines={lines} text={words} />
                <UseTable
                  key={`${usage.month} ${meter.meter}`}
                  label={`${meter.title} by ${by}`}
                  head={by === "agent" ? "Agent" : "Model"}
                  by={by}
                  lines={lines}
                  usage={meter}
                  month={usage.month}
                  text={words}
                />
              </PageSection>
            );
          })}
        </div>
      )}
      {meter && (
        <PageSection title="Day by day">
          <UseTable
            key={`${usage.month} ${meter.meter}`}
            label={`${meter.title} by day`}
            head="Day"
            by="day"
            lines={meter.days
              .map(({ day, ...sum }) => ({ ...sum, name: day, label: dayText(day, locale) }))
              .toReversed()}
            usage={meter}
            month={usage.month}
            text={words}
          />
        </PageSection>
      )}
    </>
  );
}

const dayText = (day: string, locale?: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale || undefined, {
    ...{ weekday: "short", day: "numeric", month: "short", timeZone: "UTC" },
  });

function download(usage: Usage): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([usageCsv(usage)], { type: "text/csv;charset=utf-8" }));
  link.download = `tessera-usage-${usage.month}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
