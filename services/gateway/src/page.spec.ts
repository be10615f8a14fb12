import { describe, expect, it } from "@jest/globals";
import type { LoadableRelease, Release } from "@tessera/federation/composition.ts";
import { Manifest, RouteRule } from "@tessera/federation/manifest.ts";
import type { Resolved, ResolvedApp } from "@tessera/federation/registry.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { GatewayConfigSchema } from "./gateway.config.ts";
import { type PageParts, renderPage, themeOf } from "./page.ts";
import { securityHeaders, sourcesOf } from "./security-headers.ts";

const { telemetrySample: sample, ...page } = GatewayConfigSchema.parse({});
const config = { ...page, telemetry: { page: "signed", sample } };
const app = (name: string, title: string, scripts: string[], paths: string[], development = false): ResolvedApp => ({
  release: {
    app: name,
    id: "1.0.0-0123456789ab",
    scripts,
    styles: [],
    provides: {},
    files: scripts.map((path) => ({ path, bytes: 1, integrity: `sha384-${name}/${path}` })),
    manifest: Manifest.parse({
      name,
      title,
      routes: paths.map((path) => ({ id: path, path, title, layout: path === "/" ? "blank" : "default" })),
    }),
  } as unknown as Release,
  base: development ? "http://localhost:5999/" : `/assets/${name}/1.0.0-0123456789ab/`,
  development,
});

function resolvedOf(...apps: ResolvedApp[]): Resolved {
  const composed = apps.map(({ release: { manifest } }) => ({ ...manifest, release: {} as LoadableRelease }));
  return {
    composition: { buildId: "b", shell: composed[0]!, remotes: composed.slice(1) },
    apps: new Map(apps.map((entry) => [entry.release.app, entry])),
  };
}

const shell = app("shell", "Tessera", ["boot.js", "vendor.js", "fluent.js", "fluent-data.js", "app.js"], ["/"]);
const items = app("items", "Items </script><b>", ["remoteEntry.js", "routes.js"], ["/items/:type"]);
const billing = app("billing", "Billing", ["remoteEntry.js", "routes.js"], ["/billing"]);

const asked = { path: "/", hasSession: true, look: { compact: false, wide: false } };
const partsAt = (path: string, resolved: Resolved): PageParts => ({
  resolved,
  config,
  match: matchRoute(resolved.composition, path),
  nonce: "NONCE",
  theme: null,
  ...asked,
  path,
});

function pageAt(path: string, resolved = resolvedOf(shell, items, billing)) {
  const html = renderPage(partsAt(path, resolved));
  const scripts = [
    ...html.matchAll(
      /<(?:script defer src|link rel="preload" as="script" href)="([^"]+)"(?: integrity="([^"]+)")? crossorigin="anonymous"[^>]*>/g,
    ),
  ];
  return {
    html,
    scripts: scripts.map((match) => match[1]!.replace(/^\/assets\/(\w+)\/[^/]+/, "$1")),
    hashes: scripts.map((match) => match[2]),
  };
}

