import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Publication, Rollout } from "@tessera/contracts-releases/releases.ts";
import { assetAddress } from "@tessera/federation/asset-address.ts";
import { globalNameOf, type Release } from "@tessera/federation/composition.ts";
import { type Ask, hashOf, publishRelease, type Sent } from "@tessera/federation/upload.ts";
import type { Product } from "./product.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export const deployToken = (product: Product, app: string): string =>
  (JSON.parse(readFileSync(path.join(product.dataDir, "deploy-tokens.json"), "utf8")) as Record<string, string>)[app]!;

interface Manifest {
  exposes: { name: string; assets: { js: { sync: string[] } } }[];
}

/** Beginning of the names of the files of exposed modules. */
export const EXPOSED_CHUNK = "__federation_expose_";

/**
 * The own file, of several the first, of each exposed module of a built remote, by the module's name, as its federation
 * manifest has them.
 */
export function exposedFiles(app: string): Map<string, string> {
  const { exposes } = JSON.parse(
    readFileSync(path.join(ROOT, "remotes", app, "dist/mf-manifest.json"), "utf8"),
  ) as Manifest;
  const own = ({ name, assets }: Manifest["exposes"][number]) => {
    const chunk = `${EXPOSED_CHUNK}${name.replaceAll("/", "__").replaceAll("-", "_")}`;
    const file = assets.js.sync.find((one) => new RegExp(`^${chunk}(-\\d+)?\\.`).test(one));
    return file ? ([[name, file]] as const) : [];
  };
  return new Map(exposes.flatMap(own));
}

/** Publishes as a team's command does: what the product lacks is sent, then it is published as a whole. */
export function publish(
  product: Product,
  release: Release,
  files: Map<string, Uint8Array<ArrayBuffer>>,
  token: string,
  query = "",
): Promise<Sent> {
  const ask: Ask = (method, address, body, type) =>
    fetch(product.url + address, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
  return publishRelease(ask, release, async (name) => files.get(name)!, query);
}

/** Address that pages fetch a file of a release from. */
export const addressOf = ({ app, files }: Pick<Release, "app" | "files">, name: string): string =>
  assetAddress(app, name, files.find((file) => file.path === name)!.integrity);

/** Where the product keeps a file of releases, in each of its encodings. */
export function keptFiles(product: Product, integrity: string): string[] {
  const folder = path.join(product.dataDir, "files/releases");
  return ["", ".br", ".gz"]
    .map((form) => path.join(folder, hashOf(integrity) + form))
    .filter((file) => existsSync(file));
}

/** What a file of a release becomes. @param globalName name of the release's container in a page */
export type Change = (name: string, text: string, globalName: string) => string;

/**
 * The team that owns an app: publishes other versions of what is built here, and steers their rollouts from the command
 * line.
 */
export class Team {
  readonly token: string;
  constructor(
    private readonly product: Product,
    private readonly app: string,
  ) {
    this.token = deployToken(product, app);
  }

  /** Publishes the built app as `version`; `change` alters its code. */
  async publish(
    version: string,
    steps: Rollout["steps"] | null,
    change?: Change,
  ): Promise<Publication & { document: Release }> {
    const dist = path.join(ROOT, this.app === "shell" ? "" : "remotes", this.app, "dist");
    const built = JSON.parse(readFileSync(path.join(dist, "release.json"), "utf8")) as Release;
    const id = `${version}-${createHash("sha256").update(version).digest("hex").slice(0, 12)}`;
    const globalName = globalNameOf(this.app, id);
    const files = built.files.map(({ path: name }) => {
      const bytes = readFileSync(path.join(dist, name));
      return { name, bytes: change ? Buffer.from(change(name, bytes.toString(), globalName)) : bytes };
    });
    const release: Release = {
      ...built,
      id,
      version,
      globalName: this.app === "shell" ? null : globalName,
      files: files.map(({ name, bytes }) => ({
        path: name,
        bytes: bytes.byteLength,
        integrity: `sha384-${createHash("sha384").update(bytes).digest("base64")}`,
      })),
    };
    const query = steps ? `?rollout=${encodeURIComponent(JSON.stringify(steps))}` : "";
    const contents = new Map(files.map(({ name, bytes }) => [name, new Uint8Array(bytes)]));
    const { answer } = await publish(this.product, release, contents, this.token, query);
    if (answer.status !== 201) throw new Error(await answer.text());
    return { ...((await answer.json()) as Publication), document: release };
  }

  /** `npm run rollout -- <app> … --json`. @returns exit code and answer */
  async rollout<T = Rollout>(...args: string[]): Promise<{ code: number; answer: T }> {
    const all = [path.join(ROOT, "services/releases/bin/rollout.ts"), this.app, ...args];
    const own = ["--json", "--url", this.product.url, "--token", this.token];
    try {
      const { stdout } = await promisify(execFile)(path.join(ROOT, "node_modules/.bin/node"), [...all, ...own]);
      return { code: 0, answer: JSON.parse(stdout) as T };
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string };
      return { code, answer: JSON.parse(stdout) as T };
    }
  }

  /** Starts a rollout of a published release. */
  async start(release: string, steps: Rollout["steps"]): Promise<void> {
    const response = await fetch(`${this.product.url}/api/releases/apps/${this.app}/rollouts`, {
      method: "POST",
      body: JSON.stringify({ release, steps, again: true }),
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
    });
    if (response.status !== 201) throw new Error(await response.text());
  }
}
