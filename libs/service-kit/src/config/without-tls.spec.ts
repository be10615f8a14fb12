import { Environment, parseConfig } from "./environment.ts";
import { KitConfigSchema } from "./kit-config.ts";

const parse = (values: Record<string, string>) =>
  parseConfig(KitConfigSchema, new Environment({ NODE_ENV: "production", ...values }));

const unsafe: [string, string][] = [
  ["PUBLIC_URL", "http://tessera.example"],
  ["PUBLIC_URL", "http://192.168.1.7:4000"],
  ["IDENTITY_URL", "http://id.example/auth/v1"],
  ["DATABASE_URL", "postgres://tessera:secret@db.example/tessera"],
  ["DATABASE_URL", "postgres://tessera:secret@db:5432/tessera?sslmode=prefer"],
  ["DATABASE_URL", "postgresql://tessera:secret@10.0.0.8/tessera?sslmode=no-verify"],
  ["DATABASE_URL", "postgres://localhost/tessera?host=db.example"],
  ["SERVICE_URLS", "items=http://10.0.0.2:4000"],
];

const fine: Record<string, string>[] = [
  { PUBLIC_URL: "https://tessera.example", IDENTITY_URL: "https://id.example/auth/v1" },
  { PUBLIC_URL: "http://localhost:4000", DATABASE_URL: "postgres://tessera@127.0.0.1/tessera" },
  { DATABASE_URL: "postgres://tessera:secret@db.example/tessera?sslmode=require" },
  { DATABASE_URL: "postgres://tessera:secret@db.example/tessera?sslmode=verify-full" },
  { DATABASE_URL: "postgres:///tessera?host=/run/postgresql" },
  { SERVICE_URLS: "items=http://127.0.0.1:4001,*=https://rest.example" },
];

describe("production without TLS", () => {
  it.each(unsafe)("does not start where %s is %s, and says what to do", (name, address) => {
    expect(() => parse({ [name]: address })).toThrow(new RegExp(`${name}: .* without TLS.*WITHOUT_TLS=${name}`));
    expect(() => parse({ [name]: address })).not.toThrow("secret");
  });

  it.each(unsafe)("starts where it is allowed for %s by name", (name, address) => {
    expect(parse({ [name]: address, WITHOUT_TLS: `SMTP_URL, ${name}` }).production).toBe(true);
  });

  it.each(fine)("starts with TLS, and on this machine: %j", (values) => {
    expect(parse(values).production).toBe(true);
  });

  it("is nobody's concern in development", () => {
    expect(parse({ NODE_ENV: "development", DATABASE_URL: "postgres://db.example/tessera" }).production).toBe(false);
  });
});
