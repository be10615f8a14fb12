import { problemOf, type Transport } from "@tessera/contracts-core/client.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { UPLOADS } from "@tessera/contracts-transcribe/client.ts";

const VERSION = { "tus-resumable": "1.0.0" };

/** The requests of the tus protocol, one at a time. @throws ProblemError */
export function tus(transport: Transport) {
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) => {
    const answer = await transport(path, {
      ...{ method, headers: { ...VERSION, ...headers } },
      ...(body ? { body: new Blob([new Uint8Array(body)], { type: headers["content-type"] }) } : {}),
    });
    if (answer.ok) return answer;
    if (method === "HEAD")
      throw Object.assign(new Error(`HEAD was answered with ${answer.status}`), { status: answer.status });
    throw new ProblemError(await problemOf(answer));
  };
  return {
    send,
    /** @returns the upload's address */
    create: async (bytes: number, name: string, headers: Record<string, string> = {}) => {
      const metadata = `filename ${Buffer.from(name).toString("base64")}`;
      const own = { "upload-length": String(bytes), "upload-metadata": metadata, ...headers };
      return (await send("POST", UPLOADS, own)).headers.get("location")!;
    },
    offset: async (path: string) => Number((await send("HEAD", path)).headers.get("upload-offset")),
    append: async (path: string, offset: number, part: Uint8Array) => {
      const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
      return Number((await send("PATCH", path, headers, part)).headers.get("upload-offset"));
    },
  };
}

export const idOf = (path: string) => path.split("/").at(-1)!;
