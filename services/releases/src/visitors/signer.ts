import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Age at which a process reads the keys again. */
const FRESH_MS = 60_000;
/** A key signs from this age on, when every process has read it. */
const READ_BY_ALL_MS = 2 * FRESH_MS;
/** Name of the first key; later ones have the time they were made at behind it, in ms: `visitors:1790000000000`. */
const NAME = "visitors";

interface Key {
  name: string;
  bytes: Buffer;
  madeAt: number;
}

/** Signs what visitors carry, with a key of the installation that is made at first use and kept in its database. */
@Injectable()
export class Signer {
  /** Newest first. */
  private keys: Key[] = [];
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;
  constructor(
    private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** `purpose` separates the uses: what is signed for one is worth nothing to another. @returns `value.signature` */
  async sign(purpose: string, value: string): Promise<string> {
    const keys = await this.current();
    const known = keys.find(({ madeAt }) => this.clock.now().getTime() - madeAt >= READ_BY_ALL_MS) ?? keys.at(-1)!;
    return `${value}.${signature(known, purpose, value)}`;
  }

  /** The value; null when the signature is not ours. */
  async open(purpose: string, signed: string): Promise<string | null> {
    const dot = signed.lastIndexOf(".");
    const value = signed.slice(0, Math.max(dot, 0));
    const given = Buffer.from(signed.slice(dot + 1));
    const isOurs = (await this.current()).some((key) => {
      const expected = Buffer.from(signature(key, purpose, value));
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    });
    return isOurs ? value : null;
  }

  /**
   * Makes the next key. The newest one before it is still accepted, older ones are not: wait two minutes before the
   * next call.
   */
  async rotate(): Promise<void> {
    const newest = (await this.current())[0]!;
    await this.database.system(async (tx) => {
      await this.insert(tx, `${NAME}:${this.clock.now().getTime()}`);
      await tx.execute(
        sql`delete from releases.signing_key where name = any(${textArray(this.keys.filter((key) => key !== newest))})`,
      );
    });
    await this.read();
  }

  private async current(): Promise<Key[]> {
    if (Math.abs(this.clock.now().getTime() - this.readAt) > FRESH_MS) {
      this.reading ??= this.read().finally(() => {
        this.reading = null;
      });
      await this.reading;
    }
    return this.keys;
  }

  private async read(): Promise<void> {
    this.keys = await this.database.system(async (tx) => {
      const known = await this.rows(tx);
      if (known.length) return known; // nothing is written then: a full disk does not stop pages
      await this.insert(tx, NAME);
      return this.rows(tx);
    });
    this.readAt = this.clock.now().getTime();
  }

  private async insert(tx: Tx, name: string): Promise<void> {
    await tx.execute(sql`insert into releases.signing_key (name, key) values (${name}, decode(${randomBytes(32).toString("hex")}, 'hex'))
      on conflict (name) do nothing`);
  }

  private async rows(tx: Tx): Promise<Key[]> {
    const { rows } = await tx.execute<{ name: string; key: string }>(
      sql`select name, encode(key, 'hex') as key from releases.signing_key where name = ${NAME} or name like ${`${NAME}:%`}`,
    );
    return rows
      .map(({ name, key }) => ({ name, bytes: Buffer.from(key, "hex"), madeAt: Number(name.slice(NAME.length + 1)) }))
      .sort((one, other) => other.madeAt - one.madeAt);
  }
}

const signature = ({ bytes }: Key, purpose: string, value: string) =>
  createHmac("sha256", bytes).update(`${purpose}\0${value}`).digest("base64url");

const textArray = (keys: Key[]) => `{${keys.map(({ name }) => `"${name}"`).join(",")}}`;
