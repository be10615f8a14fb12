import type { Flag } from "@tessera/contracts-releases/flag.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { ActDialog, type ActProps } from "./act-dialog.tsx";
import { FlagDialog, type FlagProps } from "./flag-dialog.tsx";
import { settingWords } from "./flag-words.ts";
import { releasesApi, releasesKeys } from "./releases-api.ts";

export const useFlags = () =>
  useQuery({
    queryKey: releasesKeys.flags,
    queryFn: async ({ signal }) => (await releasesApi.flags({ signal })).items,
  });

export interface FlagActs {
  change(flag: Flag): Promise<void>;
  goBack(flag: Flag): Promise<void>;
  remove(flag: Flag): Promise<void>;
}

const REASON_NEEDED = "It is shown in the log.";

export function useFlagActions(): FlagActs {
  const queries = useQueryClient();
  const settled = () => queries.invalidateQueries({ queryKey: releasesKeys.flags });
  const ask = (title: string, props: ActProps) =>
    shell().dialogs.open<true, ActProps>(ActDialog, props, { title, maxWidth: "480px", buttons: [] }).then(settled);
  return {
    change: (flag) =>
      shell()
        .dialogs.open<true, FlagProps>(
          FlagDialog,
          { flag, save: (change) => releasesApi.setFlag(flag.app, flag.key, change) },
          { title: `Who gets ${titleOf(flag)}`, maxWidth: "480px", buttons: [] },
        )
        .then(settled),
    goBack: (flag) =>
      ask(`Set ${titleOf(flag)} back?`, {
        text: `From now on: ${settingWords(flag.declared, flag.before ?? null)}. Open pages keep what they have.`,
        reasonNeeded: REASON_NEEDED,
        confirm: () => "Set back",
        cancel: "Cancel",
        act: (reason) => releasesApi.flagBack(flag.app, flag.key, reason!),
      }),
    remove: (flag) =>
      ask(`Remove the setting of ${titleOf(flag)}?`, {
        text: flag.declared
          ? `From now on: ${settingWords(flag.declared, null)}. It cannot be set back then.`
          : "No release in use declares this flag any more: it is safe to delete.",
        reasonNeeded: REASON_NEEDED,
        confirm: () => "Remove setting",
        cancel: "Cancel",
        act: (reason) => releasesApi.removeFlag(flag.app, flag.key, reason!),
      }),
  };
}

export const titleOf = ({ declared, key }: Flag) => declared?.title ?? key;
