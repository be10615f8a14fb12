import { placeIn } from "../core/http/place-headers.ts";
import { type IdentityWorld, startIdentity } from "../testing/identity-world.ts";
import { placeOf } from "./place-words.ts";

const cloudflare = ["cf-ipcity", "cf-ipcountry"];

describe("what a proxy says of the place", () => {
  it.each([
    [{ "cf-ipcity": "Vienna", "cf-ipcountry": "AT" }, "Vienna, Austria"],
    [{ "cf-ipcountry": "AT" }, "Austria"],
    [{ "cf-ipcity": Buffer.from("Köln").toString("latin1"), "cf-ipcountry": "DE" }, "Köln, Germany"],
    [{ "cf-ipcity": "S%C3%A3o%20Paulo" }, "São Paulo"],
    [{ "cf-ipcity": "100%" }, "100%"],
    [{ "cf-ipcity": "Singapore", "cf-ipcountry": "SG" }, "Singapore"],
    [{ "cf-ipcountry": "T1" }, "Tor network"],
    [{ "cf-ipcountry": "XX" }, null],
    [{ "cf-ipcity": Buffer.from("a\u0007b\u202ec").toString("latin1") }, "abc"],
    [{ "cf-ipcity": "a%0Ab" }, "ab"],
    [{ "cf-ipcity": "x".repeat(500) }, "x".repeat(100)],
    [{}, null],
  ])("%j is %s", (headers, place) => expect(placeIn(headers, cloudflare)).toBe(place));
});

describe("what an address says of the place", () => {
  it.each([
    ["127.0.0.1", "The computer that Tessera runs on"],
    ["::1", "The computer that Tessera runs on"],
    ["::ffff:127.0.0.1", "The computer that Tessera runs on"],
    ["192.168.7.20", "Local network"],
    ["fd12::1", "Local network"],
    ["203.0.113.9", null],
    ["2001:db8::1", null],
    ["not an address", null],
    [null, null],
  ])("%s is %s", (address, place) => expect(placeOf(null, address)).toBe(place));
  it("is less than what the proxy said", () => expect(placeOf("Vienna, Austria", "10.0.0.1")).toBe("Vienna, Austria"));
});

describe("the place of a session", () => {
  const headers = { "cf-ipcity": "Vienna", "cf-ipcountry": "AT", "x-forwarded-for": "203.0.113.9" };
  const placeAfterRefresh = async (world: IdentityWorld) => {
    const { auth, session } = await world.person();
    const answer = await world.call(
      "POST",
      "token?grant_type=refresh_token",
      { refresh_token: session.refresh_token },
      headers,
    );
    const { access_token } = (await answer.json()) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    const { sessions } = await (await world.call("GET", "user/sessions", undefined, { authorization })).json();
    await world.call("POST", "logout?scope=others", undefined, { ...headers, authorization });
    const { activity } = await (await world.call("GET", "user/activity", undefined, { authorization })).json();
    expect((await auth.getUser()).error).toBeNull();
    return [sessions[0].place, sessions[0].address, activity[0].place];
  };

  it("is what the trusted proxy in front says, and moves with the person", async () => {
    const world = await startIdentity({
      TRUSTED_PROXIES: "loopback",
      IDENTITY_PLACE_HEADERS: "CF-IPCity, CF-IPCountry",
    });
    expect(await placeAfterRefresh(world)).toEqual(["Vienna, Austria", "203.0.113.9", "Vienna, Austria"]);
    await world.stop();
  });

  it("is not what anybody else says", async () => {
    const world = await startIdentity({ IDENTITY_PLACE_HEADERS: "cf-ipcity,cf-ipcountry" });
    const here = "The computer that Tessera runs on";
    expect(await placeAfterRefresh(world)).toEqual([here, expect.stringContaining("127.0.0.1"), here]);
    await world.stop();
  });
});
