import { AdministratorsSchema } from "./administrators.ts";

const of = (TESSERA_ADMINS?: string) => AdministratorsSchema.parse({ TESSERA_ADMINS });
const person = (email: string | null, ...roles: string[]) => ({ email, roles });

describe("administrators", () => {
  it("are those with the role, wherever", () => {
    for (const rule of [of(), of("ines@halvorsen.example")]) {
      expect(rule.includes(person(null, "admin"))).toBe(true);
      expect(rule.includes(person("bob@example.com"))).toBe(false);
      expect(rule.includes(person("bob@example.com", "editor"))).toBe(false);
    }
  });

  it("are the first account while nobody is listed", () => {
    expect(of().includes(person("first@example.com", "owner"))).toBe(true);
    expect(of(" , ").includes(person("first@example.com", "owner"))).toBe(true);
  });

  it("must be listed in production, where the first account could be anybody's", () => {
    const production = (TESSERA_ADMINS?: string) =>
      AdministratorsSchema.parse({ NODE_ENV: "production", TESSERA_ADMINS });
    for (const list of [undefined, "", " , "]) expect(() => production(list)).toThrow("TESSERA_ADMINS");
    expect(production("ops@example.com").includes(person("first@example.com", "owner"))).toBe(false);
  });

  it("are those listed, once there is a list: being the first to sign up gives nothing then", () => {
    const rule = of(" INES@halvorsen.example ,ops@example.com");
    expect(rule.includes(person("ines@halvorsen.example"))).toBe(true);
    expect(rule.includes(person("Ops@Example.com"))).toBe(true);
    expect(rule.includes(person("first@example.com", "owner"))).toBe(false);
    expect(rule.includes(person(null, "owner"))).toBe(false);
  });
});
