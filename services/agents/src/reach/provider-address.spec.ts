import { reachable } from "./provider-address.ts";

const strict = { allowed: new Set<string>(), loopback: false };
const refusal = (address: string, reach = strict) =>
  reachable(new URL(address), reach).then(
    () => null,
    (error: Error) => error.message,
  );

test.each([
  "http://127.0.0.1:11434/v1",
  "http://localhost:11434/v1",
  "https://10.0.0.8/v1",
  "https://192.168.1.2/v1",
  "http://169.254.169.254/latest",
  "https://[::1]/v1",
  "https://[fd00::1]/v1",
  "https://[::ffff:127.0.0.1]/v1",
])("%s leads into a private network", async (address) => {
  expect(await refusal(address)).toContain("private network");
});

test("in development the loopback may be reached, and no other private address", async () => {
  const development = { ...strict, loopback: true };
  expect(await refusal("http://127.0.0.1:11434/v1", development)).toBeNull();
  expect(await refusal("http://[::1]:11434/v1", development)).toBeNull();
  expect(await refusal("http://10.0.0.8:11434/v1", development)).toContain("private network");
});

test("an installation may allow a host and port, and allows no other port by that", async () => {
  const allowing = { ...strict, allowed: new Set(["10.0.0.8:11434"]) };
  expect(await refusal("http://10.0.0.8:11434/v1", allowing)).toBeNull();
  expect(await refusal("http://10.0.0.8:22/v1", allowing)).toContain("AGENTS_PROVIDERS_ALLOW=10.0.0.8:22");
});

test("public addresses are reached over https alone, and never with a password in the address", async () => {
  expect(await refusal("https://1.1.1.1/v1")).toBeNull();
  expect(await refusal("http://1.1.1.1/v1")).toContain("https://");
  expect(await refusal("https://key@1.1.1.1/v1")).toContain("password");
});
