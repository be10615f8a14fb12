import { byRelease } from "./integrity.ts";

/**
 * Why code of the product could not be had: `network` (unreachable, missing, refused by its integrity hash: a browser
 * does not tell them apart), `evaluation` (it arrived and threw), `contract` (it arrived and does not offer what its
 * manifest says), `hang` (it was not tried: it hung the page the last time).
 */
export type LoadFailure = "network" | "evaluation" | "contract" | "hang";

/** A remote's code could not be loaded, neither its release nor the stable one. Loading may be tried again. */
export class RemoteLoadError extends Error {
  override name = "RemoteLoadError";
  constructor(
    readonly remote: string,
    readonly release: string,
    readonly failure: LoadFailure,
    cause: unknown,
  ) {
    super(`Release ${release} of ${remote} could not be loaded (${failure})`, { cause });
  }
}

/**
 * The error of a script, style sheet or chunk that did not arrive, by the names the bundler and the federation runtime
 * give it.
 */
export function isChunkError(error: unknown): boolean {
  if (error instanceof RemoteLoadError) return error.failure === "network";
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    (error as { code?: unknown }).code === "CSS_CHUNK_LOAD_FAILED" ||
    // RUNTIME-008: the federation runtime's code of "failed to load script resources"; an evaluation error carries it
    // too.
    (/RUNTIME-008|ScriptNetworkError/.test(error.message) && !error.message.includes("ScriptExecutionError"))
  );
}

/** The file that a chunk's error is about, by its address in its release, when the bundler says it. */
export function requestOf(error: unknown): string | null {
  const request = error instanceof Error ? (error as { request?: unknown }).request : null;
  return typeof request === "string" ? byRelease(request) : null;
}

export function classify(error: unknown): LoadFailure {
  if (isChunkError(error)) return "network";
  // RUNTIME-001: the script ran and left no container; RUNTIME-014: the container does not expose the module.
  if (error instanceof Error && /RUNTIME-001|RUNTIME-014/.test(error.message)) return "contract";
  return "evaluation";
}