describe("page", () => {
  it("asks for files of relocatable releases by content, and tells the first where its release is", () => {
    const relocatable = (one: ResolvedApp): ResolvedApp => ({
      ...one,
      release: { ...one.release, entry: "boot.js", relocatable: true },
    });
    const { html } = pageAt("/items/inbox", resolvedOf(relocatable(shell), relocatable(items), billing));
    expect(html).toContain(
      '<script defer src="/assets/shell/boot.shell_boot.js.js" integrity="sha384-shell/boot.js" crossorigin="anonymous" fetchpriority="high" data-base="/assets/shell/1.0.0-0123456789ab/"></script>',
    );
    expect(html).toContain('<link rel="preload" as="script" href="/assets/items/routes.items_routes.js.js"');
    expect(html.match(/data-base/g)).toHaveLength(1);
    const { scripts } = pageAt(
      "/items/inbox",
      resolvedOf(shell, relocatable({ ...items, base: "http://localhost:5999/", development: true })),
    );
    expect(scripts).toContain("http://localhost:5999/remoteEntry.js");
  });

  it("asks for the scripts of its address alone, in the order in which they are needed, each with its hash", () => {
    const { scripts, hashes } = pageAt("/items/inbox");
    expect(scripts).toEqual([
      "shell/boot.js",
      "items/remoteEntry.js",
      "shell/vendor.js",
      "shell/fluent.js",
      "items/routes.js",
      "shell/fluent-data.js",
      "shell/app.js",
    ]);
    expect(hashes[0]).toBe("sha384-shell/boot.js");
    expect(hashes.every(Boolean)).toBe(true);
    expect(pageAt("/").scripts.filter((script) => !script.startsWith("shell/"))).toEqual([]);
    expect(pageAt("/nowhere").scripts).toEqual(pageAt("/").scripts);
  });

  it("asks for what loads remotes, and the shell's large files, before a remote's routes, styles before all", () => {
    const more = { framed: ["federation.js", "framed.js"], pages: {} };
    const scripts = ["boot.js", "vendor.js", "base.js", "app.js"];
    const files = ["public/outline.css", ...scripts, ...more.framed].map((path) => ({
      path,
      bytes: 1,
      integrity: `sha384-${path}`,
    }));
    const release = { ...shell.release, entry: "boot.js", scripts, styles: ["public/outline.css"], more, files };
    const { html, scripts: asked } = pageAt("/items/inbox", resolvedOf({ ...shell, release } as ResolvedApp, items));
    expect(asked).toEqual([
      "shell/boot.js",
      "items/remoteEntry.js",
      "shell/federation.js",
      "shell/vendor.js",
      "shell/base.js",
      "items/routes.js",
      "shell/app.js",
      "shell/framed.js",
    ]);
    expect(html.indexOf("outline.css")).toBeLessThan(html.indexOf("boot.js"));
    // Browsers put what is preloaded before a deferred script that does not say so.
    expect(html.match(/<script defer [^>]+ fetchpriority="high">/g)).toHaveLength(1);
  });

  it("only fetches a remote's style sheets, which its routes wait for: one that never comes would hold up the page", () => {
    const files = [...items.release.files, { path: "routes.css", bytes: 1, integrity: "sha384-css" }];
    const styled = { ...items, release: { ...items.release, styles: ["routes.css"], files } } as ResolvedApp;
    const { html } = pageAt("/items/inbox", resolvedOf(shell, styled));
    expect(html).toContain('<link rel="preload" as="style" href="/assets/items/1.0.0-0123456789ab/routes.css"');
    expect(html).not.toContain('rel="stylesheet"');
  });

  it("carries the hashes of what its address needs, where the shell asks for the others when it needs them", () => {
    const hashesOf = (path: string, provides: Record<string, string>) => {
      const { composition, apps } = resolvedOf({ ...shell, release: { ...shell.release, provides } }, items, billing);
      const composed = [composition.shell, ...composition.remotes];
      for (const { name, release } of composed) {
        const own = [...apps.get(name)!.release.scripts, "later.js"];
        Object.assign(release, { id: "1", integrity: Object.fromEntries(own.map((file) => [file, `sha384-${file}`])) });
      }
      const { html } = pageAt(path, { composition, apps });
      const page = JSON.parse(/id="composition">(.*)<\/script>/.exec(html)![1]!) as typeof composition;
      const sent = [page.shell, ...page.remotes].map(({ name, release: { integrity, moreIntegrity } }) => [
        name,
        [...Object.keys(integrity!), ...(moreIntegrity ? [moreIntegrity] : [])],
      ]);
      return Object.fromEntries(sent) as Record<string, string[]>;
    };
    const [ofShell, ofRemote] = [shell.release.scripts, items.release.scripts];
    expect(hashesOf("/items/inbox", { "lazy-integrity": "1.0.0" })).toEqual({
      shell: [...ofShell, "/builds/integrity/shell/1.json"],
      items: [...ofRemote, "/builds/integrity/items/1.json"],
      billing: ["/builds/integrity/billing/1.json"],
    });
    expect(hashesOf("/", { "lazy-integrity": "1.0.0" }).items).toEqual(["/builds/integrity/items/1.json"]);
    expect(hashesOf("/", {})).toEqual({
      shell: [...ofShell, "later.js"],
      items: [...ofRemote, "later.js"],
      billing: [...ofRemote, "later.js"],
    });
  });

  it("carries the nonce, the title, and data that cannot end its block", () => {
    const { html } = pageAt("/items/inbox");
    expect(html).toContain('<meta name="csp-nonce" content="NONCE">');
    expect(html).toContain("<title>Items &lt;/script&gt;&lt;b&gt; · Tessera</title>");
    expect(html).not.toContain("</script><b>");
    const data = /id="composition">(.*)<\/script>/.exec(html)![1]!;
    expect(JSON.parse(data).remotes[0].title).toBe("Items </script><b>");
    expect(pageAt("/").html).toContain("<title>Tessera</title>");
    expect(pageAt("/nowhere").html).toContain("<title>Page Not Found · Tessera</title>");
  });

  it.each([
    ["tessera-theme=dark", '<html lang="en" data-theme="dark">', '<meta name="color-scheme" content="dark">'],
    [
      "a=b; tessera-theme=light; c=d",
      '<html lang="en" data-theme="light">',
      '<meta name="color-scheme" content="light">',
    ],
    ['tessera-theme="><script>', '<html lang="en">', '<meta name="color-scheme" content="light dark">'],
    ["not-tessera-theme=dark", '<html lang="en">', '<meta name="color-scheme" content="light dark">'],
    [undefined, '<html lang="en">', '<meta name="color-scheme" content="light dark">'],
  ])("has the theme of the cookie %j from its first frame", (cookies, root, scheme) => {
    const html = renderPage({
      resolved: resolvedOf(shell),
      config,
      match: null,
      nonce: "NONCE",
      theme: themeOf(cookies, false),
      ...asked,
    });
    expect(html).toContain(root);
    expect(html).toContain(scheme);
  });

  it("takes a theme on https only from a cookie that no other host of the domain can set", () => {
    expect(themeOf("tessera-theme=dark", true)).toBeNull();
    expect(themeOf("tessera-theme=dark; __Host-tessera-theme=light", true)).toBe("light");
  });

  it("has an outline, the words for when no script comes, and their styles, where the shell can draw them", () => {
    const drawn = { ...shell, release: { ...shell.release, styles: ["public/outline.css"] } };
    const files = [...shell.release.files, { path: "public/outline.css", bytes: 1, integrity: "sha384-css" }];
    const { html } = pageAt("/items/inbox", resolvedOf({ ...drawn, release: { ...drawn.release, files } }, items));
    expect(html).toContain('<div id="root"><div class="outline default" aria-hidden="true">');
    expect(html).toContain("Tessera could not be loaded.");
    expect(html).toContain('<link rel="stylesheet" href="/assets/shell/1.0.0-0123456789ab/public/outline.css"');
    const resolved = resolvedOf({ ...drawn, release: { ...drawn.release, files } }, items);
    const page = renderPage({ ...partsAt("/items/inbox", resolved), outlineStyles: ".outline {}</style><b>" });
    expect(page).toContain('<style nonce="NONCE">.outline {}<\\/style><b></style>');
    expect(page).not.toContain('rel="stylesheet"');
    expect(pageAt("/items/inbox").html).toContain('<div id="root"></div>');
  });

  it("asks for what pages of remotes, and each of the shell's own, need beside what all do", () => {
    const more = { framed: ["fluent-data.js"], pages: { "/": ["page-index.js"] } };
    const files = [...shell.release.files, { path: "page-index.js", bytes: 1, integrity: "sha384-page" }];
    const split = { ...shell, release: { ...shell.release, scripts: ["boot.js", "app.js"], more, files } };
    const resolved = resolvedOf(split as ResolvedApp, items);
    const own = (path: string) => pageAt(path, resolved).scripts.filter((script) => script.startsWith("shell/"));
    expect(own("/items/inbox")).toEqual(["shell/boot.js", "shell/fluent-data.js", "shell/app.js"]);
    expect(own("/")).toEqual(["shell/boot.js", "shell/app.js", "shell/page-index.js"]);
    expect(own("/nowhere")).toEqual(["shell/boot.js", "shell/app.js"]);
  });

  it("asks for the shared modules that the owner's routes take at once", () => {
    const shared = { "@tessera/fluent-data": ["fluent-data.js"], "@tessera/fluent-extra": ["fluent-extra.js"] };
    const more = { framed: [], pages: {}, shared };
    const split = { ...shell, release: { ...shell.release, scripts: ["boot.js", "app.js"], more } };
    const taking = { ...items, release: { ...items.release, sharedFirst: ["@tessera/fluent-data", "react"] } };
    const own = (path: string, owner: ResolvedApp) =>
      pageAt(path, resolvedOf(split as ResolvedApp, owner)).scripts.filter((script) => script.startsWith("shell/"));
    expect(own("/items/inbox", taking)).toEqual(["shell/boot.js", "shell/fluent-data.js", "shell/app.js"]);
    expect(own("/items/inbox", items)).toEqual(["shell/boot.js", "shell/app.js"]);
    expect(own("/", taking)).toEqual(["shell/boot.js", "shell/app.js"]);
  });

  it("asks for the ways to sign in with the login page, where that takes no key", () => {
    const login = RouteRule.parse({
      id: "login",
      path: "/login",
      title: "Sign in",
      layout: "centered",
      session: false,
    });
    const resolved = resolvedOf(shell, items);
    const withLogin = {
      ...resolved,
      composition: { ...resolved.composition, shell: { ...resolved.composition.shell, routes: [login] } },
    };
    const link = '<link rel="preload" as="fetch" href="/auth/v1/settings" crossorigin="anonymous">';
    expect(pageAt("/login", withLogin).html).toContain(link);
    expect(pageAt("/items/inbox", withLogin).html).not.toContain(link);
    const elsewhere = renderPage({
      ...partsAt("/login", withLogin),
      config: { ...config, identityUrl: "https://x.supabase.co" },
    });
    expect(elsewhere).not.toContain(link);
  });

  it("links the web manifest [shell.manifest]", () => {
    expect(pageAt("/").html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  });

  it("takes a developer's build from the developer's server, without hashes", () => {
    const { scripts, hashes } = pageAt(
      "/items/inbox",
      resolvedOf(shell, app("items", "Items", ["remoteEntry.js"], ["/items/:type"], true)),
    );
    expect([scripts[1], hashes[1]]).toEqual(["http://localhost:5999/remoteEntry.js", undefined]);
  });
});

describe("security headers", () => {
  const policy = (parts: Partial<Parameters<typeof securityHeaders>[0]> = {}) =>
    securityHeaders({ nonce: "NONCE", connect: [], development: [], captcha: [], ...parts });
  const directive = (name: string, parts = {}) =>
    policy(parts)
      ["content-security-policy"]!.split("; ")
      .find((entry) => entry.startsWith(`${name} `));

  it("let only our own scripts run, and styles by nonce", () => {
    expect(directive("script-src")).toBe("script-src 'self'");
    expect(directive("style-src")).toBe("style-src 'self' 'nonce-NONCE'");
    expect(directive("frame-ancestors")).toBe("frame-ancestors 'none'");
  });

  it("let text become scripts and HTML by named policies only, where all code of the page is ours", () => {
    expect(directive("require-trusted-types-for")).toBe("require-trusted-types-for 'script'");
    expect(directive("trusted-types")).toBe("trusted-types default tessera-html");
    expect(directive("require-trusted-types-for", { development: ["http://localhost:5999"] })).toBeUndefined();
    expect(directive("require-trusted-types-for", { captcha: ["https://hcaptcha.com"] })).toBeUndefined();
  });

  it("let in the captcha's widget where there is one, from wherever a visitor comes to the login page", () => {
    const { captcha } = GatewayConfigSchema.parse({
      IDENTITY_CAPTCHA: "turnstile",
      IDENTITY_CAPTCHA_SITE_KEY: "site-key",
    });
    const sources = { captcha: sourcesOf(captcha) };
    for (const name of ["script-src", "frame-src", "connect-src"])
      expect(directive(name, sources)).toBe(`${name} 'self' https://challenges.cloudflare.com`);
    expect(directive("default-src", sources)).toBe("default-src 'self'");
  });

  it("let the page reach a hosted identity service, and a developer's server while there is one", () => {
    expect(directive("connect-src", { connect: ["https://x.supabase.example"] })).toBe(
      "connect-src 'self' https://x.supabase.example wss://x.supabase.example",
    );
    expect(directive("script-src", { development: ["http://localhost:5999"] })).toBe(
      "script-src 'self' http://localhost:5999",
    );
    expect(directive("connect-src", { development: ["http://localhost:5999"] })).toContain("ws://localhost:5999");
    expect(directive("style-src", { development: ["http://localhost:5999"] })).toBe(
      "style-src 'self' 'nonce-NONCE' http://localhost:5999",
    );
  });
});
