import { randomUUID } from "node:crypto";
import type { ItemsWorld } from "../../testing/items-world.ts";

/** A person of the world who can send files. */
export async function uploader(world: ItemsWorld, userId = randomUUID()) {
  const person = await world.person({ userId });
  const upload = (
    name: string,
    content: Uint8Array | string,
    key: string = randomUUID(),
    tags?: string,
    type?: string,
  ) => {
    const form = new FormData();
    form.append("files", new Blob([content as BlobPart]), name);
    return person.items.upload(form, key, { tags, type });
  };
  /** The card once its steps have ended. */
  const uploaded = async (name: string, content: Uint8Array | string, type?: string) => {
    const { id } = await upload(name, content, undefined, undefined, type);
    await world.jobsIdle();
    return person.items.get(id);
  };
  return { ...person, userId, upload, uploaded };
}
