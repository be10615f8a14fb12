// npm run release -- <app>: builds the app and publishes it to the running product.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Preview } from "@tessera/contracts-releases/preview.ts";
import type { Publication } from "@tessera/contracts-releases/releases.ts";
import { buildApp } from "@tessera/federation/build/build-app.ts";
import { type Ask, publishRelease } from "@tessera/federation/upload.ts";
import { appNamed, existingApp, readOptions, usage } from "./options.ts";
import { lineOf } from "./preview.ts";
import { stepsOf } from "./rollout-steps.ts";
import { accepted, ask, command, findTarget, reach, UsageError } from "./running-product.ts";

const HELP = `Usage: ${usage("release")} <app> [--rollout 1,10,50,100] [--hold 10m] [--min-loads 30] [--margin 2]
                                [--again] [--preview] [--branch BRANCH] [--to URL] [--token TOKEN] [--json]

Builds the shell ("shell") or a remote ("items", …) and publishes it: everybody gets it with their next page, or, with --rollout, more
and more people do while it is healthy; ${usage("rollout")} <app> says how it fares. Only files that the product lacks are sent: after an
interruption, call it again.
  --rollout LIST  percent of people for each step, ascending
  --hold TIME     how long each step lasts at least: 30s, 10m, 2h (default: 10m)
  --min-loads N   people who must have opened it before a step ends (default: 30)
  --margin POINTS everybody gets it once it is ruled out that its pages break for so many more of 100 people; none: that is not waited for
                  (default: 2)
  --preview       nobody gets it; prints a link by which people see it (${usage("rollout")} preview)
  --branch BRANCH where it was built: links of the branch show it from now on
  --again         publish a release that was aborted or rolled back, because it is meant to come back
  --to URL        the product to publish to (default: http://localhost:PORT, PORT 4000)
  --token TOKEN   the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)
  --json          print the result as JSON
Exit code: 0 published, already live, or its rollout started; 1 build or publication failed, 2 wrong usage.`;

await command(process.argv.includes("--json"), async () => {
  const { positionals, values } = readOptions(HELP, {
    rollout: { type: "string" },
    hold: { type: "string" },
    "min-loads": { type: "string" },
    margin: { type: "string" },
    again: { type: "boolean" },
    preview: { type: "boolean" },
    branch: { type: "string" },
    to: { type: "string" },
    token: { type: "string" },
    json: { type: "boolean" },
  });
  if (values.help) return console.log(HELP);
  const [app] = appNamed(positionals, HELP);
  if (values.preview && values.rollout !== undefined)
    throw new UsageError("--preview and --rollout exclude each other");
  const folder = existingApp(app);
  const steps =
    values.rollout === undefined
      ? null
      : stepsOf(values.rollout, values.hold ?? "10m", values["min-loads"] ?? "30", values.margin);
  const target = findTarget(app, values);
  const { release, built } = await buildApp(folder);
  if (!values.json)
    console.log(`${app} ${release.id}: ${built ? "built" : "already built"}, ${release.files.length} files`);
  const query = new URLSearchParams({
    ...(steps ? { rollout: JSON.stringify(steps) } : {}),
    ...(values.again ? { again: "true" } : {}),
    ...(values.preview ? { preview: "true" } : {}),
    ...(values.branch === undefined ? {} : { branch: values.branch }),
  });
  const send: Ask = (method, address, body, type) => reach(target, method, address, body, { "content-type": type });
  const read = async (file: string) => new Uint8Array(await readFile(path.join(folder, "dist", file)));
  const sent = await publishRelease(send, release, read, query.size ? `?${query}` : "");
  const publication = (await (await accepted(target, sent.answer)).json()) as Publication;
  if (!values.json) console.log(`${sent.files} of ${release.files.length} files had to be sent, ${sent.bytes} bytes`);
  if (values.preview) {
    const body = JSON.stringify(values.branch === undefined ? { release: release.id } : { branch: values.branch });
    const type = { "content-type": "application/json" };
    const made = (await (
      await ask(target, "POST", `/api/releases/apps/${app}/previews`, body, type)
    ).json()) as Preview;
    console.log(values.json ? JSON.stringify({ ...publication, preview: made }) : `${app}: ${lineOf(made)}`);
    return;
  }
  if (values.json) console.log(JSON.stringify({ ...publication, sent: { files: sent.files, bytes: sent.bytes } }));
  else
    console.log(
      `${app} ${release.id}: ${publication.published ? "published" : "was published before"}, ${
        publication.waits
          ? `its rollout waits until ${publication.waits.until}: ${publication.waits.reason}`
          : publication.rollout
            ? `rolled out to ${steps![0]!.percent} % of people at ${target.url}`
            : `live at ${target.url} as build ${publication.buildId}`
      }`,
    );
});
