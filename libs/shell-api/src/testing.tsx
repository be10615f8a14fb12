import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { QueryClient, QueryClientProvider } from "@tessera/query";
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from "@tessera/router";
import { UiProvider, type UiSettings } from "@tessera/ui";
import { type RenderResult, render, waitFor, within } from "@testing-library/react";
import { type ComponentType, createElement, type ReactElement } from "react";
import type { Contributions } from "./contributions.ts";
import { contributionsOf, type Declared } from "./contributions-of.ts";
import { createLive, mapOf, provideShell, SHELL_API_VERSION } from "./index.ts";
import { type MockOffline, mockOffline } from "./mock-offline.ts";
import { type MockRealtime, mockRealtime } from "./mock-realtime.ts";
import type {
  Account,
  Command,
  DialogOptions,
  Notification,
  OwnAccount,
  PaletteSource,
  Session,
  ShellApi,
  User,
} from "./types.ts";

export { mockOffline } from "./mock-offline.ts";
export { joinLive, mockRealtime } from "./mock-realtime.ts";

/** The person who is signed in during tests. */
export const testUser: User = {
  id: "5f0f3a52-3a1e-4d4c-9a44-0c6f6a3b9d11",
  email: "ines@halvorsen.example",
  createdAt: "2026-01-05T09:00:00.000Z",
  factors: [],
  identities: [{ identity_id: "2f7c1d6e-9f0e-4b8d-8d53-1f4a3c2b1a00", provider: "email" }],
};

export const testAccount: Account = {
  id: testUser.id,
  email: testUser.email,
  newEmail: null,
  phone: null,
  newPhone: null,
  factors: [],
  identities: [
    {
      id: "2f7c1d6e-9f0e-4b8d-8d53-1f4a3c2b1a00",
      provider: "email",
      name: testUser.email,
      createdAt: testUser.createdAt,
      lastSignInAt: null,
    },
  ],
};

/** An account nothing was done to; a test puts its own functions over those it is about. */
export const mockAccount = (parts: Partial<OwnAccount> = {}): OwnAccount => ({
  get: async () => testAccount,
  offers: async () => ({ providers: [], names: {}, phone: false }),
  assurance: async () => "aal1",
  change: async () => testAccount,
  confirmPhone: async () => {},
  sendProofCode: async () => {},
  enrollFactor: async () => ({
    id: "factor",
    totp: { qrCode: "data:image/svg+xml,<svg/>", secret: "SECRET", uri: "otpauth://totp/x" },
  }),
  challengeFactor: async () => ({ challengeId: "challenge" }),
  verifyFactor: async () => {},
  removeFactor: async () => {},
  linkIdentity: async () => {},
  unlinkIdentity: async () => {},
  call: async (method, path) => {
    throw new Error(`No answer was given for ${method} ${path}`);
  },
  ...parts,
});

export const activeSubscription: SubscriptionCheck = {
  billingStatus: "active",
  status: "active",
  planId: "studio",
  currentPeriodEnd: "2026-12-03T00:00:00.000Z",
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  cardLimit: 100_000,
};

/**
 * Contributions as manifests declare them: `load` gives the default export of a remote's module by the remote's name
 * and the module's. What is reported goes to `failures`.
 */
export function mockContributions(
  remotes: readonly { name: string; contributes?: Declared }[],
  load: (owner: string, module: string) => Promise<unknown> = async (owner, module) => {
    throw new Error(`The test has no module ${module} of ${owner}`);
  },
  failures: { owner: string; error: unknown }[] = [],
): Contributions {
  return contributionsOf(remotes, {
    load: async <T,>(owner: string, module: string) => (await load(owner, module)) as T,
    report: (owner, error) => void failures.push({ owner, error }),
  });
}

/** One opened dialog, as a test sees it. */
export interface OpenedDialog {
  component: unknown;
  props: Record<string, unknown>;
  options: DialogOptions;
  /** Closes it with a value, as its OK button would. */
  close(value?: unknown): void;
  cancel(): void;
}

/**
 * A shell for tests: answers `http` from `routes` or `overrides.http`, and keeps what a remote showed, opened, left for
 * and registered.
 */
