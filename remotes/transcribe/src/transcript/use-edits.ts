import type { Note, Segment, SegmentsChange, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { keys, transcribe } from "../api.ts";
import { asBefore, join, seen, split, withHeard } from "./edit-segments.ts";
import { accepted, type UnsureWord, withWord } from "./unsure-words.ts";

/** What a person changes in a transcript; each change can be undone from its notice. */
export function useEdits({ id, segments }: Pick<Transcript, "id" | "segments">) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.transcript(id) });
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
  const replace = async (message: string, before: readonly Segment[], after: SegmentsChange["segments"]) => {
    await transcribe.replaceSegments(id, { seen: seen(before), segments: after });
    await refresh();
    said(message, () => transcribe.replaceSegments(id, { seen: seen(after), segments: asBefore(before) }));
  };
  const name = async (message: string, named: readonly Segment[], speaker: string | null) => {
    await transcribe.nameSpeaker(id, { startMs: named.map(({ startMs }) => startMs), speaker });
    await refresh();
    said(message, async () => {
      for (const before of new Set(named.map((one) => one.speaker))) {
        const own = named.filter((one) => one.speaker === before).map(({ startMs }) => startMs);
        await transcribe.nameSpeaker(id, { startMs: own, speaker: before });
      }
    });
  };
  const write = ({ id: noteId, atMs, text }: Pick<Note, "id" | "atMs" | "text">) =>
    transcribe.writeNote(id, noteId, { atMs, text });

  return {
    async save({ startMs }: Segment, before: string, text: string) {
      try {
        await transcribe.changeSegment(id, startMs, { text, seen: before });
      } finally {
        // Also where it was changed meanwhile: the person sees to what.
        await refresh();
      }
    },
    /** Says that a word of which the recogniser was unsure is right. */
    async accept({ segment, at }: UnsureWord) {
      const words = `“${segment.words[at]!.text}” is right.`;
      await replace(words, [segment], [accepted(segment, at)]);
    },
    /** Puts another word, or none, in the place of one. */
    async correct({ segment, at }: UnsureWord, word: string) {
      const [before, text] = [segment.text, withWord(segment, at, word)];
      await transcribe.changeSegment(id, segment.startMs, { text, seen: before });
      await refresh();
      // With what the recogniser thought of its words.
      const [whole] = asBefore([segment]);
      said("The word was corrected.", () =>
        transcribe.replaceSegments(id, { seen: [{ startMs: segment.startMs, text }], segments: [whole!] }),
      );
    },
    /** Puts what was heard in place of what the vocabulary wrote; of one word, or of all. */
    async takeBack(segment: Segment, place?: number) {
      const [before, text] = [segment.text, withHeard(segment, place)];
      await transcribe.changeSegment(id, segment.startMs, { text, seen: before });
      await refresh();
      // The words that were put say again what was heard.
      const { startMs, endMs, heard, confidence, speaker, words } = segment;
      const whole = { startMs, endMs, text: before, heard, confidence, speaker, words };
      said("What was heard is back.", () =>
        transcribe.replaceSegments(id, { seen: [{ startMs, text }], segments: [whole] }),
      );
    },
    /** Offers to put back what was there before the editor was opened, with the times of its words. */
    saved(before: Segment, text: string) {
      const { startMs } = before;
      said("The text was changed.", () =>
        transcribe.replaceSegments(id, { seen: [{ startMs, text }], segments: asBefore([before]) }),
      );
    },
    /** @returns the second part */
    async split(segment: Segment, word: number) {
      const parts = split(segment, word);
      if (!parts) throw new Error("Put the cursor between two words to split there.");
      await replace("The sentence was split.", [segment], parts);
      return parts[1];
    },
    async join(segment: Segment) {
      const next = segments[segments.indexOf(segment) + 1];
      if (next) await replace("The sentences were joined.", [segment, next], [join(segment, next)]);
    },
    /** Gives sentences a speaker; those that have it already stay as they are. */
    async name(segments: readonly Segment[], speaker: string | null) {
      const others = segments.filter((one) => one.speaker !== speaker);
      const words = speaker ? `The speaker is ${speaker} now.` : "The speaker’s name was removed.";
      if (others.length) await name(words, others, speaker);
    },
    async note(note: Pick<Note, "id" | "atMs" | "text">) {
      await write(note);
      await refresh();
    },
    async removeNote(note: Note) {
      await transcribe.removeNote(id, note.id);
      await refresh();
      said("The note was deleted.", () => write(note));
    },
  };
}
