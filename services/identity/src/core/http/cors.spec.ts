/** Headers of answers. @databases one */
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const ask = (world: IdentityWorld, origin: string, path = "token?grant_type=password") =>
  fetch(`${world.url}/auth/v1/${path}`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "apikey,content-type",
    },
  });
const cors = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control") || name === "vary"));

describe("pages of other origins", () => {
  it("may use auth/v1 of a development set-up, without cookies", async () => {
    const world = await startIdentity();
    const preflight = await ask(world, "http://localhost:3000");
    expect([preflight.status, await preflight.text(), cors(preflight)]).toEqual([
      204,
      "",
      {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": "apikey, authorization, content-type, x-client-info, x-supabase-api-version",
        "access-control-expose-headers": "X-Total-Count, Link, X-Supabase-Api-Version",
        "access-control-max-age": "3600",
      },
    ]);
    const asked = { email: newAddress(), password: PASSWORD };
    for (const answer of [
      await world.call("POST", "signup", asked, { origin: "http://localhost:3000" }),
      await world.call("GET", "user", undefined, { origin: "http://localhost:3000" }),
      await world.call("GET", "nowhere", undefined, { origin: "http://localhost:3000" }),
    ])
      expect(cors(answer)).toEqual({
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "X-Total-Count, Link, X-Supabase-Api-Version",
      });
    expect(cors(await fetch(`${world.url}/api/health`, { headers: { origin: "http://localhost:3000" } }))).toEqual({});
    await world.stop();
  });

  it("may in production only where they get sessions anyway", async () => {
    const world = await startIdentity({
      NODE_ENV: "production",
      TESSERA_ADMINS: "boss@example.com",
      SMTP_URL: "smtp://127.0.0.1:1",
      IDENTITY_MAILER_AUTOCONFIRM: "",
      IDENTITY_RATE_LIMIT_FACTOR: "1",
      IDENTITY_SECRET: "s".repeat(32),
      IDENTITY_REDIRECT_URLS: "https://app.example/welcome",
    });
    const allowed = await ask(world, "https://app.example");
    expect(cors(allowed)).toMatchObject({ "access-control-allow-origin": "https://app.example", vary: "Origin" });
    for (const origin of ["https://evil.example", "https://app.example.evil.example", "http://app.example", "null"]) {
      expect(cors(await ask(world, origin))).not.toHaveProperty("access-control-allow-origin");
      expect(cors(await world.call("GET", "settings", undefined, { origin }))).not.toHaveProperty(
        "access-control-allow-origin",
      );
    }
    for (const answer of [allowed, await ask(world, "https://evil.example")])
      expect(cors(answer)).not.toHaveProperty("access-control-allow-credentials");
    await world.stop();
  });
});
