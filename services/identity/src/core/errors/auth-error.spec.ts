/** How errors are written. @databases one */
import { type IdentityWorld, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

describe("errors", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const wrong = { email: "nobody@example.com", password: PASSWORD };
  const weak = { email: "nobody@example.com", password: "short" };

  it("are named by status, code and words without a version", async () => {
    for (const headers of [{}, { "x-supabase-api-version": "2023-12-31" }, { "x-supabase-api-version": "nonsense" }]) {
      const answer = await world.call("POST", "token?grant_type=password", wrong, headers as Record<string, string>);
      expect(answer.headers.get("x-sb-error-code")).toBe("invalid_credentials");
      expect(answer.headers.has("x-supabase-api-version")).toBe(false);
      expect(await answer.json()).toEqual({
        code: 400,
        error_code: "invalid_credentials",
        msg: "Invalid login credentials",
      });
    }
  });

  it("are named by their code alone since 2024-01-01, and the version is echoed", async () => {
    for (const version of ["2024-01-01", "2025-06-01"]) {
      const answer = await world.call("POST", "token?grant_type=password", wrong, {
        "x-supabase-api-version": version,
      });
      expect(answer.headers.get("x-supabase-api-version")).toBe(version);
      expect(answer.headers.get("x-sb-error-code")).toBe("invalid_credentials");
      expect(await answer.json()).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
    }
  });

  it("of weak passwords say why in both formats", async () => {
    const old = await world.call("POST", "signup", weak);
    const named = await world.call("POST", "signup", weak, { "x-supabase-api-version": "2024-01-01" });
    expect(await old.json()).toMatchObject({
      code: 422,
      error_code: "weak_password",
      weak_password: { reasons: ["length"] },
    });
    expect(await named.json()).toMatchObject({ code: "weak_password", weak_password: { reasons: ["length"] } });
  });

  it("and all answers are kept by no cache, and show what a browser may read", async () => {
    const { session } = await world.person();
    const seen = await world.call("GET", "user", undefined, { authorization: `Bearer ${session.access_token}` });
    const refused = await world.call("GET", "user");
    expect([seen.headers.get("cache-control"), refused.headers.get("cache-control")]).toEqual(["no-store", "no-store"]);
    expect(seen.headers.get("access-control-expose-headers")).toBe("X-Total-Count, Link, X-Supabase-Api-Version");
  });

  it("are the same for what reaches no handler", async () => {
    const json = { "content-type": "application/json" };
    const send = (body: string, headers: Record<string, string>) =>
      fetch(`${world.url}/auth/v1/signup`, { method: "POST", headers, body });
    const cases: [Response, number, string][] = [
      [await send("{", json), 400, "bad_json"],
      [await send(`{"email":"${"x".repeat(2_000_000)}"}`, json), 413, "request_entity_too_large"],
      [await send("email=x", { "content-type": "text/csv" }), 415, "unsupported_media_type"],
      [await world.call("GET", "nowhere"), 404, "not_found"],
      [await world.call("POST", "nowhere", {}), 404, "not_found"],
    ];
    for (const [answer, status, code] of cases) {
      expect([answer.status, await answer.json()]).toEqual([
        status,
        { code: status, error_code: code, msg: expect.any(String) },
      ]);
      expect(answer.headers.get("x-sb-error-code")).toBe(code);
    }
    const named = await send("{", { ...json, "x-supabase-api-version": "2024-01-01" });
    expect(await named.json()).toEqual({ code: "bad_json", message: "Could not parse request body as JSON" });
    for (const body of ["[]", '"text"', "null"]) expect((await send(body, json)).status).toBe(400);
    expect((await fetch(`${world.url}/api/nowhere`)).headers.get("content-type")).toMatch("application/problem+json");
  });

  it.each([
    ["DELETE", "signup", "POST"],
    ["PATCH", "user", "DELETE, GET, HEAD, PUT"],
    ["GET", "factors/00000000-0000-4000-8000-000000000000?x=1", "DELETE"],
    ["PUT", ".well-known/jwks.json", "GET, HEAD"],
  ])("name the methods of an address that does not take %s: %s takes %s", async (method, path, allowed) => {
    const refused = await world.call(method, path, method === "GET" ? undefined : {});
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, allowed]);
    expect(await refused.json()).toEqual({
      code: 405,
      error_code: "method_not_allowed",
      msg: `This address takes only ${allowed}`,
    });
  });

  it("do not come from the key that clients send along", async () => {
    const { email } = await world.person();
    const headers = { apikey: "sb_publishable_anything", authorization: "Bearer sb_publishable_anything" };
    expect((await world.call("POST", "token?grant_type=password", { email, password: PASSWORD }, headers)).status).toBe(
      200,
    );
  });
});

describe("what the instance says of itself", () => {
  it("is its settings, its health and its description", async () => {
    const world = await startIdentity({ IDENTITY_SIGNUP: "false" });
    expect(await (await world.call("GET", "settings")).json()).toMatchObject({
      external: { email: true, phone: true, anonymous_users: false },
      disable_signup: true,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      saml_enabled: true,
    });
    expect(await (await world.call("GET", "health")).json()).toEqual({
      version: "1.0.0",
      name: expect.any(String),
      description: expect.any(String),
    });
    const described = (await (await fetch(`${world.url}/api/identity/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(described.paths)).toEqual(
      expect.arrayContaining(["/auth/v1/signup", "/auth/v1/token", "/auth/v1/user"]),
    );
    await world.stop();
  });
});
