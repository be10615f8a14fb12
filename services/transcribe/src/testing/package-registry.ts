import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { PackageFiles } from "../local-models/fetch-package-files.ts";

/** A registry of packages on the loopback, with one package. */
export interface PackageRegistry {
  url: string;
  /** What the package has, and its archive's hash. */
  files: PackageFiles;
  /** Times that the archive was asked for. */
  asked: number;
  /** "stalls": sends half of the archive and no more; "is-another": has other bytes than they were. */
  state: "serves" | "stalls" | "is-another" | "has-none";
  stop(): Promise<void>;
}

/** @param content absolute paths of what the package has, by their names in its folder `models/quantized` */
export async function startRegistry(content: Record<string, string>): Promise<PackageRegistry> {
  const work = await mkdtemp(path.join(tmpdir(), "tessera-registry-"));
  const where = "models/quantized";
  const folder = path.join(work, "package", where);
  await mkdir(folder, { recursive: true });
  for (const [name, from] of Object.entries(content)) await cp(from, path.join(folder, name));
  await promisify(execFile)("tar", ["-cf", "archive.tar", "package"], { cwd: work });
  const tar = await readFile(path.join(work, "archive.tar"));
  const archive = gzipSync(tar, { level: 1 });
  await rm(work, { recursive: true });

  const name = "@example/models";
  const version = "1.2.3";
  const server = createServer((request, response) => {
    if (registry.state === "has-none") return void response.writeHead(404).end("{}");
    if (decodeURIComponent(request.url!) === `/${name}`) return void response.end(JSON.stringify(description()));
    registry.asked += 1;
    sendArchive(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  /** Other bytes with a hash of theirs, as a registry that was taken over has. */
  const bytes = () => (registry.state === "is-another" ? gzipSync(tar, { level: 0 }) : archive);
  const description = () => {
    const dist = { tarball: `${url}archive.tgz`, integrity: integrityOf(bytes()) };
    return { name, "dist-tags": { latest: version }, versions: { [version]: { name, version, dist } } };
  };
  const sendArchive = (response: ServerResponse) => {
    response.writeHead(200, { "content-length": bytes().length });
    if (registry.state === "stalls") return response.write(bytes().subarray(0, bytes().length / 2));
    return response.end(bytes());
  };
  const registry: PackageRegistry = {
    ...{ url, asked: 0, state: "serves" },
    files: { package: name, version, integrity: integrityOf(archive), path: where, names: Object.keys(content) },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return registry;
}

const integrityOf = (bytes: Buffer) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
