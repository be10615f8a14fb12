import type { AppOwnership, AuditEntry } from "@tessera/contracts-releases/releases.ts";
import { ADMINISTRATOR_HELP, ADMINISTRATOR_OPTIONS, registryOf } from "./administered.ts";
import { readOptions, usage } from "./options.ts";
import { UsageError } from "./running-product.ts";

const HELP = `Usage: ${usage("rollout")} apps [list]
       ${usage("rollout")} apps create NAME --owner TEAM [--paths /a,/b] [--redirects ORIGIN,…] [--service]
       ${usage("rollout")} apps change NAME [--owner TEAM] [--paths /a,/b] [--redirects ORIGIN,…]
       ${usage("rollout")} apps rotate|revoke NAME
       ${usage("rollout")} log [APP] [--limit N]
       ${usage("rollout")} serves PATH

For administrators: apps with their owners, paths and deploy tokens, the log of who did what,
and who serves an address of the product and why.

  create, rotate   print the app's deploy token, once; rotate ends the one before
  revoke           ends the deploy token: nobody publishes the app until the next rotate
  --paths          all paths of the app; each covers what is below it. Listed paths replace those it had
  --service        NAME is "<service>-service" of a repository of its own, with paths below /api
  --redirects      origins outside the product that its routes may redirect to
${ADMINISTRATOR_HELP}`;

/** @param words what follows `npm run rollout --` @throws UsageError, ProblemError */
export async function administer(words: string[]): Promise<void> {
  const { positionals, values } = readOptions(
    HELP,
    {
      owner: { type: "string" },
      paths: { type: "string" },
      redirects: { type: "string" },
      service: { type: "boolean" },
      limit: { type: "string" },
      ...ADMINISTRATOR_OPTIONS,
    },
    words,
  );
  if (values.help) return console.log(HELP);
  const { owner, paths, redirects, limit, service } = values;
  const [command, ...rest] = positionals;
  const [act = "list", name] = command === "apps" ? rest : [command, rest[0]];
  const named = ["create", "change", "rotate", "revoke"].includes(act);
  const wrong =
    rest.length > (command === "apps" ? 2 : 1) ||
    ((named || act === "serves") && !name) ||
    (act === "list" && name) ||
    (act === "create" && !owner);
  if (wrong || !(named || ["list", "log", "serves"].includes(act))) throw new UsageError(HELP);
  const api = await registryOf(values);
  const print = <T>(value: T, text: (value: T) => string) =>
    console.log(values.json ? JSON.stringify(value) : text(value));
  const grants = {
    ...(owner === undefined ? {} : { owner }),
    ...(paths === undefined ? {} : { prefixes: listed(paths) }),
    ...(redirects === undefined ? {} : { redirectOrigins: listed(redirects) }),
  };
  const issued = ({ app, token: made }: { app: string; token: string }) =>
    `${app}: deploy token, shown this once:\n${made}`;
  if (act === "log")
    print(await api.audit({ app: name, limit: Number(limit ?? 50) }), ({ items }) => items.map(lineOf).join("\n"));
  else if (act === "serves")
    print(await api.serves(name!), ({ app, why }) =>
      [`${name}: ${app ?? "nobody"}`, ...why.map((line) => `  ${line}`)].join("\n"),
    );
  else if (act === "create")
    print(await api.createApp({ name: name!, owner: owner!, prefixes: [], ...grants, service }), issued);
  else if (act === "rotate") print(await api.rotateToken(name!), issued);
  else if (act === "change") print(await api.changeApp(name!, grants), describe);
  else if (act === "revoke") {
    await api.revokeToken(name!);
    print({ app: name! }, ({ app }) => `${app}: the deploy token is revoked`);
  } else print(await api.ownership(), ({ items }) => items.map(describe).join("\n"));
}

const listed = (text: string) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

const describe = ({ name, kind, owner, prefixes, redirectOrigins, canPublish, service }: AppOwnership) =>
  [
    `${name} (${service ? "service" : kind}), ${owner || "no owner named"}${canPublish ? "" : ", no deploy token"}`,
    `  paths      ${prefixes.join("  ") || "none"}`,
    ...(service ? [`  runs at    ${service.processes.map(({ origin }) => origin).join("  ") || "nowhere"}`] : []),
    ...(redirectOrigins.length ? [`  redirects  ${redirectOrigins.join("  ")}`] : []),
  ].join("\n");

const lineOf = ({ at, app, actor, act, release, detail }: AuditEntry) =>
  [at, app, release && `${release.version} #${release.number}`, act.replaceAll("_", " "), `by ${actor}`, detail]
    .filter(Boolean)
    .join("  ");
