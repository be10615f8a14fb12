import { join } from "node:path";
import type { FileStore } from "./file-store.ts";
import type { S3Config } from "./files-config.ts";
import { FolderFileStore } from "./folder-file-store.ts";

/** The file store of the installation. @param s3 null: a folder in `dataDir` @throws StartError */
export async function openFiles(dataDir: string, s3: S3Config | null): Promise<FileStore> {
  if (!s3) return new FolderFileStore(join(dataDir, "files"));
  // Loaded where it is used: the client takes a third of a second.
  const { S3FileStore } = await import("./s3-file-store.ts");
  return S3FileStore.open(s3);
}
