import { InspectorsSchema } from "./inspectors.ts";

const boss = { email: "boss@example.com", roles: [] };

describe("who may inspect a page", () => {
  it("are the administrators", () => {
    const inspectors = InspectorsSchema.parse({ TESSERA_ADMINS: "boss@example.com", NODE_ENV: "production" });
    expect(inspectors.includes(boss)).toBe(true);
    expect(inspectors.includes({ email: "other@example.com", roles: ["owner"] })).toBe(false);
  });

  it("is nobody where a gateway's process does not name them", () => {
    const inspectors = InspectorsSchema.parse({ NODE_ENV: "production" });
    expect(inspectors.includes({ ...boss, roles: ["owner", "admin"] })).toBe(false);
  });
});
