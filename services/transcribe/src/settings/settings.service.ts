import { Inject, Injectable } from "@nestjs/common";
import { INSTALLATION_RECOGNISER_ID } from "@tessera/contracts-agents/limits.ts";
import type { RecogniserChoice, TranscribeSettings } from "@tessera/contracts-transcribe/settings.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { TRANSCRIBE_CONFIG, type TranscribeConfig } from "../config.ts";

export const ON_THIS_MACHINE: RecogniserChoice = { providerId: null, model: null, language: null };

/** How each person's recordings are recognised and kept. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    @Inject(TRANSCRIBE_CONFIG) private readonly config: TranscribeConfig,
  ) {}

  async read(caller: Caller): Promise<TranscribeSettings> {
    return this.database.as(caller, (tx) => this.of(tx, caller.userId));
  }

  async change(caller: Caller, { recogniser, keepSoundDays }: TranscribeSettings): Promise<TranscribeSettings> {
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`
        insert into transcribe.settings (user_id, recogniser, keep_sound_days)
        values (${caller.userId}, ${JSON.stringify(recogniser)}::jsonb, ${keepSoundDays})
        on conflict (user_id) do update set recogniser = excluded.recogniser, keep_sound_days = excluded.keep_sound_days`);
      return this.of(tx, caller.userId);
    });
  }

  async of(tx: Tx, userId: string): Promise<TranscribeSettings> {
    const { rows } = await tx.execute<{ recogniser: RecogniserChoice; keep_sound_days: number | null }>(sql`
      select recogniser, keep_sound_days from transcribe.settings where user_id = ${userId}`);
    const row = rows[0];
    if (row) return { recogniser: row.recogniser, keepSoundDays: row.keep_sound_days };
    const isOurs = this.config.recogniser === "installation";
    return {
      recogniser: isOurs ? { ...ON_THIS_MACHINE, providerId: INSTALLATION_RECOGNISER_ID } : ON_THIS_MACHINE,
      keepSoundDays: null,
    };
  }
}
