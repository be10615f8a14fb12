import type { FastifyReply, FastifyRequest } from "fastify";
import { bindBrowser, browserOf } from "./browser-binding.ts";

const request = (cookie?: string) => ({ headers: { cookie } }) as FastifyRequest;
const TOKEN = "t".repeat(43);

describe("what binds a flow to a browser", () => {
  it("is out of reach of scripts and of other names of the domain, and comes along with answers that are posted", () => {
    const set: string[] = [];
    const reply = { header: (_: string, value: string) => set.push(value) } as unknown as FastifyReply;
    const token = bindBrowser(request(), reply, { secure: true, flowSeconds: 600 });
    expect(set[0]).toBe(`__Host-tessera-flow=${token}; Path=/; HttpOnly; SameSite=None; Secure; Max-Age=600`);
    expect(
      bindBrowser(request(`theme=dark; __Host-tessera-flow=${token}`), reply, { secure: true, flowSeconds: 600 }),
    ).toBe(token);
  });

  it("is read under its own name alone, and only as it was given", () => {
    expect(browserOf(request(`a=b; __Host-tessera-flow=${TOKEN}`), true)).toBe(TOKEN);
    expect(browserOf(request(`tessera-flow=${TOKEN}`), true)).toBeNull();
    for (const cookie of [
      undefined,
      "",
      "__Host-tessera-flow=",
      "__Host-tessera-flow=short",
      `x__Host-tessera-flow=${TOKEN}`,
    ])
      expect(browserOf(request(cookie), true)).toBeNull();
  });
});
