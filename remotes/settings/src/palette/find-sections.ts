import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { type PaletteSource, shell } from "@tessera/shell-api";
import { RIGHTS_TTL_MS } from "../administrator/use-administrator.ts";

/** Sections that the palette shows. */
const FOUND = 5;

const releases = releasesClient((path, init) => shell().http(path, init));

let asked: { userId: string; until: number; isAdministrator: Promise<boolean> } | undefined;

/** Whether the person is an administrator; asked once in a while, not at each letter. */
function isAdministrator(): Promise<boolean> {
  const session = shell().auth.getSession();
  if (session.state !== "signed-in" || !session.user) return Promise.resolve(false);
  const userId = session.user.id;
  if (asked?.userId !== userId || asked.until < Date.now()) {
    const isAdministrator = releases.rights({}).then(({ administrator }) => administrator);
    asked = { userId, until: Date.now() + RIGHTS_TTL_MS, isAdministrator };
    isAdministrator.catch(() => {
      asked = undefined;
    });
  }
  return asked.isAdministrator.catch(() => false);
}

/**
 * Finds the sections that other areas contribute, by the words of their titles and lines. Those of this remote have
 * commands of their own.
 */
const search: PaletteSource["search"] = async (query) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = shell().contributions.settings.filter(({ title, line }) => {
    const text = `${title} ${line}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const allowed = found.some(({ access }) => access === "administrator") && (await isAdministrator());
  return found
    .filter(({ access }) => access === "everyone" || allowed)
    .slice(0, FOUND)
    .map(({ owner, id, title, line, path, icon }) => ({ id: `${owner}.${id}`, title, line, path, icon }));
};
export default search;
