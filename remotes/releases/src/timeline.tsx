import { Info16Regular } from "@fluentui/react-icons/svg/info";
import type { AppOverview, AuditEntry } from "@tessera/contracts-releases/releases.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useInfiniteQuery } from "@tessera/query";
import { useSession } from "@tessera/shell-api";
import { LogList, LogRow, StatusText } from "@tessera/ui";
import { useState } from "react";
import { auditWords } from "./release-words.ts";
import { releasesApi, releasesKeys } from "./releases-api.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  none: { color: tokens.colorNeutralForeground3, margin: 0 },
  more: { marginTop: "8px", [narrow]: { height: "44px" } },
});

/** Entries shown at first, those of an overview that leaves some out, and those of a page of the log. */
const [FIRST, OVERVIEW, PAGE] = [10, 50, 100];

/** Who did what, newest first: what the overview brought along, and what is older when it is asked for. */
export function Timeline({ entries, apps }: { entries: readonly AuditEntry[]; apps: readonly AppOverview[] }) {
  const styles = useStyles();
  const { user } = useSession();
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState(false);
  const log = useLog(asked);
  if (!entries.length) return <p className={styles.none}>Nothing has been published or changed yet.</p>;
  const known = log.data?.pages.flatMap(({ items }) => items) ?? entries;
  const more = !all && entries.length > FIRST;
  return (
    <>
      <LogList label="What was published and changed">
        {known.slice(0, more ? FIRST : undefined).map((entry) => {
          const { text, word, status } = auditWords(entry, user?.email);
          const title =
            apps.find(({ name }) => name === entry.app)?.title ?? (entry.app === ALL_APPS ? "All apps" : entry.app);
          return (
            <LogRow key={entry.id} at={entry.at} subject={`${title} ${entry.release?.version ?? ""}`} text={text}>
              <StatusText status={status} icon={status === "idle" ? <Info16Regular /> : undefined}>
                {word}
              </StatusText>
            </LogRow>
          );
        })}
      </LogList>
      {more ? (
        <Button size="small" className={styles.more} onClick={() => setAll(true)}>
          Show {entries.length - FIRST} more
        </Button>
      ) : (
        entries.length >= OVERVIEW &&
        (!log.data || log.hasNextPage) && (
          <Button
            size="small"
            className={styles.more}
            disabledFocusable={log.isFetching}
            onClick={() => (log.data ? void log.fetchNextPage() : asked ? void log.refetch() : setAsked(true))}
          >
            {log.isError ? "Older entries could not be loaded. Try again" : "Show older entries"}
          </Button>
        )
      )}
    </>
  );
}

/** The whole log, page by page, once it is asked for. */
const useLog = (asked: boolean) =>
  useInfiniteQuery({
    queryKey: releasesKeys.audit,
    queryFn: ({ pageParam, signal }) =>
      releasesApi.audit({ limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: asked,
  });
