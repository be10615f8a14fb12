import { isProblemOf } from "@tessera/contracts-core/problem-error.ts";
import type { QueueProblemCode } from "@tessera/contracts-queue/problems.ts";
import type { JobNumbers, Schedule } from "@tessera/contracts-queue/schedules.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo } from "react";
import { queueApi } from "../queue-api.ts";

const keys = { schedules: ["queue", "schedules"], numbers: ["queue", "numbers"] } as const;
/** Milliseconds between polls of schedules: while one is running, and otherwise. */
const UNDER_WAY_MS = 1_500;
const IDLE_MS = 15_000;
/** Milliseconds between polls of the statistics, which count all jobs. */
const NUMBERS_MS = 30_000;

export type Span = "day" | "week";

/** Whether another try may end otherwise: it does not for a person who is no administrator. */
export const mayTryAgain = (error: unknown) =>
  !isProblemOf<QueueProblemCode>(error, "background_work_administrators_only");

export const useSchedules = () =>
  useQuery({
    queryKey: keys.schedules,
    queryFn: async ({ signal }) => (await queueApi.schedules(signal)).schedules,
    refetchInterval: ({ state: { data } }) => (data?.some(({ underWay }) => underWay) ? UNDER_WAY_MS : IDLE_MS),
  });

export const useNumbers = (span: Span) =>
  useQuery<JobNumbers>({
    queryKey: [...keys.numbers, span],
    queryFn: ({ signal }) => queueApi.numbers({ span }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: NUMBERS_MS,
  });

export interface ScheduleActs {
  run(schedule: Schedule): Promise<void>;
  pause(schedule: Schedule, paused: boolean): Promise<void>;
}

/** What an administrator does with schedules. A pause is taken back by its notice. */
export function useScheduleActs(): ScheduleActs {
  const client = useQueryClient();
  return useMemo(() => {
    const shown = (changed: Schedule) =>
      client.setQueryData<Schedule[]>(keys.schedules, (list) =>
        list?.map((one) => (one.queue === changed.queue ? changed : one)),
      );
    const failed = (words: string, error: unknown) =>
      shell().notifications.show({ intent: "error", message: failureWords(words, error) });
    const acts: ScheduleActs = {
      run: async (schedule) => {
        try {
          shown(await queueApi.runSchedule(schedule.queue));
          shell().notifications.show({ intent: "success", message: `Started: ${schedule.name}` });
        } catch (error) {
          failed(`“${schedule.name}” was not started.`, error);
        }
      },
      pause: async (schedule, paused) => {
        try {
          shown(await queueApi.pauseSchedule(schedule.queue, paused));
          shell().notifications.show({
            intent: "success",
            message: `${paused ? "Paused" : "Resumed"}: ${schedule.name}`,
            action: { label: "Undo", run: () => acts.pause(schedule, !paused) },
          });
        } catch (error) {
          failed(`“${schedule.name}” was not changed.`, error);
        }
      },
    };
    return acts;
  }, [client]);
}
