/** How bodies are read. @databases one */
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

const json = JSON.stringify({ email: newAddress(), password: PASSWORD, type: "signup" });
const form = String(new URLSearchParams({ email: newAddress(), password: PASSWORD, type: "signup" }));
const send = (path: string, type: string, body: string) =>
  fetch(`${world.url}/auth/v1/${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body,
    redirect: "manual",
  });

it.each(["signup", "otp", "recover", "resend", "verify", "sso", "token?grant_type=password", "logout", "factors"])(
  "takes no form and no plain text at %s: other sites' pages can have browsers send those",
  async (path) => {
    for (const [type, body] of [
      ["application/x-www-form-urlencoded", form],
      ["text/plain", json],
      ["text/plain;application/json", json],
      ["application/jsonp", json],
      [
        "multipart/form-data; boundary=x",
        '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@example.com\r\n--x--\r\n',
      ],
    ] as const) {
      const answer = await send(path, type, body);
      expect([type, answer.status, await answer.json()]).toEqual([
        type,
        415,
        { code: 415, error_code: "unsupported_media_type", msg: expect.stringContaining("application/json") },
      ]);
    }
    expect(await world.user(new URLSearchParams(form).get("email")!)).toBeNull();
  },
);

it("takes JSON however it names its encoding, and forms where other services post their answers", async () => {
  for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"])
    expect((await send("recover", type, json)).status).toBe(200);
  for (const path of ["callback", "sso/saml/acs"])
    expect((await send(path, "application/x-www-form-urlencoded", "state=x&SAMLResponse=x")).status).not.toBe(415);
});
