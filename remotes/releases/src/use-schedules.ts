import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog.tsx";
import { releasesApi, releasesKeys } from "./releases-api.ts";
import { ScheduleDialog, type ScheduleProps } from "./schedule-dialog.tsx";

export const useSchedules = () =>
  useQuery({
    queryKey: releasesKeys.schedules,
    queryFn: async ({ signal }) => (await releasesApi.schedules({ signal })).items,
  });

/** Whose schedule it is: an app's, or that of all apps. */
export interface Scheduled {
  /** Name of the app; ALL_APPS for all. */
  app: string;
  /** As people know it. */
  title: string;
}
export interface ScheduleActs {
  change(of: Scheduled, schedule: RolloutSchedule | null): Promise<void>;
  remove(of: Scheduled): Promise<void>;
}

export function useScheduleActions(): ScheduleActs {
  const queries = useQueryClient();
  const settled = () => queries.invalidateQueries({ queryKey: releasesKeys.all });
  const nameOf = ({ app, title }: Scheduled) => (app === ALL_APPS ? "all apps" : title);
  return {
    change: (of, schedule) =>
      shell()
        .dialogs.open<true, ScheduleProps>(
          ScheduleDialog,
          { schedule, save: (changed) => releasesApi.setSchedule(of.app, changed) },
          { title: `Schedule of ${nameOf(of)}`, maxWidth: "560px", buttons: [] },
        )
        .then(settled),
    remove: (of) =>
      shell()
        .dialogs.open<true, ConfirmProps>(
          ConfirmDialog,
          {
            text:
              of.app === ALL_APPS
                ? "Apps without their own hours roll out at any time; rollouts that wait continue now."
                : `${of.title} follows the schedule of all apps from now on.`,
            confirm: "Remove schedule",
            act: () => releasesApi.clearSchedule(of.app),
          },
          { title: `Remove the schedule of ${nameOf(of)}?`, maxWidth: "480px", buttons: [] },
        )
        .then(settled),
  };
}
