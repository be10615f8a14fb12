import type { ActKind, OfflineArea, WaitingAct } from "@tessera/shell-api";
import { LIMITS } from "./limits.ts";

/** How a path is kept. */
export interface KeptPath {
  area: string;
  days: number;
  hasActs(): boolean;
  /** The answer with the area's acts laid over it; JSON in and out. */
  overlay(text: string, path: string): string;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:id(?=\/|$)/g, UUID)}$`);

/** What areas declared to be kept, and to wait. */
export function createDeclared(acts: () => readonly WaitingAct[], load: (area: string) => Promise<unknown>) {
  const areas = new Map<string, OfflineArea & { patterns: { pattern: RegExp; days: number }[] }>();
  return {
    declare(area: OfflineArea): void {
      const patterns = (area.keep ?? []).map(({ path, days = LIMITS.days }) => ({
        pattern: patternOf(path),
        days: Math.min(days, LIMITS.days),
      }));
      areas.set(area.area, { ...area, patterns });
    },
    keptPath(path: string): KeptPath | null {
      const [name = ""] = path.split("?");
      for (const { area, patterns, overlay } of areas.values()) {
        const found = patterns.find(({ pattern }) => pattern.test(name));
        if (!found) continue;
        const own = () => acts().filter((act) => act.area === area && act.state !== "refused");
        return {
          area,
          days: found.days,
          hasActs: () => overlay !== undefined && own().length > 0,
          overlay: (text, at) =>
            overlay && own().length ? JSON.stringify(overlay(JSON.parse(text), at, own())) : text,
        };
      }
      return null;
    },
    /** @throws Error when the area sends no such act (any more) */
    async kindOf(area: string, kind: string): Promise<ActKind> {
      if (!areas.has(area)) await load(area);
      const found = areas.get(area)?.acts?.[kind];
      if (!found) throw new Error("This version of the product no longer sends such a change.");
      return found;
    },
  };
}
