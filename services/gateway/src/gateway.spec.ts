import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Global, Module } from "@nestjs/common";
import { BuildMeta, Composition, PageConfig, PagePayload, type Release } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import {
  type Form,
  ReleaseRegistry,
  type ResolvedForVisitor,
  type VisitorRequest,
} from "@tessera/federation/registry.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { GatewayConfigSchema } from "./gateway.config.ts";
import { gatewayService } from "./index.ts";

const BUILD = "0123456789abcdef";
const CODE = "run();".repeat(40);
let folder: string;

const listed = (slug: string, order: number, title: string) => ({
  slug,
  order,
  title,
  summary: `All of ${title}.`,
  sections: [{ id: "undo", title: "Undo" }],
});
/** Pages of the handbook by app and file. */
const handbook: Record<string, Record<string, string>> = {
  shell: {
    "handbook/index.json": JSON.stringify([listed("voice", 70, "Voice"), listed("start", 10, "Start")]),
    "handbook/start.html": '<h2 id="undo">Undo</h2><p>Press <kbd>Z</kbd>.</p>',
    "handbook/voice.html": "x".repeat(300_000),
  },
  items: { "handbook/index.json": JSON.stringify([listed("items", 30, "Cards <b>")]) },
};

/** A registry with one composition: what the releases service answers from its tables. */
class OneBuild extends ReleaseRegistry {
  private readonly manifests = {
    shell: Manifest.parse({
      name: "shell",
      title: "Tessera",
      routes: [
        {
          id: "index",
          path: "/",
          title: "Tessera",
          description: "Cards & what needs you",
          layout: "blank",
          session: false,
          prerendered: true,
        },
        {
          id: "handbook",
          path: "/handbook/:page?",
          title: "Handbook",
          layout: "blank",
          session: false,
          prerendered: true,
        },
      ],
    }),
    items: Manifest.parse({
      name: "items",
      title: "Items",
      routes: [
        { id: "items", path: "/items", title: "Items", redirect: "/items/inbox" },
        { id: "type", path: "/items/:type", title: "Items" },
        { id: "help", path: "/help", title: "Help", redirect: "https://help.example/" },
      ],
    }),
  };
  async serviceAt() {
    return null;
  }
  async resolve(visitor?: VisitorRequest): Promise<ResolvedForVisitor> {
    if (visitor?.opens) opened.push(visitor.opens);
    const app = (name: "shell" | "items") => {
      const base = `/assets/${name}/1.0.0-0123456789ab/`;
      const release = {
        id: "1.0.0-0123456789ab",
        version: "1.0.0",
        base,
        entry: "entry.js",
        globalName: null,
        integrity: { "entry.js": "sha384-x" },
      };
      const { title, routes, navigation, commands, contributes } = this.manifests[name];
      return { name, title, release, routes, navigation, commands, contributes };
    };
    const resolved = (name: "shell" | "items") => ({
      release: {
        ...app(name).release,
        app: name,
        scripts: ["entry.js"],
        styles: [],
        provides: {},
        files: ["entry.js", "handbook/index.json"].map((path) => ({ path, bytes: 1, integrity: "sha384-x" })),
        manifest: this.manifests[name],
      } as unknown as Release,
      base: app(name).release.base,
      development: false,
    });
    return {
      composition: {
        buildId: BUILD,
        shell: app("shell"),
        remotes: [app("items")],
        off: [{ name: "queue", title: "Queue", reason: "Too slow", paths: ["/queue"] }],
      },
      apps: new Map([
        ["shell", resolved("shell")],
        ["items", resolved("items")],
      ]),
      cookies: ["tessera-subject=one"],
      page: "signed",
      ...(visitor?.cookies === "administrator" ? { sources: { shell: "stable", items: "candidate" } as const } : {}),
    };
  }
  async build(id: string) {
    return id === BUILD ? (await this.resolve()).composition : null;
  }
  async *recalls() {
    yield { app: "items", releases: ["1.0.0-0123456789ab"] };
  }
  async file(app: string, _release: string, name: string) {
    const page = handbook[app]?.[name];
    if (page !== undefined) {
      const open = async () => ({ bytes: page.length, content: Readable.from([page]) });
      return { path: name, integrity: "sha384-x", compressed: false, open };
    }
    const files: Record<string, boolean> = {
      "entry.js": true,
      "public/sw.js": true,
      "public/favicon.png": false,
      "public/manifest.webmanifest": true,
    };
    if (app !== "shell" || !(name in files)) return null;
    const open = async (form: Form) => {
      const content = readFileSync(path.join(folder, name + { plain: "", br: ".br", gzip: ".gz" }[form]));
      return { bytes: content.byteLength, content: Readable.from([content]) };
    };
    return { path: name, integrity: "sha384-x", compressed: files[name]!, open };
  }
  async integrity(app: string, id: string) {
    return app === "shell" && id === "1.0.0-0123456789ab" ? { "entry.js": "sha384-x", "later.js": "sha384-y" } : null;
  }
  asset(app: string, name: string) {
    return this.file(app, "", name.replace(".by-content", ""));
  }
}

