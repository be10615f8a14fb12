import { type FastifyRequest, fastify } from "fastify";
import { Log } from "../log.ts";
import { logRefusals, MAX_LINES_PER_MINUTE } from "./refusal-log.ts";

const lines: Record<string, unknown>[] = [];
let now = 0;
const server = fastify({ genReqId: () => "r1" });
logRefusals(server, new Log("info", { write: (line) => void lines.push(JSON.parse(line)) }), () => now);
server.get("/api/shelf/:name", async (request, reply) => {
  (request as FastifyRequest & { caller?: object }).caller = { userId: "u1", email: "ines@halvorsen.example" };
  return reply.status(Number((request.query as { status: string }).status)).send({});
});
const ask = (status: number) => server.inject(`/api/shelf/secret-plan?status=${status}`);
beforeEach(() => {
  lines.length = 0;
  now += 60_000;
});

it("names the route, the caller and the status of a refused request, and nothing that is the person's", async () => {
  for (const status of [200, 401, 403, 404, 429, 500]) await ask(status);
  expect(
    lines.map(({ status, method, route, userId, requestId, msg }) => [status, method, route, userId, requestId, msg]),
  ).toEqual([401, 403, 429].map((status) => [status, "GET", "/api/shelf/:name", "u1", "r1", "request refused"]));
  expect(JSON.stringify(lines)).not.toMatch(/secret-plan|halvorsen/);
});

it("writes so many lines in a minute, then says how many there were", async () => {
  for (let asked = 0; asked < MAX_LINES_PER_MINUTE + 7; asked += 1) await ask(403);
  expect(lines).toHaveLength(MAX_LINES_PER_MINUTE);
  now += 60_000;
  await ask(403);
  expect(lines.slice(MAX_LINES_PER_MINUTE)).toMatchObject([
    { refusals: 7, msg: "further requests refused" },
    { status: 403, msg: "request refused" },
  ]);
});
