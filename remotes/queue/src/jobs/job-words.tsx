import { Clock16Regular } from "@fluentui/react-icons/svg/clock";
import { DismissCircle16Regular } from "@fluentui/react-icons/svg/dismiss-circle";
import type { Job, JobState } from "@tessera/contracts-queue/queue.ts";
import type { Status } from "@tessera/ui";
import type { ReactNode } from "react";

export const stateWords: Record<JobState, { word: string; status: Status; icon?: ReactNode }> = {
  running: { word: "Running", status: "run" },
  waiting: { word: "Waiting", status: "idle", icon: <Clock16Regular /> },
  failed: { word: "Failed", status: "bad" },
  done: { word: "Done", status: "ok" },
  cancelled: { word: "Cancelled", status: "idle", icon: <DismissCircle16Regular /> },
};

export const canRetry = ({ state, retryable = true }: Pick<Job, "state" | "retryable">) =>
  retryable && (state === "failed" || state === "cancelled");
export const canCancel = (job: Pick<Job, "state">) => job.state === "waiting" || job.state === "running";
/** Only what has ended can be taken off the list. */
export const canRemove = (job: Pick<Job, "state">) => !canCancel(job);

/** "1,200 of 4,000 bookmarks", "1,200 bookmarks so far", or "" before anything was counted. */
export function progressWords({ done, total, unit, state }: Pick<Job, "done" | "total" | "unit" | "state">): string {
  if (total === null && done === 0) return "";
  const counted = done.toLocaleString();
  const things = (total ?? done) === 1 ? unit.replace(/ies$/, "y").replace(/s$/, "") : unit;
  if (total === null) return `${counted} ${things}${state === "running" ? " so far" : ""}`.trim();
  return `${counted} of ${total.toLocaleString()} ${things}`.trim();
}

/** "under 0.1 s", "0.4 s", "38 s", "2 min 5 s", "1 h 12 min". @param ms milliseconds */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.1) return "under 0.1 s";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long the job took, or has been at it; null before it started. */
export function jobDuration(job: Pick<Job, "startedAt" | "finishedAt">, now: Date): string | null {
  if (!job.startedAt) return null;
  return durationWords((job.finishedAt ? Date.parse(job.finishedAt) : now.getTime()) - Date.parse(job.startedAt));
}

/** What a row says beneath the title. */
export function jobLine(job: Job, now: Date): string {
  if (job.error) return job.error;
  const took = jobDuration(job, now);
  const progress = progressWords(job);
  if (job.state === "done") return [progress, took && `took ${took}`].filter(Boolean).join(" · ");
  if (job.state === "running") return progress || "Started";
  if (job.state === "waiting") return job.error ? "Waiting for its next attempt" : "Waiting for its turn";
  return progress || "Stopped before it began";
}
