import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyRequest } from "fastify";
import { whileThere } from "./while-there.ts";

const asked = (raw: IncomingMessage) => ({ raw }) as FastifyRequest;

test("work ends when the one who asked closes the connection, and leaves nothing behind when it is answered", async () => {
  const ended = Promise.withResolvers<string>();
  const began = Promise.withResolvers<void>();
  const server = createServer(async (incoming, answer) => {
    if (incoming.url === "/short") {
      const left = await whileThere(asked(incoming), async (signal) => signal.aborted);
      return answer.end(`${left} ${incoming.socket.listeners("close").filter((one) => one.name === "leave").length}`);
    }
    await whileThere(asked(incoming), (left) => {
      began.resolve();
      return once(left, "abort");
    });
    ended.resolve("ended");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${origin}/short`)).text()).toBe("false 0");
  const client = request(`${origin}/long`).on("error", () => undefined);
  client.end();
  await began.promise;
  client.destroy();
  expect(await ended.promise).toBe("ended");
  server.closeAllConnections();
  await once(server.close(), "close");
});
