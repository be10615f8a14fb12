import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { type Group, VirtualList, type VirtualListProps } from "@tessera/ui";
import { useCallback, useMemo } from "react";
import type { Sections } from "./use-sections.tsx";

/** Rows below the window that are loaded before a person gets there. */
const AHEAD = 100;

type Passed = Omit<VirtualListProps<ItemSummary>, "rows" | "total" | "groups" | "onSection" | "onWindow">;

/** The sections of a list below each other, in one virtual list: a section is loaded where it is looked at. */
export function SectionGrid({ sections, ...list }: Passed & { sections: Sections }) {
  const { all, rows, show, toggle } = sections;
  const groups = useMemo(
    () =>
      all.map(
        ({ key, label, count, start, closed }): Group => ({ index: start, label, section: { key, count, closed } }),
      ),
    [all],
  );
  const onWindow = useCallback(
    (first: number, last: number) => {
      const seen = all.filter(
        ({ start, count, closed }) => !closed && count > 0 && start <= last + AHEAD && start + count > first,
      );
      show(seen.map(({ key }) => key));
      for (const { start, list: loaded } of seen) {
        const wanted = last + AHEAD - start;
        if (loaded?.data?.nextCursor && loaded.data.rows.length < wanted && !loaded.moreError)
          void loaded.loadTo(wanted);
      }
    },
    [all, show],
  );
  const broken = all.find(({ list: loaded }) => loaded?.moreError ?? loaded?.error);
  return (
    <VirtualList
      {...list}
      rows={rows}
      total={rows.length}
      groups={groups}
      onSection={toggle}
      onWindow={onWindow}
      moreError={broken?.list?.moreError ?? broken?.list?.error}
      loadTo={() => {
        const failed = broken?.list;
        if (failed?.data) void failed.loadTo(failed.data.rows.length + AHEAD);
        else void failed?.refetch();
      }}
    />
  );
}
