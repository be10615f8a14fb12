import { jest } from "@jest/globals";
import { createConnection } from "./connection.ts";

/** A server that answers, or does not. */
function open(reachable: boolean, believesOnline = true) {
  const server = { reachable, asked: 0 };
  const connection = createConnection({
    reach: async () => {
      server.asked += 1;
      if (!server.reachable) throw new TypeError("Failed to fetch");
    },
    believesOnline: () => believesOnline,
    isVisible: () => true,
  });
  return { server, connection };
}

it("believes the server, not the browser: one on this machine answers without a network", async () => {
  const { server, connection } = open(true, false);
  await connection.settled();
  expect(server.asked).toBe(1);
  expect(connection.lost.get()).toBe(false);
});

it("knows before the first request that the server is out of reach, when the browser says so", async () => {
  const { connection } = open(false, false);
  await connection.settled();
  expect(connection.lost.get()).toBe(true);
});

it("follows the browser's events, and shares one request", async () => {
  const { server, connection } = open(false);
  dispatchEvent(new Event("offline"));
  await Promise.all([connection.check(), connection.check()]);
  expect(server.asked).toBe(1);
  expect(connection.lost.get()).toBe(true);
  server.reachable = true;
  dispatchEvent(new Event("online"));
  await connection.settled();
  expect(connection.lost.get()).toBe(false);
});

it("takes a server that says nothing for one out of reach: requests wait for the answer", async () => {
  jest.useFakeTimers();
  try {
    const connection = createConnection({
      reach: () => new Promise(() => {}),
      believesOnline: () => false,
      isVisible: () => false,
    });
    const settled = connection.settled();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await settled).toBe(false);
    expect(connection.lost.get()).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});
