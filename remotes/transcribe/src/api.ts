import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { transcribeClient } from "@tessera/contracts-transcribe/client.ts";
import { shell, whenShell } from "@tessera/shell-api";

/** The service of this area, reached with the shell's transport. */
export const transcribe = transcribeClient((path, init) => shell().http(path, init));

/** Providers of models, their keys and agents are theirs. */
export const agents = agentsClient((path, init) => shell().http(path, init));

/** Recordings and their texts can be read offline; the audio is too large to be kept. */
whenShell(({ offline }) =>
  offline.declare({
    area: "transcribe",
    keep: [
      { path: "/api/transcribe/recordings" },
      { path: "/api/transcribe/recordings/:id" },
      { path: "/api/transcribe/vocabulary" },
      { path: "/api/transcribe/settings" },
      { path: "/api/transcribe/decoder" },
    ],
  }),
);

/** Keys of the query cache. */
export const keys = {
  all: ["transcribe"] as const,
  list: ["transcribe", "list"] as const,
  transcript: (id: string) => ["transcribe", "transcript", id] as const,
  vocabulary: ["transcribe-vocabulary"] as const,
  settings: ["transcribe-settings"] as const,
  decoder: ["transcribe-decoder"] as const,
  recognisers: ["transcribe-recognisers"] as const,
  writers: ["transcribe-writers"] as const,
  audio: (id: string) => ["transcribe-audio", id] as const,
};

/** Ms between polls while changes do not arrive on their own. */
export const POLL_MS = 15_000;
