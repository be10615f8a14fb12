import { isBlockedPort } from "./blocked-ports.ts";
import { KitConfigSchema } from "./kit-config.ts";

/** Whether `fetch` refuses the port before it connects. */
const isRefused = (port: number) =>
  fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(2_000) }).then(
    () => false,
    (error: { cause?: Error }) => error.cause?.message === "bad port",
  );

it("knows the ports that fetch refuses", async () => {
  const ports = Array.from({ length: 11_000 }, (_, at) => at + 1);
  const blocked = ports.filter(isBlockedPort);
  expect(await Promise.all(blocked.map(isRefused))).toEqual(blocked.map(() => true));
  const beside = blocked.flatMap((port) => [port - 1, port + 1]).filter((port) => port > 0 && !isBlockedPort(port));
  expect(await Promise.all(beside.map(isRefused))).toEqual(beside.map(() => false));
});

it("refuses to listen where no browser connects", () => {
  const { error } = KitConfigSchema.safeParse({ PORT: "6000" });
  expect(error?.issues[0]).toMatchObject({ path: ["PORT"], message: expect.stringContaining("browsers refuse") });
  expect(KitConfigSchema.safeParse({ PORT: "6001" }).success).toBe(true);
});
