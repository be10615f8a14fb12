import { makeStyles } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { Pane, useIsPhone } from "@tessera/ui";
import { useCallback, useEffect, useState } from "react";
import { EntriesList } from "./entries/entries-list.tsx";
import { EntryDetail } from "./entries/entry-detail.tsx";
import { useEntriesList } from "./entries/use-entries-list.ts";
import { JobDetail } from "./jobs/job-detail.tsx";
import { JobsList } from "./jobs/jobs-list.tsx";
import { useJobsList } from "./jobs/use-jobs-list.ts";
import { useQueueAddress, writeAddress } from "./queue-address.ts";
import { PhoneQueueMenu, QueueHead } from "./queue-head.tsx";

const useStyles = makeStyles({ panes: { display: "flex", width: "100%", height: "100%", minHeight: 0 } });

/** What needs the person, and the background jobs: one list, one keyboard. On a phone one pane at a time. */
export function QueuePage() {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const [address, go] = useQueueAddress();
  const [searching, setSearching] = useState(false);
  const entries = useEntriesList(address, go);
  const jobs = useJobsList(address, go);
  const onSearch = useCallback(() => setSearching(true), []);

  const jobsShown = address.view === "jobs";
  const { list, rows } = jobsShown ? jobs : entries;
  const at = rows.findIndex((row) => row.id === address.selected);
  const opened = isPhone && address.selected !== undefined;
  const view = jobsShown ? "Jobs" : "Needs me";
  const queue = { label: "Queue", path: "/queue" };
  const crumbs = isPhone
    ? [opened && at >= 0 ? { label: `${at + 1} of ${rows.length}` } : queue]
    : [queue, { label: view }];
  const back = opened ? `/queue${writeAddress({ ...address, selected: undefined })}` : undefined;
  const { checkAll } = list;
  const place = JSON.stringify([crumbs, back]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` is the value of crumbs and back, new in each render
  useEffect(
    () =>
      shell().place.set(crumbs, {
        phoneBack: back,
        phoneActions: back ? undefined : <PhoneQueueMenu onSearch={onSearch} onSelectAll={checkAll} />,
      }),
    [place, onSearch, checkAll],
  );

  return (
    <div className={styles.panes}>
      {!opened && (
        <Pane kind="list" label="Queue">
          <QueueHead
            address={address}
            go={go}
            open={entries.open}
            jobs={jobs}
            searching={searching}
            onSearching={setSearching}
            onSelectAll={list.checkAll}
          />
          {jobsShown ? (
            <JobsList model={jobs} address={address} go={go} onSearch={onSearch} />
          ) : (
            <EntriesList model={entries} address={address} go={go} onSearch={onSearch} />
          )}
        </Pane>
      )}
      {(!isPhone || opened) &&
        (jobsShown ? (
          <JobDetail model={jobs} show={(id) => go({ selected: id }, true)} />
        ) : (
          <EntryDetail model={entries} />
        ))}
    </div>
  );
}
