import type { Services } from "../services.ts";
import { whoIsIn } from "../services.ts";

/** Keeps the numbers beside navigation entries, on every page, as long as a person is signed in. */
export function followCounts(services: Pick<Services, "composition" | "session" | "http" | "live" | "badges">): void {
  const { composition, session, http, live, badges } = services;
  const counted = [composition.shell, ...composition.remotes].flatMap(({ navigation }) =>
    navigation.flatMap(({ id, count }) => (count ? [{ id, ...count }] : [])),
  );
  let person: string | null = null;
  let followed: { end(): void }[] = [];

  const read = async ({ id, path, field }: (typeof counted)[number]) => {
    const asked = person;
    const response = await http(path);
    if (!response.ok) return;
    const answer = (await response.json()) as Record<string, unknown>;
    const number = answer[field];
    // Another person, or nobody, is signed in by now.
    if (asked === person && typeof number === "number") badges.set(id, number || null);
  };
  // A number that cannot be read stays as it was; the next change, or the area itself, corrects it.
  const refresh = (entry: (typeof counted)[number]) => void read(entry).catch(() => undefined);
  const turn = () => {
    const now = whoIsIn(session);
    if (now === person) return;
    person = now;
    for (const table of followed) table.end();
    followed = [];
    if (now === null) return;
    for (const entry of counted)
      void read(entry)
        .catch(() => undefined)
        // After the answer, which the page asked for on its own: the connection takes nothing from the first paint.
        .then(() => person === now && followed.push(live(entry.table, () => refresh(entry))));
  };
  session.onEvent(turn);
  turn();
}
