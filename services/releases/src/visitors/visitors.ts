import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import type { VisitorRequest } from "@tessera/federation/registry.ts";
import { accessTokenOf } from "@tessera/federation/runtime/session-cookie.ts";
import {
  Clock,
  CONFIG,
  Database,
  databaseProblem,
  hostCookie,
  type KitConfig,
  LruCache,
  TokenVerifier,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Signer } from "./signer.ts";

export interface Person {
  userId: string;
  email: string;
  roles: string[];
}

export interface Visitor {
  /** What cohorts are computed of; decisions/002-subjects.md. */
  subject: string;
  person: Person | null;
  /** Cookies the visitor does not have yet, as `name=value`. */
  cookies: string[];
}

/** A page that was given out. */
export interface GivenPage {
  id: string;
  subject: string;
  buildId: string;
  /** When, in ms. */
  at: number;
  /** Somebody looked at a preview: what it reports says nothing of what people get. */
  preview: boolean;
}

const PAGE = "page";
const PREVIEW = "preview";
const COOKIE = "tessera-subject";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An access token that ended so long ago still says who looks at the page: it decides on a release, never on data. */
const TOLERATED_AGE_SECONDS = 60 * 24 * 3600;

/** The subject of a visit: the person of the session cookie, else the device. */
@Injectable()
export class Visitors {
  private readonly people = new LruCache<string, Person>(5_000);
  private readonly subjects = new LruCache<string, string>(50_000);

  constructor(
    private readonly signer: Signer,
    private readonly verifier: TokenVerifier,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: KitConfig,
  ) {}

  async of(request: VisitorRequest): Promise<Visitor> {
    const name = hostCookie(COOKIE, this.config);
    const carried = cookie(request.cookies, name);
    const device = carried ? await this.signer.open(COOKIE, carried) : null;
    const person = await this.person(request);
    const subject = person ? await this.adopted(person.userId, device) : (device ?? randomUUID());
    return {
      subject,
      person,
      cookies: subject === device ? [] : [`${name}=${await this.signer.sign(COOKIE, subject)}`],
    };
  }

  /**
   * Names a page for its reports, so that only pages that were given out can report, each as often as it was loaded.
   */
  async namePage(subject: string, buildId: string, preview: boolean): Promise<{ id: string; name: string }> {
    const id = randomUUID();
    const claims = [id, subject, buildId, this.clock.now().getTime(), ...(preview ? [PREVIEW] : [])];
    return { id, name: await this.signer.sign(PAGE, claims.join("_")) };
  }

  async openPage(name: string): Promise<GivenPage | null> {
    const [id, subject, buildId, at, preview] = (await this.signer.open(PAGE, name))?.split("_") ?? [];
    // Pages that were given out before names had a time are of no step.
    return id && subject && buildId
      ? { id, subject, buildId, at: Number(at ?? 0), preview: preview === PREVIEW }
      : null;
  }

  /** A person's subject; that of the page they look at when they have none yet: they signed in on it. */
  subjectOf(userId: string, ofPage: string): Promise<string> {
    return this.adopted(userId, ofPage);
  }

  private async person({ cookies, sessionCookie }: VisitorRequest): Promise<Person | null> {
    const token = accessTokenOf(cookies, sessionCookie, 0);
    if (!token) return null;
    const known = this.people.get(token);
    if (known) return known;
    try {
      const { userId, email, roles } = await this.verifier.identify(token, TOLERATED_AGE_SECONDS);
      return this.people.set(token, { userId, email, roles });
    } catch {
      return null; // not ours, or identity cannot be asked now: the device's subject is as good
    }
  }

  /** A person's subject: that of the device of their first sign-in, forever and on every device. */
  private async adopted(userId: string, device: string | null): Promise<string> {
    const known = this.subjects.get(userId);
    if (known) return known;
    try {
      return this.subjects.set(userId, await this.adopt(userId, device ?? userId));
    } catch (error) {
      if (!databaseProblem(error)) throw error;
      return device ?? userId; // the database is away or full: a page is worth more than the right cohort
    }
  }

  private adopt(userId: string, subject: string): Promise<string> {
    return this.database.system(async (tx) => {
      const read = async () =>
        (await tx.execute<{ subject: string }>(sql`select subject from releases.subject where user_id = ${userId}`))
          .rows[0]?.subject;
      const known = await read();
      if (known) return known;
      await tx.execute(
        sql`insert into releases.subject (user_id, subject, adopted_at) values (${userId}, ${subject}, ${this.clock.now().toISOString()})
          on conflict (user_id) do nothing`,
      );
      return (await read())!;
    });
  }
}

/** The cookie's value; null when there is none or it cannot be one of ours. */
function cookie(cookies: string, name: string): string | null {
  const value = cookies
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value && UUID.test(value.slice(0, value.lastIndexOf("."))) ? value : null;
}
