import { z } from "zod";

/** Stands for every service that is not named. */
export const ANY_SERVICE = "*";

/** `items=http://10.0.0.2:4000,*=http://10.0.0.3:4000`: origins of processes, by the service that runs there. */
export const ServiceUrls = z
  .string()
  .default("")
  .describe(
    "where services run that are not in this process, separated by commas: name=origin; * stands for all others",
  )
  .transform((list, context): ReadonlyMap<string, string> => {
    const urls = new Map<string, string>();
    for (const entry of list.split(",").map((written) => written.trim())) {
      if (!entry) continue;
      const [, name, written = ""] = /^([a-z][a-z0-9-]*|\*)=(https?:\/\/\S+)$/.exec(entry) ?? [];
      const url = URL.canParse(written) ? new URL(written) : null;
      if (!name || !url || url.href !== `${url.origin}/` || url.username)
        context.addIssue(`"${entry}" must be name=origin, for example items=http://10.0.0.2:4000`);
      else if (urls.has(name)) context.addIssue(`"${name}" is named twice`);
      else urls.set(name, url.origin);
    }
    return urls;
  });
