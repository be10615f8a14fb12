/** Ways in which a release fails in a page, done by hooks around its container: no pattern of built code is changed. */
export interface Fault {
  kind: string;
  app: string;
  /** The exposed module that fails. */
  module: string;
}

interface Hooks {
  createElement(type: unknown, props?: object | null, ...children: unknown[]): unknown;
  useState<T>(first: T): [T, (next: T) => void];
  useEffect(effect: () => void, inputs?: unknown[]): void;
  lazy(load: () => Promise<unknown>): unknown;
  Suspense: unknown;
}
type Shared = Record<string, Record<string, { get(): Promise<() => unknown> }>>;
interface Container {
  init(scope: Shared, ...rest: unknown[]): unknown;
  get(module: string): Promise<() => { default: unknown }>;
}

/**
 * Runs in the page after the entry of a container: what it hands out fails as `tesseraFault` says, if that names this
 * app. Self-contained: its text is put into the entry.
 */
export function sabotage(name: string, app: string): void {
  const page = globalThis as unknown as Record<string, unknown> & { tesseraFault?: Fault };
  const fault = page.tesseraFault;
  if (fault?.app !== app) return;
  const { kind } = fault;
  const whole = page[name] as Container;
  const { dataset, src } = document.currentScript as HTMLScriptElement;
  const base = dataset.base ?? src.replace(/[^/]*$/, "");
  let scope: Shared;
  const shared = async (library: string) => (await Object.values(scope[library]!)[0]!.get())();
  const boom = () => new Error(`broken: ${kind}`);

  const missing = (element: HTMLScriptElement | HTMLLinkElement) =>
    new Promise((_, reject) => {
      const isLink = element instanceof HTMLLinkElement;
      if (isLink) Object.assign(element, { rel: "stylesheet", href: `${base}gone.css` });
      else element.src = `${base}gone.js`;
      (page.tesseraIntegrity as (one: Element) => void)(element);
      // As the bundler's loader does it.
      element.addEventListener("error", ({ target }) => {
        const { src: request } = target as HTMLScriptElement;
        reject(Object.assign(new Error("Loading chunk 1 failed."), { name: "ChunkLoadError", request }));
      });
      document.head.append(element);
    });

  const atStart: Record<string, () => unknown> = {
    "throws at start": () => {
      throw boom();
    },
    "blocks at start": () => {
      const end = performance.now() + 3_000;
      while (performance.now() < end);
    },
    "endless loop at start": () => {
      for (;;);
    },
    "replaces fetch": () => {
      window.fetch = () => Promise.reject(boom());
    },
    "breaks Array.prototype": () => {
      Array.prototype.map = () => {
        throw boom();
      };
    },
    "extends Object.prototype": () => {
      Object.assign(Object.prototype, { broken: true });
    },
    "breaks history.pushState": () => {
      history.pushState = () => {
        throw boom();
      };
    },
    "style sheet missing": () => missing(document.createElement("link")),
  };

  const drawnBy = (react: Hooks): Record<string, () => unknown> => ({
    "throws in render": () => {
      throw boom();
    },
    "throws in a later render": () => {
      const [late, setLate] = react.useState(false);
      react.useEffect(() => void setTimeout(() => setLate(true), 50), []);
      if (late) throw boom();
      return null;
    },
    "throws in an effect": () => {
      react.useEffect(() => {
        throw boom();
      }, []);
      return null;
    },
    "throws in render once": () => {
      if (!page.tesseraThrew) {
        page.tesseraThrew = true;
        throw boom();
      }
      return null;
    },
    "throws in a click handler": () =>
      react.createElement(
        "button",
        {
          style: { position: "fixed", top: 0, left: "40%", zIndex: 9999 },
          onClick: () => {
            throw boom();
          },
        },
        "Break it",
      ),
    "throws in a timer": () => {
      react.useEffect(
        () =>
          void setTimeout(() => {
            throw boom();
          }, 50),
        [],
      );
      return null;
    },
    "rejects a promise": () => {
      react.useEffect(() => void Promise.reject(boom()), []);
      return null;
    },
    "floods with rejections": () => {
      react.useEffect(() => {
        for (let count = 0; count < 200; count += 1) void Promise.reject(boom());
      }, []);
      return null;
    },
    "sets state in an effect without end": () => {
      const [count, setCount] = react.useState(0);
      react.useEffect(() => setCount(count + 1));
      return null;
    },
    "endless loop in render": () => {
      for (;;);
    },
    "empties the body": () => {
      react.useEffect(() => document.body.replaceChildren(), []);
      return null;
    },
    "adds global CSS": () => {
      react.useEffect(() => {
        const style = document.createElement("style");
        style.textContent = "nav { display: none !important }";
        document.head.append(style);
      }, []);
      return null;
    },
    "writes HTML": () => {
      react.useEffect(() => {
        document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>";
      }, []);
      return null;
    },
    "lazy chunk missing": () => {
      const Part = page.tesseraPart ?? react.lazy(() => missing(document.createElement("script")));
      page.tesseraPart = Part;
      return react.createElement(react.Suspense, { fallback: null }, react.createElement(Part));
    },
  });

  const withFault = async (own: unknown): Promise<unknown> => {
    const react = (await shared("react")) as Hooks;
    const Fault = drawnBy(react)[kind];
    if (Array.isArray(own)) {
      if (kind === "takes another area's page")
        return [...own, { path: "queue", Component: () => null }, { path: ":any", Component: () => null }];
      if (!Fault) return own;
      const { Outlet } = (await shared("@tessera/router")) as { Outlet: unknown };
      const Page = () => [react.createElement(Fault, { key: 1 }), react.createElement(Outlet, { key: 2 })];
      return [{ Component: Page, children: own }];
    }
    if (!Fault) return own;
    return () => [react.createElement(Fault, { key: 1 }), react.createElement(own, { key: 2 })];
  };

  page[name] = {
    init: (given: Shared, ...rest: unknown[]) => {
      scope = given;
      return whole.init(given, ...rest);
    },
    get: async (module: string) => {
      const factory = await whole.get(module);
      if (module !== fault.module) return factory;
      await atStart[kind]?.();
      const changed = await withFault(factory().default);
      return () => ({ default: changed });
    },
  };
}
