import type { ReleasesProblemCode } from "@tessera/contracts-releases/problems.ts";
import { z } from "zod";
import type { Release } from "./composition.ts";

/** Bounds of a release that is sent: the shell has 900 kB in 40 files. */
export const UPLOAD_LIMITS = { files: 500, fileBytes: 16 * 1024 * 1024, bytes: 64 * 1024 * 1024 };

/**
 * Answer to an announced release: integrities of the files that the registry does not have, each once, in the order of
 * the release.
 */
export const Announced = z.object({ missing: z.array(z.string()) }).meta({ id: "AnnouncedRelease" });
export type Announced = z.infer<typeof Announced>;

/** Sends a request of a publisher, with its token. */
export type Ask = (method: "POST" | "PUT", address: string, body: BodyInit, contentType: string) => Promise<Response>;

export interface Sent {
  /** 201 of the publication, or the first refusal, with its problem. */
  answer: Response;
  /** Files that had to be sent, and their bytes. */
  files: number;
  bytes: number;
}

/** Files loaded in parallel. */
const CONCURRENCY = 6;
/**
 * Times a release is announced: between their being sent and the publication, which names them, files may be cleaned
 * up.
 */
const ATTEMPTS = 3;

/** Stands for a file in addresses: the hash in hexadecimal digits. */
export const hashOf = (integrity: string): string =>
  Buffer.from(integrity.slice("sha384-".length), "base64").toString("hex");
export const integrityOf = (hash: string): string => `sha384-${Buffer.from(hash, "hex").toString("base64")}`;

/**
 * Publishes a release: announces it, sends the files that the registry lacks, then has it published as a whole.
 * Interrupted at any moment it may be called again, and sends what is lacking then. `query` is added to the
 * addresses of the announcement and the publication.
 */
export async function publishRelease(
  ask: Ask,
  release: Release,
  read: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
  query = "",
): Promise<Sent> {
  const app = `/api/releases/apps/${release.app}`;
  const document = JSON.stringify(release);
  const sent = { files: 0, bytes: 0 };
  for (let attempt = 1; ; attempt += 1) {
    const announced = await ask("POST", `${app}/uploads${query}`, document, "application/json");
    if (!announced.ok) return { answer: announced, ...sent };
    const { missing } = Announced.parse(await announced.json());
    let refusal: Response | null = null;
    const send = async () => {
      for (let integrity = missing.shift(); integrity && !refusal; integrity = missing.shift()) {
        const file = release.files.find((listed) => listed.integrity === integrity)!;
        const answer = await ask(
          "PUT",
          `${app}/files/${hashOf(integrity)}`,
          await read(file.path),
          "application/octet-stream",
        );
        if (!answer.ok) refusal ??= answer;
        sent.files += 1;
        sent.bytes += file.bytes;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, send));
    if (refusal) return { answer: refusal, ...sent };
    const answer = await ask("POST", `${app}/releases${query}`, document, "application/json");
    const cleanedUp =
      answer.status === 409 &&
      ((await answer.clone().json()) as { code?: ReleasesProblemCode }).code === "files_missing";
    if (!cleanedUp || attempt === ATTEMPTS) return { answer, ...sent };
  }
}
