import { FileNotFound, type FileStore, problem } from "@tessera/service-kit";

/** Opens a stored file. @throws `gone` as an answer when its bytes are not there any more */
export function readOrRefuse(files: FileStore, key: string, gone: Parameters<typeof problem>[0]) {
  return files.read(key).catch((error: unknown) => {
    if (!(error instanceof FileNotFound)) throw error;
    throw problem(gone);
  });
}
