import type { Composition, PageConfig } from "@tessera/federation/composition.ts";
import { PASSWORD, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Somebody with an account who opens pages as a browser does, and reports what its pages would report, without one. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private config!: PageConfig;
  private composition!: Composition;
  constructor(private readonly product: Product) {}

  async signUp(): Promise<this> {
    const body = JSON.stringify({ email: someone(), password: PASSWORD });
    const headers = { "content-type": "application/json" };
    const session = await (await fetch(`${this.product.url}/auth/v1/signup`, { method: "POST", headers, body })).json();
    if (!session.access_token) throw new Error(JSON.stringify(session));
    await this.open("/");
    const { access_token, expires_at } = session;
    this.cookies.set(this.config.cookiePrefix, encodeURIComponent(JSON.stringify({ access_token, expires_at })));
    await this.open("/");
    return this;
  }

  /** @returns the version of the app that the page has */
  async open(path: string, app = "items"): Promise<string> {
    const answer = await fetch(this.product.url + path, {
      headers: { accept: "text/html", cookie: this.cookieHeader },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.cookies.set(name!, value!);
    }
    const html = await answer.text();
    const block = (id: string) => JSON.parse(new RegExp(`id="${id}">(.*)</script>`).exec(html)![1]!);
    [this.composition, this.config] = [block("composition"), block("config")];
    return this.version(app);
  }

  version(app = "items"): string {
    return this.release(app).version;
  }

  async report(metric: string, app = "items"): Promise<void> {
    const measurements = [{ app, release: this.release(app).id, metric }];
    const answer = await fetch(`${this.product.url}/api/releases/telemetry`, {
      method: "POST",
      headers: { "content-type": "text/plain", cookie: this.cookieHeader },
      body: JSON.stringify({ page: this.config.telemetry.page, measurements }),
    });
    if (answer.status !== 204) throw new Error(await answer.text());
  }

  private release(app: string) {
    return this.composition.remotes.find(({ name }) => name === app)!.release;
  }
  private get cookieHeader() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

/** People with accounts that are there before a rollout begins, as judging one takes. */
export async function crowd(product: Product, count: number): Promise<Visitor[]> {
  const people: Visitor[] = [];
  for (let index = 0; index < count; index += 1) people.push(await new Visitor(product).signUp());
  return people;
}
