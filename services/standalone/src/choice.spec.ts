import { chosen } from "./choice.ts";
import { services } from "./services.ts";

const database = { DATABASE_URL: "postgres://localhost/tessera" };
const behind = { ...database, PUBLIC_URL: "http://localhost:4000", TRUSTED_PROXIES: "127.0.0.1" };
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe("the services of a process", () => {
  it("are all of them where none is named", () => {
    const { services: own, elsewhere } = chosen([], {});
    expect([names(own), elsewhere]).toEqual([names(services({})), []]);
  });

  it("are those that are named, in their own order, and the others run elsewhere", () => {
    const { services: own, elsewhere } = chosen(["gateway", "items"], {
      ...database,
      SERVICE_URLS: "*=http://127.0.0.1:4001",
    });
    expect(names(own)).toEqual(["items", "gateway"]);
    expect([...names(own), ...names(elsewhere)].sort()).toEqual(names(services({})).sort());
    expect(names(chosen(["billing"], behind).services)).toEqual(["billing"]);
  });

  it("may be all of them by name, on the embedded database", () => {
    expect(chosen(names(services({})), {}).elsewhere).toEqual([]);
  });

  it.each([
    [["itms", "queue"], behind, "There is no service itms to run. There are: releases"],
    [["billing"], { ...behind, DATABASE_URL: "" }, "DATABASE_URL: name a PostgreSQL server"],
    [[], { SERVICE_URLS: "billing=http://127.0.0.1:4001" }, "DATABASE_URL: name a PostgreSQL server"],
    [["billing"], { ...behind, PUBLIC_URL: "" }, "PUBLIC_URL: the address at which people reach the gateway"],
    [["billing"], { ...behind, TRUSTED_PROXIES: "" }, "TRUSTED_PROXIES: the address of the gateway's process"],
    [
      ["gateway"],
      { ...database, SERVICE_URLS: "items=http://a,queue=http://b,billing=http://c" },
      "SERVICE_URLS: say where releases",
    ],
  ])("are refused with what to set: %j %j", (list, environment, sentence) => {
    expect(() => chosen(list, environment)).toThrow(sentence);
  });
});
