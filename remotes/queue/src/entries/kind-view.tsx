import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { Contributed, type QueueKindView } from "@tessera/shell-api";
import { kindOf } from "./entry-kinds.tsx";

/**
 * What an entry's kind adds beyond its title and line; nothing where the kind adds nothing, or where its code fails.
 */
export function KindView({ entry, part }: { entry: QueueEntry; part: keyof QueueKindView }) {
  const { view } = kindOf(entry);
  if (!view) return null;
  return (
    <Contributed key={entry.kind} code={view} fallback={() => null}>
      {(code) => {
        const Part = code[part];
        return Part ? (
          <span data-outlet={view.owner} style={{ display: "contents" }}>
            <Part entry={entry} />
          </span>
        ) : null;
      }}
    </Contributed>
  );
}
