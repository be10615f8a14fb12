import { accountConformance } from "@tessera/testing/conformance/account.ts";
import { type IdentityWorld, startIdentity } from "../testing/identity-world.ts";

/** What the settings rely on; remotes/settings/src/testing/account-world.test.ts asks their stand-in the same. */
let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

accountConformance(async () => {
  const { session } = await world.person();
  const headers = { authorization: `Bearer ${session.access_token}`, "x-supabase-api-version": "2024-01-01" };
  return {
    call: async (method, path, body) => {
      const answer = await world.call(method, path, body, headers);
      const json = (await answer.json()) as { code?: string; message?: string };
      if (!answer.ok) throw Object.assign(new Error(json.message), { code: json.code });
      return json;
    },
  };
});
