import type { Preview, PreviewList } from "@tessera/contracts-releases/preview.ts";
import { readOptions, usage } from "./options.ts";
import { ask, findTarget, UsageError } from "./running-product.ts";

const HELP = `Usage: ${usage("rollout")} preview APP
       ${usage("rollout")} preview APP --release RELEASE|--branch BRANCH [--days N]
       ${usage("rollout")} preview APP --revoke ID

Links by which people see a release in the running product, each in their own browser, and nobody else does. Without options,
those that work now.

  --release RELEASE  its id, its number as #7, or its version
  --branch BRANCH    always the newest release that was published from it (${usage("release")} APP --preview --branch BRANCH)
  --days N           how long the link works; RELEASES_PREVIEW_DAYS of the product at most, which is the default, too
  --revoke ID        ends the link, also in browsers that opened it
  --url URL          the product (default: http://localhost:PORT, PORT 4000)
  --token TOKEN      the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)
  --json             print the result as JSON
Exit code: 0 done, 1 refused or failed, 2 wrong usage.`;

/** @param words what follows `npm run rollout --` @throws UsageError, Error */
export async function preview(words: string[]): Promise<void> {
  const { positionals, values } = readOptions(
    HELP,
    {
      release: { type: "string" },
      branch: { type: "string" },
      days: { type: "string" },
      revoke: { type: "string" },
      url: { type: "string" },
      token: { type: "string" },
      json: { type: "boolean" },
    },
    words,
  );
  if (values.help) return console.log(HELP);
  const [, app, ...more] = positionals;
  const { release, branch, days, revoke } = values;
  const wanted = [release, branch, revoke].filter((one) => one !== undefined).length;
  if (!app || more.length || wanted > 1 || (days !== undefined && !/^\d+$/.test(days))) throw new UsageError(HELP);
  const target = findTarget(app, { to: values.url, token: values.token });
  const path = `/api/releases/apps/${encodeURIComponent(app)}/previews`;
  const print = <T>(value: T, text: string) => console.log(values.json ? JSON.stringify(value) : text);
  if (revoke !== undefined) {
    await ask(target, "DELETE", `${path}/${encodeURIComponent(revoke)}`);
    return print({ app, id: revoke }, `${app}: the preview link is revoked`);
  }
  if (!wanted) {
    const list = (await (await ask(target, "GET", path)).json()) as PreviewList;
    return print(list, list.items.map(lineOf).join("\n") || `${app}: no preview links`);
  }
  const body = JSON.stringify({ release, branch, ...(days === undefined ? {} : { days: Number(days) }) });
  const answer = await ask(target, "POST", path, body, { "content-type": "application/json" });
  const made = (await answer.json()) as Preview;
  print(made, lineOf(made));
}

export function lineOf({ id, release, branch, expiresAt, link }: Preview): string {
  const name = release ? `${release.version} #${release.number}` : "no release";
  return `${name}${branch === null ? "" : `, branch ${branch}`}, until ${expiresAt}, id ${id}\n${link}`;
}
