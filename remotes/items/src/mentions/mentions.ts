import type { MentionQuery } from "@tessera/contracts-items/mentions.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { mentions } from "./mentions-api.ts";

export const mentionKeys = {
  all: ["items", "mentions"] as const,
  ofCard: (id: string) => ["items", "mentions", "card", id] as const,
  unlinked: (id: string) => ["items", "mentions", "unlinked", id] as const,
  list: (of: MentionQuery["of"]) => ["items", "mentions", "list", of] as const,
};

/** Ms between looks while changes do not arrive live. */
const POLL_MS = 10_000;

/** Asks for mentions again when any card changes: a text, or a title. @returns how often to look without that */
export function useFollowMentions(): number | false {
  const client = useQueryClient();
  const live = useLive("items.item", () => void client.invalidateQueries({ queryKey: mentionKeys.all }));
  return live === "live" ? false : POLL_MS;
}

/** What a card mentions, and where it is mentioned. */
export function useCardMentions(id: string | null) {
  const refetchInterval = useFollowMentions();
  return useQuery({
    queryKey: mentionKeys.ofCard(id ?? ""),
    queryFn: ({ signal }) => mentions.ofCard(id ?? "", signal),
    enabled: id !== null,
    refetchInterval,
  });
}
