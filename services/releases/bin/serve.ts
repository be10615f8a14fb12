// tessera serve: the service of a repository of its own, as a process that a product sends requests to.
import { spawn } from "node:child_process";
import { readOptions, usage } from "./options.ts";
import { buildService, hasService, SERVICE_PROCESS } from "./own-service.ts";
import { command, UsageError, urlOf } from "./running-product.ts";

const HELP = `Usage: ${usage("serve")} [--to URL] [--token TOKEN]

Builds the service of this repository and runs it until Ctrl+C. It says to the product where it runs, and the product sends it the requests
for its paths. PORT says where it listens (default: 4000). DATABASE_URL names the product's database; without it the service has an
embedded one of its own in DATA_DIR (default: .data), for development: what other services publish does not reach it then.
  --to URL       the product (default: PUBLIC_URL, else http://localhost:4000)
  --token TOKEN  the deploy token of the service's app, <name>-service (default: DEPLOY_TOKEN)
In production run node service/dist/main.js with PUBLIC_URL, DEPLOY_TOKEN, DATABASE_URL and TRUSTED_PROXIES.`;

await command(false, async () => {
  const { positionals, values } = readOptions(HELP, { to: { type: "string" }, token: { type: "string" } });
  if (values.help) return console.log(HELP);
  if (positionals.length) throw new UsageError(HELP);
  if (!hasService()) throw new UsageError("There is no service in this repository: expected service/src/main.ts");
  await buildService();
  const token = values.token ?? process.env.DEPLOY_TOKEN;
  const child = spawn(process.execPath, ["--enable-source-maps", SERVICE_PROCESS], {
    stdio: "inherit",
    env: {
      ...process.env,
      // PORT is this process's own here, not the product's.
      PUBLIC_URL: urlOf(values.to, { PUBLIC_URL: process.env.PUBLIC_URL }),
      ...(token === undefined ? {} : { DEPLOY_TOKEN: token }),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((ended) => child.once("exit", (code) => ended(code ?? 1)));
});
