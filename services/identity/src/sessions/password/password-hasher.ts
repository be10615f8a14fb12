import { Injectable, type OnModuleInit } from "@nestjs/common";
import { hash, type Options, verify } from "@node-rs/argon2";
import { randomToken } from "../../core/index.ts";

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. `algorithm` 2 is argon2id. */
export const argon2Parameters = {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} satisfies Options;
const PREFIX = `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$`;

/** Hashes passwords off the event loop. Never inside a transaction: one takes tens of milliseconds. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private dummy = "";

  async onModuleInit() {
    this.dummy = await this.hash(randomToken());
  }

  hash(password: string): Promise<string> {
    return hash(password, argon2Parameters);
  }

  /** Takes as long without a hash (no account, no password) as with a wrong password. */
  async verify(password: string, against: string | null): Promise<boolean> {
    const right = await verify(against ?? this.dummy, password);
    return right && against !== null;
  }

  /** Whether a hash was made with other parameters than the current ones. */
  isOutdated(kept: string): boolean {
    return !kept.startsWith(PREFIX);
  }
}