export interface MockShell extends ShellApi {
  readonly shown: Notification[];
  readonly opened: OpenedDialog[];
  /** How often a dialog's code was loaded with `dialogs.loading`. */
  readonly loadings: { count: number };
  readonly left: string[];
  readonly counts: Map<string, number | null>;
  readonly crumbs: { label: string; path?: string }[];
  readonly registered: Map<string, Command>;
  readonly sources: Map<string, PaletteSource>;
  readonly realtime: MockRealtime;
  readonly offline: MockOffline;
  /** Each request made: method, path with query, parsed JSON body. */
  readonly requests: { method: string; path: string; body: unknown }[];
  /** Runs a registered command. @throws Error when nothing registered it */
  run(commandId: string): Promise<void>;
}

type Answer = unknown | ((request: { path: URL; body: unknown; init: RequestInit }) => unknown | Promise<unknown>);

export interface MockOverrides extends Partial<Omit<ShellApi, "http" | "realtime" | "offline">> {
  session?: Session;
  realtime?: MockRealtime;
  offline?: MockOffline;
  preferencesValue?: Partial<Preferences>;
  subscription?: SubscriptionCheck | null;
  http?: ShellApi["http"];
  /**
   * Answers by "METHOD /path" (without query): a value is sent as JSON with 200, a Response as it is, a function is
   * asked.
   */
  routes?: Record<string, Answer>;
  /** The page that a guard kept. */
  saved?: string;
  /** Commands of manifests, for the map of keys. */
  offered?: readonly Pick<Command, "id" | "title" | "keys">[];
}

async function answer(
  routes: Record<string, Answer>,
  path: string,
  init: RequestInit,
  body: unknown,
): Promise<Response> {
  const url = new URL(path, "http://tessera.test");
  const found = routes[`${init.method ?? "GET"} ${url.pathname}`];
  if (found === undefined) {
    const detail = `No answer was given for ${init.method ?? "GET"} ${url.pathname}`;
    return Response.json(
      { type: "about:blank", title: "Not found", status: 404, code: "not_found", detail },
      { status: 404 },
    );
  }
  const value = typeof found === "function" ? await found({ path: url, body, init }) : found;
  if (value instanceof Response) return value.clone();
  return value === undefined || value === null ? new Response(null, { status: 204 }) : Response.json(value);
}

/** A remote declares itself once, when its code is evaluated: to the first shell of the test file. */
const sharedOffline = mockOffline();

