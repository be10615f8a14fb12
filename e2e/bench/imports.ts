import { bookmarksFile } from "../src/files.ts";
import { PASSWORD, someone } from "../src/person.ts";

/** Signs somebody up at a product with INTERNAL_EMAIL_DOMAIN=tessera.example. @returns their access token */
export async function newPerson(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: someone("tessera.example"), password: PASSWORD }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Begins an import of so many bookmarks. @returns what asks how far it is */
export async function startImport(url: string, token: string, count: number) {
  const headers = { authorization: `Bearer ${token}` };
  const body = new FormData();
  body.append("files", new Blob([new Uint8Array(bookmarksFile(count).buffer)], { type: "text/html" }), "bench.html");
  type Session = { id: string; state: string; done: number };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}/api/items/import${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Session;
  };
  const { id } = await ask("", { method: "POST", body });
  return () => ask(`/${id}`);
}

/** @returns seconds from the upload to the last one stored */
export async function importBookmarks(url: string, token: string, count: number): Promise<number> {
  const began = performance.now();
  const session = await startImport(url, token, count);
  for (;;) {
    const { state } = await session();
    if (state === "done") return (performance.now() - began) / 1000;
    if (state !== "waiting" && state !== "running") throw new Error(`The import ended as ${state}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}
