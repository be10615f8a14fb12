import { Filter20Filled, Filter20Regular } from "@fluentui/react-icons/svg/filter";
import { makeStyles } from "@tessera/fluent";
import { Menu, MenuDivider, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { FilterLine, IconButton } from "@tessera/ui";
import { useState } from "react";
import { allWaiting, type QueueAddress } from "../queue-address.ts";
import { useAgents } from "./use-agents.ts";

const useStyles = makeStyles({ menu: { maxHeight: "60vh", overflowY: "auto" } });

const entryStates = { open: "Waiting for me", snoozed: "Snoozed", settled: "Settled" } as const;
const ANYBODY = "anybody";

interface Filter {
  address: QueueAddress;
  go: (change: Partial<QueueAddress>, push?: boolean) => void;
}
const isFiltered = ({ entryState, assignee }: QueueAddress) => entryState !== "open" || assignee !== undefined;

/** State of the entries that are shown, and who has them. */
export function EntryFilterMenu({ address, go }: Filter) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const { data } = useAgents(open);
  const choose = (name: string, value: string | undefined) => {
    const change =
      name === "state"
        ? { entryState: (value ?? "open") as QueueAddress["entryState"] }
        : { assignee: value === ANYBODY ? undefined : value };
    go({ ...change, selected: undefined }, true);
  };
  return (
    <Menu
      open={open}
      onOpenChange={(_, data) => setOpen(data.open)}
      checkedValues={{ state: [address.entryState], assignee: [address.assignee ?? ANYBODY] }}
      onCheckedValueChange={(_, { name, checkedItems }) => choose(name, checkedItems[0])}
    >
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={isFiltered(address) ? <Filter20Filled /> : <Filter20Regular />} label="Filter entries" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.menu}>
          {Object.entries(entryStates).map(([state, label]) => (
            <MenuItemRadio key={state} name="state" value={state}>
              {label}
            </MenuItemRadio>
          ))}
          <MenuDivider />
          <MenuItemRadio name="assignee" value={ANYBODY}>
            Assigned to anybody
          </MenuItemRadio>
          <MenuItemRadio name="assignee" value="me">
            Assigned to me
          </MenuItemRadio>
          {data?.items.map(({ id, name }) => (
            <MenuItemRadio key={id} name="assignee" value={id}>
              Assigned to {name}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** What is shown where it is not all that waits, and the way back. */
export function EntryFilterLine({ address, go }: Filter) {
  const { entryState, assignee } = address;
  const { data } = useAgents(assignee !== undefined && assignee !== "me");
  if (!isFiltered(address)) return null;
  const agent = data?.items.find(({ id }) => id === assignee)?.name ?? "an agent";
  const to = assignee && `assigned to ${assignee === "me" ? "me" : agent}`;
  const state = entryState === "open" ? "what waits" : entryStates[entryState].toLowerCase();
  const words = ["Shows", to && entryState === "open" ? to : [state, to].filter(Boolean).join(", ")].join(" ");
  return <FilterLine words={words} onShowAll={() => go({ ...allWaiting, selected: undefined }, true)} />;
}
