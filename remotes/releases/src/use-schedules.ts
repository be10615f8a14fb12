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

export interface ScheduleActs {
  change(app: string, schedule: RolloutSchedule | null): Promise<void>;
  remove(app: string): Promise<void>;
}

export function useScheduleActions(): ScheduleActs {
  const queries = useQueryClient();
  const settled = () => queries.invalidateQueries({ queryKey: releasesKeys.all });
  const nameOf = (app: string) => (app === ALL_APPS ? "all apps" : app);
  return {
    change: (app, schedule) =>
      shell()
        .dialogs.open<true, ScheduleProps>(
          ScheduleDialog,
          { schedule, save: (changed) => releasesApi.setSchedule(app, changed) },
          { title: `Schedule of ${nameOf(app)}`, maxWidth: "560px", buttons: [] },
        )
        .then(settled),
    remove: (app) =>
      shell()
        .dialogs.open<true, ConfirmProps>(
          ConfirmDialog,
          {
            text:
              app === ALL_APPS
                ? "Rollouts of apps without hours of their own go on at any time, rollouts that wait at once."
                : `${app} follows the schedule of all apps from now on.`,
            confirm: "Remove schedule",
            act: () => releasesApi.clearSchedule(app),
          },
          { title: `Remove the schedule of ${nameOf(app)}?`, maxWidth: "480px", buttons: [] },
        )
        .then(settled),
  };
}
