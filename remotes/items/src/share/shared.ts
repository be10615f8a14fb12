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

/** Keeps files that the system opens with the installed app as if another app had shared them. @returns their id */
export async function keepOpened(files: readonly File[]): Promise<string> {
  const id = crypto.randomUUID();
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  await (await caches.open(CACHE)).put(placeOf(id), new Response(form));
  return id;
}

/**
 * Calls back with files that the system opened with the installed app, once for each time; never where no app is
 * installed (https://wicg.github.io/web-app-launch).
 */
export function followOpened(opened: (files: File[]) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length) void Promise.all(files.map((handle) => handle.getFile())).then(opened);
  });
}

interface LaunchQueue {
  setConsumer(consumer: (launched: { files: readonly FileSystemFileHandle[] }) => void): void;
}

export async function forgetShared(id: string): Promise<void> {
  await (await caches.open(CACHE)).delete(placeOf(id));
}
