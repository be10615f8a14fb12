import { relyingPartyOf } from "./relying-party-config.ts";

describe("who passkeys are made for", () => {
  it("is the host of PUBLIC_URL, at its origin", () => {
    expect(relyingPartyOf(["https://tessera.example:8443"], [])).toEqual({
      id: "tessera.example",
      origins: ["https://tessera.example:8443"],
    });
  });

  it("is localhost on this machine, however it is named", () => {
    for (const own of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(relyingPartyOf([own, "http://localhost:3000"], [])).toMatchObject({ id: "localhost" });
  });

  it("is nobody at an IP address: browsers make no passkeys for one", () => {
    for (const own of ["https://203.0.113.7", "https://[2001:db8::1]:8443"])
      expect(relyingPartyOf([own], [])).toBeNull();
  });

  it("has pages below its host, and none elsewhere", () => {
    expect(relyingPartyOf(["https://a.example"], ["https://app.a.example/"])?.origins).toEqual([
      "https://a.example",
      "https://app.a.example",
    ]);
    for (const other of ["https://evil.example", "https://evila.example", "https://a.example.evil.example"])
      expect(() => relyingPartyOf(["https://a.example"], [other])).toThrow(/neither on a.example nor below it/);
  });
});
