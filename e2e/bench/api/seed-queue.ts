import { numbers, type Run, word } from "./seed.ts";

const BATCH = 5_000;
/** Kinds of entries, as areas contribute them, and one that none does. */
const KINDS = ["task-due", "agent-approval", "agent-question", "reconciliation", "import-report", "unknown"];
const QUEUES = ["items.read-page", "items.import", "agents.run", "finance.import", "transcribe.transcribe"];
/** Different errors of failed jobs. */
const ERRORS = 40;
/** Of so many entries one is urgent. */
const URGENT = 100;
/** Of so many jobs one waits; of the others about one in `FAILED` has failed. */
const WAITING = 50;
const FAILED = 20;
/** The newest of them, and the time between two in ms. */
const NEWEST = Date.UTC(2026, 10, 1);
const APART = 30_000;

/**
 * Stores what waits for a person, and their jobs, as many of each: eight of ten entries wait, one sleeps, one is
 * settled. No worker knows of the jobs.
 * @returns words that are in some of their titles
 */
export async function seedQueue(run: Run, userId: string, count: number): Promise<string[]> {
  const source = numbers();
  const below = (limit: number) => Math.floor(source.next().value * limit);
  const title = () => Array.from({ length: 5 }, () => word(below(2_000))).join(" ");
  for (let done = 0; done < count; done += BATCH) {
    const places = Array.from({ length: Math.min(BATCH, count - done) }, (_, at) => done + at);
    const entries = places.map((at) => ({
      ...{ key: `bench-${at}`, kind: KINDS[below(KINDS.length)], title: title(), line: title() },
      state: ["snoozed", "declined"][at % 10] ?? "open",
      urgent: below(URGENT) === 0,
      at: new Date(NEWEST - at * APART).toISOString(),
    }));
    await run(
      `insert into queue.entry (user_id, key, kind, title, line, state, snooze_until, urgent, sort_at, event_at,
         created_at, updated_at, decided_by)
       select $2::uuid, key, kind, title, line, state,
         case when state = 'snoozed' then '2100-01-01'::timestamptz end, urgent, at, at, at, at,
         case when state = 'declined' then 'person' end
       from jsonb_to_recordset($1::jsonb)
         r (key text, kind text, title text, line text, state text, urgent boolean, at timestamptz)`,
      [JSON.stringify(entries), userId],
    );
    const jobs = places.map((at) => {
      const state = at % WAITING === 0 ? "waiting" : below(FAILED) === 0 ? "failed" : "done";
      const error = below(ERRORS);
      return {
        ...{ queue: QUEUES[error % QUEUES.length], title: title(), state, data: { url: title(), note: title() } },
        ...(state === "failed" ? { error: `The page answered ${error}`, signature: `bench ${error}` } : {}),
        at: new Date(NEWEST - at * APART).toISOString(),
      };
    });
    await run(
      `insert into kit.job (id, user_id, queue, title, state, data, error, signature, attempts, created_at, started_at,
         finished_at)
       select gen_random_uuid(), $2::uuid, queue, title, state, data, error, signature,
         case when state = 'waiting' then 0 else 1 end, at, case when state <> 'waiting' then at end,
         case when state <> 'waiting' then at end
       from jsonb_to_recordset($1::jsonb) r (queue text, title text, state text, data jsonb, error text,
         signature text, at timestamptz)`,
      [JSON.stringify(jobs), userId],
    );
  }
  await run("vacuum analyze");
  return Array.from({ length: 20 }, (_, at) => word(at * 37 + 10));
}
