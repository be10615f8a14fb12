import { Filter20Filled, Filter20Regular } from "@fluentui/react-icons/svg/filter";
import type { JobKind, JobPage, JobState } from "@tessera/contracts-queue/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { Menu, MenuDivider, MenuItem, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { IconButton } from "@tessera/ui";
import { jobStates, type QueueAddress, spans } from "../queue-address.ts";
import { addressOf, filterWords, isFiltered, isShown } from "./job-filter.ts";
import { stateWords } from "./job-words.tsx";
import type { useSavedFilters } from "./saved-filters.tsx";

const useStyles = makeStyles({ menu: { maxHeight: "60vh", overflowY: "auto" } });
const ALL = "all";

/** State, time and kind of the jobs that are shown, and the filters that the person keeps. */
export function JobFilterMenu(props: {
  address: QueueAddress;
  go: (change: Partial<QueueAddress>, push?: boolean) => void;
  counts: JobPage["counts"] | undefined;
  kinds: readonly JobKind[];
  saved: ReturnType<typeof useSavedFilters>;
}) {
  const styles = useStyles();
  const { address, go, counts, kinds, saved } = props;
  const filtered = isFiltered(address);
  const shown = saved.filters.find((filter) => isShown(filter, address));
  const chosen = {
    state: [address.jobState ?? ALL],
    hours: [String(address.hours ?? ALL)],
    kind: [address.kind ?? ALL],
  };
  const choose = (name: string, value: string | undefined) => {
    const all = value === undefined || value === ALL;
    const change = {
      state: { jobState: all ? undefined : (value as JobState) },
      hours: { hours: all ? undefined : Number(value) },
      kind: { kind: all ? undefined : value },
    }[name];
    go({ ...change, like: undefined, selected: undefined }, true);
  };
  const labelOf = (state: JobState) =>
    counts ? `${stateWords[state].word} (${counts[state].toLocaleString()})` : stateWords[state].word;
  return (
    <Menu checkedValues={chosen} onCheckedValueChange={(_, { name, checkedItems }) => choose(name, checkedItems[0])}>
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={filtered ? <Filter20Filled /> : <Filter20Regular />} label="Filter" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.menu}>
          <MenuItemRadio name="state" value={ALL}>
            All jobs
          </MenuItemRadio>
          {jobStates.map((state) => (
            <MenuItemRadio key={state} name="state" value={state}>
              {labelOf(state)}
            </MenuItemRadio>
          ))}
          <MenuDivider />
          <MenuItemRadio name="hours" value={ALL}>
            Of any time
          </MenuItemRadio>
          {spans.map(({ hours, words }) => (
            <MenuItemRadio key={hours} name="hours" value={String(hours)}>
              Of {words}
            </MenuItemRadio>
          ))}
          {kinds.length > 1 && <MenuDivider />}
          {kinds.length > 1 && (
            <MenuItemRadio name="kind" value={ALL}>
              Of any kind
            </MenuItemRadio>
          )}
          {kinds.length > 1 &&
            kinds.map(({ queue, words, count }) => (
              <MenuItemRadio key={queue} name="kind" value={queue}>
                {words} ({count.toLocaleString()})
              </MenuItemRadio>
            ))}
          {(filtered || saved.filters.length > 0) && <MenuDivider />}
          {saved.filters.map((filter) => (
            <MenuItem key={filter.id} onClick={() => go(addressOf(filter), true)}>
              {filter.name}
            </MenuItem>
          ))}
          {shown ? (
            <MenuItem onClick={() => void saved.remove(shown)}>Delete the filter “{shown.name}”</MenuItem>
          ) : (
            filtered &&
            !address.like && (
              <MenuItem onClick={() => void saved.save(address, filterWords(address, kinds))}>
                Save this filter …
              </MenuItem>
            )
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
