import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { keys, POLL_MS, transcribe } from "../api.ts";
import { isOpen } from "../words.ts";

/** One recording with its text, as it grows. */
export function useTranscript(id: string) {
  const client = useQueryClient();
  const live = useLive("transcribe.recording", () => void client.invalidateQueries({ queryKey: keys.all }));
  return useQuery({
    queryKey: keys.transcript(id),
    queryFn: ({ signal }) => transcribe.transcript(id, signal),
    refetchInterval: ({ state }) => (live !== "live" && state.data && isOpen(state.data) ? POLL_MS : false),
  });
}

/** Its audio, as an address that the player can play; kept while the page is. */
export function useAudio(id: string, isThere: boolean) {
  return useQuery({
    queryKey: keys.audio(id),
    queryFn: ({ signal }) => transcribe.audio(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: isThere,
  });
}
