import { useCommands } from "@tessera/shell-api";
import { useRef } from "react";

/** The keys of every list on a page that has one. `go` brings the keyboard that many rows further. */
export function useRowKeys(group: string, go: (step: number) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useCommands(
    () => [
      {
        ...{ id: "finance.next-row", title: "Next row", group, act: "next", hidden: true },
        run: () => latest.current(1),
      },
      {
        ...{ id: "finance.previous-row", title: "Previous row", group, act: "previous", hidden: true },
        run: () => latest.current(-1),
      },
    ],
    [group],
  );
}
