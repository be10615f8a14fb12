/** What a client's own tests expect of the service; the statements are identity's. @databases one */
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { startServices, type World } from "@tessera/testing/services.ts";
import { SignJWT } from "jose";
import { Inbox, join } from "../../realtime/src/testing/clients.ts";
import { insertNote, notesService } from "../../realtime/src/testing/notes-service.ts";
import { services, settings } from "./services.ts";

const SECRET = "a shared secret of at least thirty-two characters";
const environment = { IDENTITY_PROFILE: "conformance", IDENTITY_JWT_SECRET: SECRET };

let world: World;
let anonKey: string;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  world = await startServices([...services(environment), notesService], {
    ownIdentity: true,
    environment: settings(environment) as Record<string, string>,
  });
  const sign = (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h");
  anonKey = await sign({ iss: "supabase-demo", role: "anon" }).sign(new TextEncoder().encode(SECRET));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});
afterAll(() => world.stop());

/** A client as the integration tests of supabase-js make it, of a new person. */
async function person(vsn: string) {
  const client = createClient(world.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { heartbeatIntervalMs: 500, vsn: vsn as never },
  });
  clients.push(client);
  const { data, error } = await client.auth.signUp({ email: `${randomUUID()}@example.com`, password: "password123" });
  if (error) throw error;
  return { client, id: data.user!.id };
}

describe.each(["1.0.0", "2.0.0"])("the conformance profile with supabase-js at version %s", (vsn) => {
  it("lets signed-in people broadcast on private channels of any name, and nobody else", async () => {
    const [{ client: ada }, { client: bob }] = [await person(vsn), await person(vsn)];
    const name = `channel-${randomUUID()}`;
    const config = { broadcast: { self: true }, private: true };
    const [own, others] = [new Inbox<{ payload: unknown }>(), new Inbox<{ payload: unknown }>()];
    const channel = await join(ada.channel(name, { config }).on("broadcast", { event: "*" }, own.put));
    await join(bob.channel(name, { config }).on("broadcast", { event: "*" }, others.put));
    expect(await channel.send({ type: "broadcast", event: "test-event", payload: { message: "test" } })).toBe("ok");
    expect((await own.find()).payload).toEqual({ message: "test" });
    expect((await others.find()).payload).toEqual({ message: "test" });
    const stranger = createClient(world.url, anonKey, {
      auth: { persistSession: false },
      realtime: { vsn: vsn as never },
    });
    clients.push(stranger);
    await expect(join(stranger.channel(name, { config }))).rejects.toThrow("permissions to read");
  });

  it("shows who is present on a private channel", async () => {
    const [{ client: ada }, { client: bob }] = [await person(vsn), await person(vsn)];
    const name = `presence-${randomUUID()}`;
    const joined = new Inbox<{ key: string }>();
    const config = (key: string) => ({ config: { private: true, presence: { key } } });
    await join(ada.channel(name, config("ada")).on("presence", { event: "join" }, joined.put as never));
    const his = await join(bob.channel(name, config("bob")).on("presence", { event: "sync" }, () => undefined));
    expect(await his.track({ at: "desk" })).toBe("ok");
    expect(await joined.find(({ key }) => key === "bob")).toMatchObject({
      newPresences: [expect.objectContaining({ at: "desk" })],
    });
  });

  it("tells of changes of a person's own rows", async () => {
    const [ada, bob] = [await person(vsn), await person(vsn)];
    const received = new Inbox<{ new: Record<string, unknown> }>();
    const table = { event: "INSERT", schema: "notes", table: "note" } as const;
    await join(
      ada.client
        .channel(`changes-${randomUUID()}`, { config: { private: true } })
        .on("postgres_changes", table, received.put),
    );
    const id = vsn === "1.0.0" ? 1 : 3;
    await insertNote(world.database, bob.id, id, "of Bob");
    await insertNote(world.database, ada.id, id + 1, "of Ada");
    await received.find();
    expect(received.all.map((change) => change.new.title)).toEqual(["of Ada"]);
  });
});

it("takes a custom token of the shared secret that names no account", async () => {
  const token = await new SignJWT({ sub: "1234567890", role: "anon", iss: "supabase-demo" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(SECRET));
  const client = createClient(world.url, anonKey, { accessToken: async () => token });
  clients.push(client);
  await join(client.channel("test-channel"));
  expect(client.realtime.accessTokenValue).toBe(token);
});

it("opens private channels in the profile alone", () => {
  expect(settings({})).toEqual({});
  expect(settings({ IDENTITY_PROFILE: "conformance", REALTIME_PRIVATE_WRITE: "user:{sub}" })).toMatchObject({
    REALTIME_PRIVATE_READ: "*",
    REALTIME_PRIVATE_WRITE: "user:{sub}",
  });
});
