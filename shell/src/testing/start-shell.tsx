import { jest } from "@jest/globals";
import type { Composition, PageConfig } from "@tessera/federation/composition.ts";
import type { Contributions } from "@tessera/federation/contributions.ts";
import type { CommandEntry, NavigationEntry, RouteRule } from "@tessera/federation/manifest.ts";
import type { StartContext } from "@tessera/federation/page.ts";
import { QueryClient, QueryClientProvider } from "@tessera/query";
import { createMemoryRouter, type RouteObject, RouterProvider } from "@tessera/router";
import { provideShell } from "@tessera/shell-api";
import { activeSubscription, testUser } from "@tessera/shell-api/testing";
import { render } from "@testing-library/react";
import { layers } from "../layout/layers-part.ts";
import { framed } from "../layout/parts.ts";
import { createNavigationGuard } from "../routing/navigation-guard.ts";
import { shellRoutes } from "../routing/routes.tsx";
import { createServices, type Services, ServicesProvider } from "../services.ts";
import { shellApiOf } from "../shell-api.tsx";

// As pages of remotes are soon: with the frame, and what lies over it.
await Promise.all([framed.load(), layers.load()]);

/** jsdom lays nothing out: what waits to be nearly seen is not, until a test says so. */
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;

export const COOKIE = "tessera-auth";

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** A session as the identity service answers it. `seconds` to live. */
export function sessionOf(seconds = 3600, more: Record<string, unknown> = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + seconds;
  const claims = { sub: testUser.id, exp: expiresAt, aal: "aal1", amr: [], role: "authenticated" };
  return {
    access_token: `${encoded({ alg: "ES256", typ: "JWT" })}.${encoded(claims)}.${encoded("signature")}`,
    refresh_token: "refresh-1",
    expires_at: expiresAt,
    expires_in: seconds,
    token_type: "bearer",
    user: {
      id: testUser.id,
      aud: "authenticated",
      email: testUser.email,
      created_at: testUser.createdAt,
      app_metadata: {},
      user_metadata: {},
      identities: [],
    },
    ...more,
  };
}

/** Puts a session where @supabase/ssr keeps it. */
export function storeSession(session: object = sessionOf()): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser keeps it
  document.cookie = `${COOKIE}=base64-${encoded(session)}; path=/`;
}

export function clearCookies(): void {
  for (const pair of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: as a browser keeps it
    document.cookie = `${pair.split("=")[0]}=; path=/; max-age=0`;
  }
}

export const config: PageConfig = {
  identityUrl: "",
  anonKey: "anon",
  cookiePrefix: COOKIE,
  buildPollSeconds: 0,
  telemetry: { page: "page", sample: 0 },
  guard: { enabled: true, include: [], exclude: [] },
  internalDomain: null,
};

export const rule = (path: string, more: Partial<RouteRule> = {}): RouteRule => ({
  id: path,
  path,
  title: path,
  layout: "default",
  session: true,
  subscription: false,
  preload: [],
  prerendered: false,
  ...more,
});

const release = {
  id: "1.0.0-000000000000",
  version: "1.0.0",
  base: "/assets/x/",
  entry: "x.js",
  globalName: "x",
  integrity: {},
};

const noModule = async (remote: string, module: string) => {
  throw new Error(`The test has no module ${module} of ${remote}`);
};

export function contextOf(
  options: {
    rules?: RouteRule[];
    routes?: RouteObject[];
    commands?: CommandEntry[];
    contributes?: Contributions;
    /** Of the area's entry in the navigation. */
    lists?: NavigationEntry["lists"];
    loadModule?: (remote: string, module: string) => Promise<unknown>;
    blame?: StartContext["blame"];
    drawn?: (app: string) => void;
    releaseOf?: StartContext["releaseOf"];
    reportFailure?: (app: string, error: unknown) => void;
    config?: Partial<PageConfig>;
    overrides?: Composition["overrides"];
    previews?: Composition["previews"];
    off?: Composition["off"];
  } = {},
): StartContext {
  const shellRules = [
    rule("/", { layout: "blank", session: false, title: "Tessera" }),
    rule("/login", { layout: "centered", session: false, title: "Sign in" }),
    rule("/confirm", { layout: "centered", session: false, title: "Confirm" }),
    rule("/handbook/:page?", { layout: "blank", session: false, title: "Handbook", prerendered: true }),
    rule("/undo", { layout: "centered", session: false, title: "Undo a change" }),
    rule("/oauth/consent", { layout: "centered", title: "Let an app in" }),
  ];
  const routes = options.routes ?? [];
  return {
    composition: {
      buildId: "build-1",
      overrides: options.overrides,
      previews: options.previews,
      off: options.off,
      shell: {
        name: "shell",
        title: "Tessera",
        release,
        routes: shellRules,
        navigation: [],
        commands: [],
        contributes: {},
      },
      remotes: [
        {
          name: "items",
          title: "Items",
          release,
          routes: options.rules ?? [],
          navigation: [
            {
              id: "items",
              title: "Items",
              path: "/items/inbox",
              order: 1,
              place: "main",
              phone: true,
              icon: { regular: "M0 0h20v20", filled: "M0 0h20v20" },
              lists: options.lists,
            },
          ],
          commands: options.commands ?? [],
          contributes: options.contributes ?? {},
        },
      ],
    },
    config: { ...config, ...options.config },
    first: { remote: "items", routes },
    loadRoutes: async () => routes,
    loadModule: (options.loadModule ?? noModule) as StartContext["loadModule"],
    reportFailure: options.reportFailure ?? (() => {}),
    reportRecovered: () => {},
    blame: options.blame ?? (() => null),
    drawn: options.drawn ?? (() => {}),
    releaseOf: options.releaseOf ?? (() => release),
    visit: () => {},
    recover: async () => false,
    onUpdateLoop: () => {},
    onReplaced: () => {},
    preload: () => {},
    preloaded: () => null,
  };
}

/** Answers of the product's services by path; `fetch` of the test page. */
export function answerWith(answers: Record<string, () => Response | Promise<Response>>) {
  const made = jest.fn(async (input: RequestInfo | URL, _init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin);
    const answer = answers[url.pathname];
    if (!answer) return Response.json({ code: "not_found", detail: `nothing at ${url.pathname}` }, { status: 404 });
    return answer();
  });
  globalThis.fetch = made as typeof fetch;
  return made;
}

export const active = () => Response.json(activeSubscription);
export const inactive = () => Response.json({ ...activeSubscription, billingStatus: "inactive", status: "none" });

/** The shell around given pages, in memory. */
export function startShell(path: string, options: Parameters<typeof contextOf>[0] = {}) {
  const context = contextOf(options);
  const services: Services = createServices(context);
  const left: string[] = [];
  services.leave = (url) => void left.push(url);
  provideShell(shellApiOf(services, () => {}));
  const guard = createNavigationGuard(services, (to) => void router.navigate(to));
  const router = createMemoryRouter(
    shellRoutes(context, new Map(context.first ? [[context.first.remote, context.first.routes]] : []), guard),
    { initialEntries: [path] },
  );
  const view = render(
    <ServicesProvider value={services}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return { ...view, services, router, left };
}
