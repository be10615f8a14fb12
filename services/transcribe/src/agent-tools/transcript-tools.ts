import { Injectable, type OnModuleInit } from "@nestjs/common";
import { readTranscript, type ToolArguments } from "@tessera/contracts-agents/tools.ts";
import { RecordingQuery } from "@tessera/contracts-transcribe/recordings.ts";
import { AgentTools, Database, served, type ToolCaller } from "@tessera/service-kit";
import { RecordingsService } from "../recordings/recordings.service.ts";

/** Longest transcript that a model is given, in characters. */
const MAX_TEXT = 15_000;
/** Recordings that are listed at once. */
const MAX_LISTED = 20;

/** What agents may ask of a person's recordings. */
@Injectable()
export class TranscriptTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly recordings: RecordingsService,
  ) {}

  onModuleInit() {
    const read = served(readTranscript, (caller, question) => this.read(caller, question));
    this.tools.serve("transcribe", this.database, [read]);
  }

  async read(caller: ToolCaller, { id, words }: ToolArguments<typeof readTranscript>) {
    if (!id) {
      const query = RecordingQuery.parse({ limit: MAX_LISTED, ...(words ? { q: words } : {}) });
      const { items, total } = await this.recordings.list(caller, query);
      const recordings = items.map((one) => ({ id: one.id, title: one.title, state: one.state, seconds: one.seconds }));
      return { output: { total, recordings }, outside: false };
    }
    const { title, state, segments } = await this.recordings.get(caller, id);
    const text = segments.map(({ startMs, text }) => `[${timeOf(startMs)}] ${text}`).join("\n");
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (cut)` : text;
    return { output: { id, title, state, text: shown }, outside: true, path: `/transcribe/${id}` };
  }
}

/** "1:02:03" */
function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] ? parts : parts.slice(1))
    .map((part, at) => (at ? String(part).padStart(2, "0") : String(part)))
    .join(":");
}
