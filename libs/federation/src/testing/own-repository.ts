import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pack } from "../pack/pack.ts";
import { installPackages } from "./installed-packages.ts";

/**
 * A repository that holds nothing of the product: an empty folder with the packed packages installed, beside what it
 * was packed into.
 */
export class OwnRepository {
  private constructor(
    private readonly around: string,
    readonly folder: string,
  ) {}

  /** @param besides packages from npm that its sources import, and no package of ours names */
  static async make(besides: string[]): Promise<OwnRepository> {
    const around = realpathSync(mkdtempSync(path.join(tmpdir(), "own-repository-")));
    const repository = new OwnRepository(around, path.join(around, "a-checkout"));
    mkdirSync(repository.folder);
    repository.install(await pack(path.join(around, "packages")), besides);
    return repository;
  }

  /** Runs a script of node_modules to its end. */
  async run(file: string, ...args: string[]): Promise<{ status: number | null; said: string }> {
    const child = this.start(file, args);
    const [said, wrong, status] = await Promise.all([
      buffer(child.stdout!),
      buffer(child.stderr!),
      new Promise<number | null>((ended) => child.once("exit", ended)),
    ]);
    return { status, said: `${said}${wrong}` };
  }

  tessera = (...args: string[]) => this.run("@tessera/build/dist/tessera.js", ...args);

  /** Starts a script of node_modules. */
  start(file: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [path.join(this.folder, "node_modules", file), ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.around, ...environment },
    });
  }

  remove(): void {
    rmSync(this.around, { recursive: true, force: true });
  }

  /** What `npm install` does, from the archives instead of a registry. */
  private install(archives: string[], besides: string[]): void {
    const packages = new Set(besides);
    for (const archive of archives) {
      const target = path.join(this.around, "unpacked");
      mkdirSync(target);
      spawnSync("tar", ["-xzf", path.join(this.around, "packages", archive), "-C", target]);
      const description = JSON.parse(readFileSync(path.join(target, "package/package.json"), "utf8"));
      const place = path.join(this.folder, "node_modules", description.name);
      mkdirSync(path.dirname(place), { recursive: true });
      spawnSync("mv", [path.join(target, "package"), place]);
      rmSync(target, { recursive: true });
      for (const name of Object.keys(description.dependencies ?? {})) packages.add(name);
    }
    packages.delete("@fluentui/react-icons"); // 47,000 files that these sources do not use
    installPackages(this.folder, [...packages]);
  }
}
