import type { TranscribeSettings } from "@tessera/contracts-transcribe/settings.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { agents, keys, transcribe } from "../api.ts";

export const useSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: ({ signal }) => transcribe.settings(signal) });

/** What the server decodes of what this browser cannot, and its models. */
export const useDecoder = () =>
  useQuery({ queryKey: keys.decoder, queryFn: ({ signal }) => transcribe.decoder(signal) });

/** Where speech can be sent. @param wanted false where nothing is sent */
export const useRecognisers = (wanted = true) =>
  useQuery({ queryKey: keys.recognisers, queryFn: ({ signal }) => agents.recognisers(signal), enabled: wanted });

export function useChangeSettings() {
  const client = useQueryClient();
  return async (settings: TranscribeSettings) => {
    client.setQueryData(keys.settings, await transcribe.changeSettings(settings));
  };
}
