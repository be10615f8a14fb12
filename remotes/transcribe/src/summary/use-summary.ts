import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { SummaryChange, SummaryPoint, TranscriptSummary } from "@tessera/contracts-transcribe/summary.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { agents, keys, transcribe } from "../api.ts";

/** Agents with a model that writes; the offline model quotes cards, and knows no transcript. */
export const useWriters = () =>
  useQuery({
    queryKey: keys.writers,
    async queryFn({ signal }) {
      const [{ items }, defaults] = [await agents.agents(signal), await agents.defaults(signal)];
      return items.filter(({ modelId }) => (modelId ?? defaults.agents ?? OFFLINE_MODEL_ID) !== OFFLINE_MODEL_ID);
    },
  });

/** What a person does with a summary; what goes or is replaced comes back from its notice. */
export function useSummary({ id, summary }: Pick<Transcript, "id" | "summary">) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.transcript(id) });
  /** Puts a summary back as it was, over whatever is there. */
  const put = async ({ points, agent, edited }: TranscriptSummary, seen: number | null) => {
    try {
      await transcribe.writeSummary(id, { points, agent, edited, seen, replacesEdited: true });
    } catch (error) {
      shell().notifications.show({ message: (error as Error).message, intent: "error" });
    }
    await refresh();
  };
  const said = (message: string, before: TranscriptSummary | null, now: TranscriptSummary) => {
    if (!before) return;
    shell().notifications.show({ message, action: { label: "Undo", run: () => put(before, now.revision) } });
  };
  const seen = summary?.revision ?? null;
  const replacesEdited = summary?.edited === true;
  return {
    async choose() {
      const now = await transcribe.chooseSentences(id, { seen, replacesEdited });
      await refresh();
      said("The summary was replaced.", summary, now);
    },
    async write(points: SummaryPoint[], agent: string) {
      const change: SummaryChange = { points, agent, edited: false, seen, replacesEdited };
      const now = await transcribe.writeSummary(id, change);
      await refresh();
      said("The summary was replaced.", summary, now);
    },
    async edit(points: SummaryPoint[]) {
      const now = await transcribe.writeSummary(id, { points, agent: summary?.agent ?? null, edited: true, seen });
      await refresh();
      said("The summary was changed.", summary, now);
    },
    async remove() {
      const before = summary!;
      try {
        await transcribe.removeSummary(id);
      } catch (error) {
        shell().notifications.show({ message: (error as Error).message, intent: "error" });
        return;
      }
      await refresh();
      const run = () => put(before, null);
      shell().notifications.show({ message: "The summary was deleted.", action: { label: "Undo", run } });
    },
  };
}
