import { CheckboxChecked20Regular } from "@fluentui/react-icons/svg/checkbox-checked";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { MAX_SEARCH_LENGTH } from "@tessera/contracts-queue/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Input, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { useKeys } from "@tessera/shell-api";
import { IconButton, PageHead, useIsPhone, ViewTabs } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { EntryFilterLine, EntryFilterMenu } from "./entries/entry-filter.tsx";
import { JobFilterMenu } from "./jobs/filter-menu.tsx";
import { MatchLine } from "./jobs/match-line.tsx";
import { useSavedFilters } from "./jobs/saved-filters.tsx";
import type { JobsList } from "./jobs/use-jobs-list.ts";
import { allWaiting, noFilter, type QueueAddress } from "./queue-address.ts";

const useStyles = makeStyles({
  // The bar of the phone has the title already.
  phone: {
    display: "flex",
    alignItems: "center",
    paddingRight: "8px",
    "& > [role=tablist]": { flexGrow: 1, minWidth: 0, flexShrink: 1 },
  },
  search: { display: "flex", padding: "0 12px 8px", "& > *": { flexGrow: 1 } },
});

/** Debounce of the search, in ms. */
const typingPause = 250;

/** The rest of the head on a phone, in the bar above: that bar has a magnifier of its own. */
export function PhoneQueueMenu(props: { onSearch: () => void; onSelectAll: () => void }) {
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<MoreHorizontal20Regular />} label="More" size="large" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={props.onSearch}>Search the queue</MenuItem>
          <MenuItem onClick={props.onSelectAll}>Select all that are shown</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** Title, the two views, the filter and the search of the queue; all of it lives in the address. */
export function QueueHead(props: {
  address: QueueAddress;
  go: (change: Partial<QueueAddress>, push?: boolean) => void;
  open: number | undefined;
  jobs: JobsList;
  searching: boolean;
  onSearching: (searching: boolean) => void;
  onSelectAll: () => void;
}) {
  const { address, go } = props;
  const { counts } = props.jobs;
  const keyOf = useKeys();
  const styles = useStyles();
  const isPhone = useIsPhone();
  const jobs = address.view === "jobs";
  const saved = useSavedFilters(jobs);
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const filter = jobs ? (
    <JobFilterMenu address={address} go={go} counts={counts} kinds={props.jobs.kinds} saved={saved} />
  ) : (
    <EntryFilterMenu address={address} go={go} />
  );
  const tabs = (
    <ViewTabs
      label="Queue views"
      views={[
        { id: "needs-me", label: "Needs me", count: props.open },
        { id: "jobs", label: "Jobs", count: total },
      ]}
      selected={address.view}
      onSelect={(view) =>
        go({ ...noFilter, view: view as QueueAddress["view"], selected: undefined, ...allWaiting }, true)
      }
    />
  );
  return (
    <>
      <PageHead title="Queue" line={false}>
        <IconButton
          icon={<Search20Regular />}
          label="Search the queue"
          shortcut={keyOf("search")}
          onClick={() => props.onSearching(true)}
        />
        {filter}
        <IconButton icon={<CheckboxChecked20Regular />} label="Select all that are shown" onClick={props.onSelectAll} />
      </PageHead>
      {isPhone ? (
        <div className={styles.phone}>
          {tabs}
          {filter}
        </div>
      ) : (
        tabs
      )}
      {(props.searching || address.q) && (
        <SearchField
          key={address.view}
          q={address.q}
          focus={props.searching}
          onSearch={(q) => go({ q, selected: undefined })}
          onEnd={() => props.onSearching(false)}
        />
      )}
      {jobs ? (
        <MatchLine
          model={props.jobs}
          address={address}
          onShowAll={() => go({ ...noFilter, selected: undefined }, true)}
        />
      ) : (
        <EntryFilterLine address={address} go={go} />
      )}
    </>
  );
}

function SearchField(props: { q: string; focus: boolean; onSearch: (q: string) => void; onEnd: () => void }) {
  const styles = useStyles();
  const [text, setText] = useState(props.q);
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(props.q), [props.q]);
  useEffect(() => {
    if (props.focus) input.current?.focus();
  }, [props.focus]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const search = (value: string) => {
    setText(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => props.onSearch(value), typingPause);
  };
  return (
    <div className={styles.search}>
      <Input
        ref={input}
        type="search"
        aria-label="Search the queue"
        placeholder="Title or text"
        contentBefore={<Search20Regular />}
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        onChange={(_, data) => search(data.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          clearTimeout(pause.current);
          props.onSearch("");
          props.onEnd();
        }}
      />
    </div>
  );
}