@Global()
@Module({ providers: [{ provide: ReleaseRegistry, useClass: OneBuild }], exports: [ReleaseRegistry] })
class RegistryModule {}
const registry: ServiceDefinition = {
  name: "registry",
  title: "Registry",
  module: RegistryModule,
  schema: "registry",
  migrations: [],
};

/** Addresses of pages that somebody looks at. */
const opened: string[] = [];
let world: World;
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(world.url + address, { headers, redirect: "manual" });

beforeAll(async () => {
  world = await startServices([registry, gatewayService], { environment: { IDENTITY_ANON_KEY: "key" } });
  folder = path.join(world.dataDir, "files-of-shell");
  mkdirSync(path.join(folder, "public"), { recursive: true });
  for (const name of ["entry.js", "public/sw.js", "public/favicon.png", "public/manifest.webmanifest"]) {
    writeFileSync(path.join(folder, name), CODE);
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(CODE));
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(CODE));
  }
});
afterAll(() => world.stop());

it("tells open pages which releases are withdrawn, signed in or not", async () => {
  const answer = await get("/builds/recalls");
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await answer.text()).toContain('data: {"app":"items","releases":["1.0.0-0123456789ab"]}');
});

it("names the session's cookies so that no other host can set them, where there is https", () => {
  const prefix = (PUBLIC_URL: string) => GatewayConfigSchema.parse({ PUBLIC_URL, COOKIE_PREFIX: "own" }).cookiePrefix;
  expect([prefix("https://tessera.example"), prefix("http://localhost:4000")]).toEqual(["__Host-own", "own"]);
});

