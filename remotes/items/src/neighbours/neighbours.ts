import type { CardNeighbours } from "@tessera/contracts-items/neighbours.ts";
import { neighboursClient } from "@tessera/contracts-items/neighbours-client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";

/** Cards that are like one, reached with the shell's transport. */
export const neighbours = neighboursClient((path, init) => shell().http(path, init));

export const neighbourKeys = {
  all: ["items", "neighbours"] as const,
  ofCard: (id: string) => ["items", "neighbours", "card", id] as const,
  ofText: (text: string) => ["items", "neighbours", "text", text] as const,
};

/** How long after an answer that came too early it is asked for again, in ms. */
const AGAIN_MS = 2_000;
/** Questions about one card or text while its meaning is not worked out. */
const MAX_ASKED = 15;

const againWhile = ({ state }: { state: { data?: CardNeighbours; dataUpdateCount: number } }) =>
  state.data?.meaning === "late" && state.dataUpdateCount < MAX_ASKED ? AGAIN_MS : false;

/** Cards like a stored one; asked for again once its text changes. */
export const useNeighbours = ({ id, version }: { id: string; version: number }) =>
  useQuery({
    queryKey: [...neighbourKeys.ofCard(id), version],
    queryFn: ({ signal }) => neighbours.ofCard(id, signal),
    placeholderData: (before, query) => (query?.queryKey[3] === id ? before : undefined),
    refetchInterval: againWhile,
    staleTime: 30_000,
  });

/** Cards like a text that is typed; null: nothing is asked. */
export const useNeighboursOfText = (text: string | null) =>
  useQuery({
    queryKey: neighbourKeys.ofText(text ?? ""),
    queryFn: ({ signal }) => neighbours.ofText(text ?? "", signal),
    enabled: text !== null,
    placeholderData: (before) => (text === null ? undefined : before),
    refetchInterval: againWhile,
    staleTime: 30_000,
  });