/** Makes a shell for tests and provides it to `shell()`. */
export function mockShell(overrides: MockOverrides = {}): MockShell {
  const {
    session,
    preferencesValue,
    subscription,
    routes = {},
    http,
    saved: kept = null,
    offered = [],
    ...parts
  } = overrides;
  let saved: string | null = kept;
  const person: Session = session ?? { state: "signed-in", user: testUser };
  let preferences: Preferences = { ...defaultPreferences, ...preferencesValue };
  const billing = subscription === undefined ? activeSubscription : subscription;
  const drafts = new Map<string, string>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const realtime = overrides.realtime ?? mockRealtime();
  const offline = overrides.offline ?? sharedOffline;
  if (offline === sharedOffline) offline.reset();
  const mock: MockShell = {
    version: SHELL_API_VERSION,
    build: {
      id: "0123456789ab",
      apps: [{ name: "shell", title: "Shell", version: "1.0.0", release: "1.0.0-0123456789ab" }],
    },
    shown: [],
    opened: [],
    loadings: { count: 0 },
    left: [],
    counts: new Map(),
    crumbs: [],
    registered: new Map(),
    sources: new Map(),
    requests: [],
    async run(id) {
      const command = mock.registered.get(id);
      if (!command)
        throw new Error(`No command ${id} is registered; there are: ${[...mock.registered.keys()].join(", ")}`);
      await command.run();
    },
    auth: {
      getSession: () => person,
      subscribe: () => () => {},
      signOut: async () => {},
      updateUser: async () => ({ emailConfirmationSent: false }),
      account: mockAccount(),
    },
    flags: () => ({}),
    push: {
      state: async () => ({ kind: "off" }),
      turnOn: async () => ({ kind: "off" }),
      turnOff: async () => ({ kind: "off" }),
    },
    http: async (path, init = {}) => {
      const body = typeof init.body === "string" ? JSON.parse(init.body) : (init.body ?? null);
      mock.requests.push({ method: init.method ?? "GET", path, body });
      if (!offline.state().connected)
        throw Object.assign(new TypeError("There is no connection to the server."), { name: "OfflineError" });
      return http ? http(path, init) : answer(routes, path, init, body);
    },
    dialogs: {
      open: (component, props, options) =>
        new Promise((resolve) => {
          mock.opened.push({
            component,
            props: (props ?? {}) as Record<string, unknown>,
            options: options ?? {},
            close: resolve as (value?: unknown) => void,
            cancel: () => resolve(undefined),
          });
        }),
      confirm: (message, options) => mock.dialogs.open<true>(() => createElement("p", null, message), {}, options),
      loading: (work) => {
        mock.loadings.count += 1;
        return work();
      },
      closeAll: () => {
        for (const dialog of mock.opened.splice(0)) dialog.cancel();
      },
      closeLast: () => mock.opened.pop()?.cancel(),
    },
    notifications: { show: (notification) => void mock.shown.push(notification) },
    commands: {
      register: (commands) => {
        for (const command of commands) mock.registered.set(command.id, command);
        return () => {
          for (const command of commands)
            if (mock.registered.get(command.id) === command) mock.registered.delete(command.id);
        };
      },
      registerSource: (source) => {
        mock.sources.set(source.id, source);
        return () => void mock.sources.delete(source.id);
      },
      openPalette: () => {},
      openShortcuts: () => {},
      keyMap: () => mapOf(offered, preferences.keys),
    },
    billing: {
      get: () => billing,
      refresh: async () =>
        billing ?? {
          ...activeSubscription,
          billingStatus: "inactive",
          status: "none",
          planId: null,
          currentPeriodEnd: null,
        },
      subscribe: () => () => {},
    },
    preferences: {
      get: () => preferences,
      subscribe,
      update: async (patch) => {
        preferences = { ...preferences, ...patch };
        for (const listener of listeners) listener();
      },
    },
    drafts: {
      get: (key) => drafts.get(key) ?? null,
      set: (key, text) => void drafts.set(key, text),
      clear: (key) => void drafts.delete(key),
      dirty: () => drafts.size > 0,
    },
    badges: { set: (id, count) => void mock.counts.set(id, count) },
    place: { set: (crumbs) => void mock.crumbs.splice(0, mock.crumbs.length, ...crumbs) },
    savedPath: {
      peek: () => saved,
      take: () => {
        const path = saved;
        saved = null;
        return path;
      },
    },
    identity: {
      url: location.origin,
      publishableKey: "tessera",
      http: (path, init) => mock.http(`/auth/v1${path}`, init),
      token: async () => ({
        header: { alg: "ES256", kid: "key-1", typ: "JWT" },
        claims: { sub: person.user?.id, aal: "aal1" },
      }),
    },
    realtime,
    live: createLive(realtime, () => {}),
    contributions: mockContributions([]),
    leave: (url) => void mock.left.push(url),
    preloaded: () => null,
    offline,
    ...parts,
  };
  provideShell(mock);
  return mock;
}

export interface RenderOptions extends MockOverrides {
  /** Where the router starts; "/" when not given. */
  path?: string;
  mode?: UiSettings["mode"];
  density?: UiSettings["density"];
}

/** An element, or a remote's routes, as the shell has them: router in memory, query cache, theme, shell. */
export function inShell(ui: ReactElement | RouteObject[], options: RenderOptions = {}) {
  const { path = "/", mode = "light", density = "comfortable", ...overrides } = options;
  const shell = mockShell(overrides);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: 0 }, mutations: { retry: false } },
  });
  const children: RouteObject[] = Array.isArray(ui) ? ui : [{ path: "*", element: ui }];
  const router = createMemoryRouter([{ Component: Outlet, HydrateFallback: () => null, children }], {
    initialEntries: [path],
  });
  const element = (
    <UiProvider settings={{ mode, density }}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  );
  return { element, shell, router, client };
}

/** Renders what `inShell` makes. */
export function renderInShell(ui: ReactElement | RouteObject[], options: RenderOptions = {}) {
  const { element, ...parts } = inShell(ui, options);
  const view: RenderResult = render(element);
  return { ...view, ...parts };
}

/**
 * Waits for the dialog that was opened as number `count` and shows it as the shell would.
 * @returns its options, queries inside it, and what closes it
 */
export async function showDialog({ opened }: Pick<MockShell, "opened">, count = 1) {
  await waitFor(() => {
    if (opened.length < count) throw new Error(`${opened.length} of ${count} dialogs were opened`);
  });
  const { component, props, options, close, cancel } = opened[count - 1]!;
  const Content = component as ComponentType<Record<string, unknown>>;
  const view = render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <Content {...props} dialog={{ close, cancel, resolve: close }} />
    </UiProvider>,
  );
  return { options, in: within(view.container), close, cancel };
}