describe("pages", () => {
  it("answer at every address: 200 where a rule owns it, 404 with the shell where none does", async () => {
    const [items, nowhere] = [await get("/items/inbox?q=1"), await get("/no/where")];
    expect({ items: items.status, nowhere: nowhere.status }).toEqual({ items: 200, nowhere: 404 });
    const html = await nowhere.text();
    expect(html).toContain('<div id="root">');
    expect(Composition.parse(JSON.parse(/id="composition">(.*)<\/script>/.exec(html)![1]!)).buildId).toBe(BUILD);
    expect(items.headers.get("cache-control")).toBe("private, no-cache");
    const nonce = /name="csp-nonce" content="([^"]+)"/.exec(await items.text())![1]!;
    expect(items.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
    expect(nowhere.headers.get("content-security-policy")).not.toContain(nonce);
  });

  it("name the build, the shell and the app that answered, each with its release", async () => {
    const [items, nowhere] = [await get("/items/inbox"), await get("/no/where")];
    expect(["tessera-build", "tessera-shell", "tessera-app"].map((name) => items.headers.get(name))).toEqual([
      BUILD,
      "shell 1.0.0-0123456789ab",
      "items 1.0.0-0123456789ab",
    ]);
    expect(nowhere.headers.get("tessera-shell")).toBe("shell 1.0.0-0123456789ab");
    expect(nowhere.headers.get("tessera-app")).toBeNull();
    expect((await get("/items")).headers.get("tessera-app")).toBe("items 1.0.0-0123456789ab"); // which redirects
  });

  it("say why each release was chosen to those who may inspect them, and to nobody else", async () => {
    const inspectorFor = async (cookie: string) => {
      const html = await (await get("/items/inbox", { cookie })).text();
      return PageConfig.parse(JSON.parse(/id="config">(.*)<\/script>/.exec(html)![1]!)).inspector;
    };
    expect(await inspectorFor("administrator")).toEqual({ sources: { shell: "stable", items: "candidate" } });
    expect(await inspectorFor("nobody")).toBeUndefined();
  });

  it("of an app that is switched off are there for the shell to say so, and for machines to come back later", async () => {
    const page = await get("/queue");
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('<div id="root">');
  });

  it("are opened by browsers that show them, not by scripts or ahead of time", async () => {
    opened.length = 0;
    const html = { accept: "text/html,*/*;q=0.8" };
    await get("/items/inbox", html);
    for (const purpose of ["prefetch", "prefetch;prerender"])
      await get("/items/inbox", { ...html, "sec-purpose": purpose });
    await get("/items/inbox", { accept: "*/*" });
    await get("/builds/latest.json", html);
    expect(opened).toEqual(["/items/inbox"]);
  });

  it("give the visitor the cookie that keeps cohorts the same, for no script to read", async () => {
    const kept = (await get("/items/inbox")).headers.getSetCookie();
    expect(kept).toEqual(["tessera-subject=one; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"]);
    expect((await get("/builds/latest.json")).headers.getSetCookie()).toEqual([]);
  });

  it("redirect where their rule says so, keeping the query [route.rule-redirect] [route.items-redirect]", async () => {
    const items = await get("/items?q=a%20b");
    expect(items.status).toBe(302);
    expect(items.headers.get("location")).toBe("/items/inbox?q=a%20b");
    expect((await get("/help?q=1")).headers.get("location")).toBe("https://help.example/");
  });

  it("say what they are to search engines and where no script runs, and that the handbook needs none", async () => {
    const html = await (await get("/")).text();
    expect(html).toContain('<meta name="description" content="Cards &amp; what needs you">');
    // Without billing in reach it says all but the prices.
    expect(html).toContain('<section id="kept"><h2>What is kept where</h2>');
    expect(html).not.toContain("#plans");
    expect(await (await get("/items/inbox")).text()).toContain(
      '<p>Tessera needs JavaScript. The <a href="/handbook">handbook</a> can be read without it.</p>',
    );
    expect(await (await get("/handbook/start")).text()).toContain('<meta name="description" content="All of Start.">');
    expect(await (await get("/items/inbox")).text()).not.toContain('name="description"');
  });

  it("leave the addresses of services alone", async () => {
    for (const address of ["/api/nothing", "/auth/v1/nothing", "/realtime/v1/x", "/sandbox", "/dev/x"]) {
      const response = await get(address);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        404,
        "application/problem+json; charset=utf-8",
      ]);
    }
    expect((await fetch(`${world.url}/items/inbox`, { method: "POST" })).status).toBe(404);
  });

  it("that are the same for everyone have a payload, others have none [shell.payload]", async () => {
    const payload = PagePayload.parse(await (await get("/_payload.json")).json());
    expect(payload).toMatchObject({
      path: "/",
      buildId: BUILD,
      title: "Tessera",
      rule: { id: "index", layout: "blank" },
    });
    expect((await get("/items/inbox/_payload.json")).status).toBe(404);
  });
});

describe("the handbook", () => {
  const state = async (address: string) =>
    PagePayload.parse(await (await get(`${address}/_payload.json`)).json()).handbook!;

  it("has the pages of all releases in one order, and the text of the one that is asked for", async () => {
    const all = await state("/handbook");
    expect(all.pages.map(({ slug }) => slug)).toEqual(["start", "items", "voice"]);
    expect(all.page).toBeNull();
    expect((await state("/handbook/start")).page).toEqual({
      slug: "start",
      html: handbook.shell!["handbook/start.html"],
    });
  });

  it("is read without any script", async () => {
    const page = await get("/handbook/start");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain("<title>Start · Handbook</title>");
    expect(html).toContain('<h1>Start</h1><p class="lead">All of Start.</p>');
    expect(html).toContain('<h2 id="undo">Undo</h2><p>Press <kbd>Z</kbd>.</p>');
    expect(html).toContain('<a href="/handbook/start" aria-current="page">Start</a>');
    expect(html).toContain('<a href="/handbook/start#undo">Undo</a>');
    expect(html).toContain('<a href="/handbook/items">Cards &lt;b&gt; →</a>');
    expect(html).toContain('<link rel="stylesheet" href="/handbook.css">');
    expect(html).not.toContain("needs JavaScript");
  });

  it("comes with its style sheet, for which a browser would wait without an end", async () => {
    handbook.shell!["public/handbook.css"] = ".handbook {}</style>";
    try {
      const html = await (await get("/handbook/start")).text();
      expect(html).toMatch(/<style nonce="[^"]+" data-handbook>\.handbook \{\}<\\\/style><\/style>/);
      expect(html).not.toContain('rel="stylesheet"');
    } finally {
      delete handbook.shell!["public/handbook.css"];
    }
  });

  it.each(["nowhere", "voice", "items"])(
    "has no page %s: unknown, too long, or lost from its release",
    async (slug) => {
      expect((await get(`/handbook/${slug}/_payload.json`)).status).toBe(404);
      const page = await get(`/handbook/${slug}`);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain("needs JavaScript");
    },
  );

  it("goes without the pages of a release whose list is wrong", async () => {
    const kept = handbook.items!;
    handbook.items = { "handbook/index.json": '[{"slug":"../../etc"}]' };
    const world = await startServices([registry, gatewayService], { environment: { IDENTITY_ANON_KEY: "key" } });
    try {
      const payload = PagePayload.parse(await (await fetch(`${world.url}/handbook/_payload.json`)).json());
      expect(payload.handbook!.pages.map(({ slug }) => slug)).toEqual(["start", "voice"]);
    } finally {
      handbook.items = kept;
      await world.stop();
    }
  });
});

