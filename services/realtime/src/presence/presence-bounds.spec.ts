/** Presence is kept in memory. @databases one @run all */
import { startServices, type World } from "@tessera/testing/services.ts";
import { realtimeService } from "../index.ts";
import { rawClient } from "../testing/raw-client.ts";
import { PresenceBudget } from "./presence-budget.ts";

let world: World | undefined;
const opened: Awaited<ReturnType<typeof rawClient>>[] = [];
afterEach(async () => {
  for (const client of opened.splice(0)) client.close();
  await world?.stop();
});

const start = async (environment: Record<string, string> = {}) => {
  world = await startServices([realtimeService], { environment: { REALTIME_PUBLIC_CHANNELS: "true", ...environment } });
};
async function member(topic: string) {
  const client = await rawClient(world!.url);
  opened.push(client);
  await client.send(topic, "phx_join", { config: { presence: { enabled: true }, broadcast: { ack: true } } });
  return client;
}
const track = async (client: Awaited<ReturnType<typeof member>>, topic: string, bytes: number) => {
  const { status, response } = await client.send(topic, "presence", {
    event: "track",
    payload: { text: "x".repeat(bytes) },
  });
  return status === "ok" ? "ok" : (response as { reason: string }).reason;
};
const FULL = "the channel has as many presences as it can take";

it("one call tracks so many bytes, as they are encoded", async () => {
  await start({ REALTIME_MAX_PRESENCE_BYTES: "1000" });
  const client = await member("realtime:a");
  // What is kept is JSON: {"text":"…"}, eleven bytes around the text.
  expect(await track(client, "realtime:a", 989)).toBe("ok");
  expect(await track(client, "realtime:a", 990)).toBe("what is tracked must be at most 1000 bytes");
  const wide = { event: "track", payload: { text: "ü".repeat(600) } };
  expect(await client.send("realtime:a", "presence", wide)).toMatchObject({ status: "error" });
});

it("one room keeps so many bytes of presence, and takes more once some are gone", async () => {
  await start({ REALTIME_MAX_PRESENCE_BYTES_PER_ROOM: "40000" });
  const [first, second, third] = [await member("realtime:a"), await member("realtime:a"), await member("realtime:a")];
  expect([await track(first, "realtime:a", 15_000), await track(second, "realtime:a", 15_000)]).toEqual(["ok", "ok"]);
  expect(await track(third, "realtime:a", 15_000)).toBe(FULL);
  expect(await track(first, "realtime:a", 16_000)).toBe("ok");
  await first.send("realtime:a", "presence", { event: "untrack" });
  expect(await track(third, "realtime:a", 15_000)).toBe("ok");
});

it("one connection keeps so many bytes over all its channels", async () => {
  await start({ REALTIME_MAX_PRESENCE_BYTES_PER_CONNECTION: "30000" });
  const client = await member("realtime:a");
  await client.send("realtime:b", "phx_join", { config: {} });
  expect(await track(client, "realtime:a", 16_000)).toBe("ok");
  expect(await track(client, "realtime:b", 16_000)).toBe("what one connection tracks must be at most 30000 bytes");
  await client.send("realtime:a", "phx_leave", {});
  expect(await track(client, "realtime:b", 16_000)).toBe("ok");
});

it("one address keeps so many bytes over all its connections, and none once they are gone", async () => {
  await start({ REALTIME_MAX_PRESENCE_BYTES_PER_ADDRESS: "40000" });
  const clients = [await member("realtime:a"), await member("realtime:b"), await member("realtime:c")];
  const tracked = [];
  for (const [index, client] of clients.entries())
    tracked.push(await track(client, `realtime:${"abc"[index]}`, 16_000));
  expect(tracked).toEqual(["ok", "ok", "your address tracks as much as it may"]);
  for (const client of opened.splice(0)) {
    client.close();
    await client.closed;
  }
  const next = await member("realtime:d");
  expect(await track(next, "realtime:d", 16_000)).toBe("ok");
  const budget = world!.application.nest.get(PresenceBudget) as unknown as Record<string, Map<unknown, number>>;
  expect([budget.rooms!.size, budget.connections!.size, budget.networks!.size]).toEqual([1, 1, 1]);
});

it("a full room neither drops those who read it nor those who enter", async () => {
  await start({ REALTIME_MAX_CONNECTIONS_PER_ADDRESS: "100" });
  const tracked = [];
  for (let index = 0; index < 20; index++)
    tracked.push(await track(await member("realtime:full"), "realtime:full", 16_000));
  expect(tracked.filter((answer) => answer === "ok")).toHaveLength(16);
  expect(new Set(tracked.slice(16))).toEqual(new Set([FULL]));
  const reader = await member("realtime:full");
  const state = await reader.inbox.find((message) => message.event === "presence_state");
  expect(Object.keys(state.payload)).toHaveLength(16);
  const large = { event: "x", payload: "y".repeat(200_000) };
  expect(await reader.send("realtime:full", "broadcast", large)).toMatchObject({ status: "ok" });
  for (const client of opened) expect(await client.send("phoenix", "heartbeat", {})).toMatchObject({ status: "ok" });
});

it("a configuration under which a full room would not fit into a connection's buffer is refused", async () => {
  await expect(start({ REALTIME_MAX_BUFFER_BYTES: "600000" })).rejects.toThrow(
    "REALTIME_MAX_PRESENCE_BYTES_PER_ROOM: must be at most a quarter of REALTIME_MAX_BUFFER_BYTES",
  );
  world = undefined;
});
