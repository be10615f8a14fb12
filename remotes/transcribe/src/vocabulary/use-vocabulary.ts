import type { NewTerm, VocabularyTerm } from "@tessera/contracts-transcribe/vocabulary.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { keys, POLL_MS, transcribe } from "../api.ts";

/** The person's terms, as they change on any device and as areas answer. */
export function useVocabulary() {
  const client = useQueryClient();
  const live = useLive("transcribe.term", () => void client.invalidateQueries({ queryKey: keys.vocabulary }));
  const query = useQuery({
    queryKey: keys.vocabulary,
    queryFn: ({ signal }) => transcribe.vocabulary(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query };
}

/** What a person changes in their vocabulary; what goes can be taken back from its notice. */
export function useTermActs() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.vocabulary });
  const failed = (error: unknown) => shell().notifications.show({ message: (error as Error).message, intent: "error" });
  const said = (message: string, undo: () => Promise<unknown>) => {
    const run = () => undo().catch(failed).then(refresh);
    shell().notifications.show({ message, action: { label: "Undo", run } });
  };
  const refuse = async ({ id, term }: VocabularyTerm, refused: boolean) => {
    await transcribe.changeTerm(id, { refused });
    await refresh();
    const message = refused ? `“${term}” is not used any more.` : `“${term}” is used again.`;
    said(message, () => transcribe.changeTerm(id, { refused: !refused }));
  };
  return {
    async write(id: string, term: NewTerm) {
      await transcribe.writeTerm(id, term);
      await refresh();
    },
    /** Takes it out of the vocabulary: an own term goes, a learned one is never learned again; or puts that back. */
    async toggle(term: VocabularyTerm) {
      if (term.source !== "own") return refuse(term, !term.refused);
      await transcribe.removeTerm(term.id);
      await refresh();
      const { id, soundsLike } = term;
      said(`“${term.term}” was removed.`, () => transcribe.writeTerm(id, { term: term.term, soundsLike }));
    },
    async learn(learns: boolean) {
      try {
        client.setQueryData(keys.vocabulary, await transcribe.changeVocabulary({ learns }));
      } catch (error) {
        failed(error);
      }
    },
    failed,
  };
}
