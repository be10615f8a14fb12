import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { Button } from "@tessera/fluent";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items, keys } from "../api.ts";

const cards = (count: number) => (count === 1 ? "1 card" : `${count.toLocaleString()} cards`);
const open = (state: ImportSession["state"] | undefined) => state === "waiting" || state === "running";

/** What can be done with an import that has ended: undo it whole, fetch its pages. */
export function AfterImport({ session }: { session: ImportSession }) {
  const client = useQueryClient();
  const after = (what: string) => ({
    onSuccess: () => client.invalidateQueries({ queryKey: keys.imports }),
    onError: (error: Error) =>
      shell().notifications.show({ message: failureWords(`${what}:`, error), intent: "error" as const }),
  });
  const undo = useMutation({ mutationFn: () => items.undoImport(session.id), ...after("The import was not undone") });
  const copies = useMutation({
    mutationFn: () => items.fetchCopies(session.id),
    ...after("The readable copies were not fetched"),
  });
  if (session.undo) return <Undone undo={session.undo} />;
  return (
    <>
      {session.copies && <span>{copyWords(session.copies)}</span>}
      {session.undoUntil && (session.contents ?? session.kind) === "bookmarks" && !open(session.copies?.state) && (
        <Button size="small" disabledFocusable={copies.isPending} onClick={() => copies.mutate()}>
          {session.copies ? "Fetch the missing copies" : "Fetch readable copies"}
        </Button>
      )}
      {session.undoUntil && (
        <Button size="small" disabledFocusable={undo.isPending} onClick={() => undo.mutate()}>
          Undo this import
        </Button>
      )}
    </>
  );
}

function copyWords({ state, done, total }: NonNullable<ImportSession["copies"]>): string {
  if (total === null) return "Readable copies: waiting";
  const count = `${done.toLocaleString()} of ${total.toLocaleString()}`;
  if (open(state)) return `Readable copies: ${count}`;
  return state === "done" ? `Readable copies: ${count} tried` : `Readable copies: stopped after ${count}`;
}

function Undone({ undo: { state, removed, kept, named } }: { undo: NonNullable<ImportSession["undo"]> }) {
  if (open(state)) return <span>Being undone: {cards(removed)} removed…</span>;
  return (
    <div>
      <span>
        {state === "done" ? "Undone" : "Not undone whole"}: {cards(removed)} removed
        {kept > 0 && `, ${cards(kept)} kept because somebody changed them since`}.
      </span>
      {named.length > 0 && (
        <ul>
          {named.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
