import { Keyring } from "./keyring.ts";

const [first, second] = ["first secret of thirty-two letters", "second secret of thirty-two letters"];

test("what is sealed opens at its place alone, and not when it was changed", () => {
  const keyring = new Keyring([first]);
  const sealed = keyring.seal("sk-1", "provider one");
  expect(sealed.bytes.includes("sk-1")).toBe(false);
  expect(keyring.open(sealed, "provider one")).toBe("sk-1");
  expect(keyring.open(sealed, "provider two")).toBeNull();
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(sealed.bytes);
    bytes[at]! ^= 1;
    expect(keyring.open({ ...sealed, bytes }, "provider one")).toBeNull();
  }
  expect(keyring.seal("sk-1", "provider one").bytes.equals(sealed.bytes)).toBe(false);
});

test("the secret before opens what it sealed, and seals nothing more", () => {
  const sealed = new Keyring([first]).seal("sk-1", "place");
  const both = new Keyring([second, first]);
  expect(both.open(sealed, "place")).toBe("sk-1");
  expect(both.seal("sk-2", "place").keyId).toBe(new Keyring([second]).currentId);
  expect(new Keyring([second]).open(sealed, "place")).toBeNull();
  expect(new Keyring([]).currentId).toBeNull();
});
