import type { Check } from "./check.ts";

export interface Group {
  title: string;
  checks: readonly Check[];
}

/** All checks as text for a bug report: no token, no key, no personal address. */
export function reportOf(groups: readonly Group[], about: { build: string; at: Date; userAgent: string }): string {
  const lines = groups.flatMap(({ title, checks }) => [
    "",
    title,
    ...checks.map((check) => {
      const head = [check.word, check.figure].filter(Boolean).join(", ");
      return `- ${check.title}: ${head}. ${check.text}${check.advice ? ` → ${check.advice}` : ""}`;
    }),
  ]);
  return [`Connection report, ${about.at.toISOString()}`, `Build ${about.build}`, about.userAgent, ...lines].join("\n");
}

/** "Everything works", or how much does not. */
export function summaryOf(groups: readonly Group[]): { status: Check["status"]; text: string } {
  const all = groups.flatMap(({ checks }) => checks);
  const count = (status: Check["status"]) => all.filter((check) => check.status === status).length;
  const [bad, warn, run] = [count("bad"), count("warn"), count("run")];
  if (bad) return { status: "bad", text: `${bad} of ${all.length} ${bad === 1 ? "does" : "do"} not work` };
  if (run) return { status: "run", text: "Checking" };
  if (warn) return { status: "warn", text: `Everything answers; ${warn} ${warn === 1 ? "needs" : "need"} attention` };
  return { status: "ok", text: "Everything works" };
}