describe("builds", () => {
  it("tell the newest id past any cache, and what each is made of [shell.build-meta]", async () => {
    const latest = await get("/builds/latest.json?1234567");
    expect(await latest.json()).toEqual({ id: BUILD });
    expect(latest.headers.get("cache-control")).toBe("no-store");
    expect((await get("/builds/latest.json", { "if-none-match": latest.headers.get("etag")! })).status).toBe(304);
    const meta = BuildMeta.parse(await (await get(`/builds/meta/${BUILD}.json`)).json());
    expect(meta.composition.remotes[0]!.routes.map((rule) => rule.path)).toEqual(["/items", "/items/:type", "/help"]);
    expect((await get("/builds/meta/ffffffffffffffff.json")).status).toBe(404);
    expect((await get("/builds/meta/x.json")).status).toBe(404);
  });

  it("is loaded with the hashes of its releases, which browsers keep", async () => {
    const hashes = await get("/builds/integrity/shell/1.0.0-0123456789ab.json");
    expect(hashes.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await hashes.json()).toEqual({ "entry.js": "sha384-x", "later.js": "sha384-y" });
    expect((await get("/builds/integrity/shell/1.0.0-aaaaaaaaaaaa.json")).status).toBe(404);
    expect((await get("/builds/integrity/items/1.0.0-0123456789ab.json")).status).toBe(404);
  });
});

describe("files", () => {
  const asset = "/assets/shell/1.0.0-0123456789ab/entry.js";

  it("of a release never change, and come in the smallest form that is accepted", async () => {
    const plain = await get(asset, { "accept-encoding": "identity" });
    expect([plain.status, plain.headers.get("content-encoding"), await plain.text()]).toEqual([200, null, CODE]);
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    for (const [encoding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      // Raw bytes: fetch would decode them.
      const { promise, resolve } = Promise.withResolvers<{ headers: Record<string, unknown>; body: Buffer }>();
      const { request } = await import("node:http");
      request(world.url + asset, { headers: { "accept-encoding": encoding } }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({ headers: response.headers, body: Buffer.concat(chunks) });
      }).end();
      const { headers, body } = await promise;
      expect([headers["content-encoding"], headers.vary, decode(body).toString()]).toEqual([
        encoding,
        "accept-encoding",
        CODE,
      ]);
    }
    expect((await get(asset, { "accept-encoding": "br", "if-none-match": '"sha384-x-br"' })).status).toBe(304);
  });

  it("come by content, too, for as long", async () => {
    const plain = await get("/assets/shell/entry.by-content.js", { "accept-encoding": "identity" });
    expect([plain.status, await plain.text()]).toEqual([200, CODE]);
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    for (const address of ["/assets/items/entry.by-content.js", "/assets/shell/other.js", "/assets/shell/"])
      expect((await get(address, { accept: "*/*" })).status).toBe(404);
  });

  it("that no release lists are not there, whatever the address tries", async () => {
    for (const name of ["other.js", "entry.js.br", "../../deploy-tokens.json", "..%2f..%2fdeploy-tokens.json"])
      expect((await get(`/assets/shell/1.0.0-0123456789ab/${name}`)).status).toBe(404);
  });

  it("of the shell's public folder are at the root, revalidated each time", async () => {
    const worker = await get("/sw.js");
    expect([worker.status, worker.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(worker.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect((await get("/manifest.webmanifest")).headers.get("content-type")).toBe(
      "application/manifest+json; charset=utf-8",
    );
    expect((await get("/favicon.png", { "accept-encoding": "br" })).headers.get("content-encoding")).toBeNull();
    expect((await get("/favicon.ico")).headers.get("content-type")).toMatch(/^text\/html/);
  });
});
