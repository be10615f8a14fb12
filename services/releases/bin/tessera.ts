// tessera <command>: what a team needs in a repository of its own; the package @tessera/build.
const COMMANDS: Record<string, { does: string; run(): Promise<unknown> }> = {
  new: { does: "writes a remote and its service into an empty folder", run: () => import("./new-remote.ts") },
  dev: { does: "shows it inside a product while you work on it", run: () => import("./dev-remote.ts") },
  build: { does: "builds both", run: () => import("./build.ts") },
  serve: { does: "builds the service and runs it, for a product to send requests to", run: () => import("./serve.ts") },
  override: { does: "shows it inside a product, in your browser alone", run: () => import("./override.ts") },
  release: { does: "builds it and publishes it to a product", run: () => import("./release.ts") },
  rollout: { does: "shows and steers its rollout", run: () => import("./rollout.ts") },
};

const [name] = process.argv.splice(2, 1);
const command = name && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) await command.run();
else {
  const lines = Object.entries(COMMANDS).map(([known, { does }]) => `  ${known.padEnd(9)}${does}`);
  console.log(`Usage: npx tessera <command>\n\n${lines.join("\n")}\n\n"npx tessera <command> --help" says more.`);
  process.exitCode = name === undefined || name === "--help" ? 0 : 2;
}

export {};
