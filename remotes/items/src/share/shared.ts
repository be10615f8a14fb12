/** Where the shell's service worker keeps what another app shared, until a page has taken it. */
const CACHE = "shares";
const placeOf = (id: string) => `/share/${id}`;

/** What another app handed over. */
export interface Shared {
  title: string;
  text: string;
  url: string;
  files: File[];
}

/** What is kept under this id; null when it was taken already, or never came. */
export async function readShared(id: string): Promise<Shared | null> {
  const kept = await (await caches.open(CACHE)).match(placeOf(id));
  if (!kept) return null;
  const form = await kept.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const files = form.getAll("files").filter((value): value is File => value instanceof File && value.size > 0);
  return { title: text("title"), text: text("text"), url: text("url"), files };
}

export async function forgetShared(id: string): Promise<void> {
  await (await caches.open(CACHE)).delete(placeOf(id));
}
