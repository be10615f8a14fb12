import type { EarlierText, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { keys, transcribe } from "../api.ts";
import { isOpen } from "../words.ts";

/** Another text of a recording, and back; each can be undone from its notice. */
export function useTexts({ id }: Pick<Transcript, "id">) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.all });
  const said = (message: string, undo: () => Promise<unknown>) => {
    const run = async () => {
      try {
        await undo();
      } catch (error) {
        shell().notifications.show({ message: (error as Error).message, intent: "error" });
      }
      await refresh();
    };
    shell().notifications.show({ message, action: { label: "Undo", run } });
  };
  /** Puts the newest earlier text back; what is being transcribed is stopped first. */
  const back = async () => {
    const now = await transcribe.transcript(id);
    if (isOpen(now)) await transcribe.cancel(id);
    await transcribe.restoreText(id, now.earlier[0]!.id);
  };
  return {
    async again(choice: RecogniserChoice) {
      await transcribe.transcribeAgain(id, choice);
      const { earlier } = await transcribe.transcript(id);
      await refresh();
      // A recording without a text has none to go back to.
      if (earlier.length) said("It is transcribed again. The text of before is kept.", back);
    },
    async restore(text: EarlierText) {
      const { earlier } = await transcribe.restoreText(id, text.id);
      await refresh();
      if (earlier.length) said("The earlier text is back.", back);
    },
  };
}
