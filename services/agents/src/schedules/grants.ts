import type { ScheduleGrant } from "@tessera/contracts-agents/schedules.ts";

/** Whether the next run that starts takes it along, and nobody else may use it. */
export const isForNextRun = (grant: ScheduleGrant): boolean => grant.arguments === null;

/** Whether a grant allows a call. */
export function allows(grant: ScheduleGrant, tool: string, values: Record<string, unknown>, hasReadOutside: boolean) {
  if (grant.tool !== tool || (hasReadOutside && !grant.afterOutside)) return false;
  return Object.entries(grant.arguments ?? {}).every(([name, value]) => value === written(values[name]));
}

const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
