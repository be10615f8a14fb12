import { availableParallelism } from "node:os";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { hash, type Options, verify } from "@node-rs/argon2";
import { randomToken } from "../../core/index.ts";
import { AtOnce } from "./at-once.ts";

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. `algorithm` 2 is argon2id. */
export const argon2Parameters = {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} satisfies Options;
const PREFIX = `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$`;

/**
 * Hashes at once: more than there are cores only take the memory of each other's caches. One of libuv's four threads
 * stays free for what waits behind them: signatures, files.
 */
const MAX_HASHES = Math.min(availableParallelism(), 3);

/**
 * Hashes passwords off the event loop, MAX_HASHES at once, the others in the order they came. Never inside a
 * transaction: one takes tens of milliseconds.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private dummy = "";
  private readonly hashes = new AtOnce(MAX_HASHES);

  async onModuleInit() {
    this.dummy = await this.hash(randomToken());
  }

  hash(password: string): Promise<string> {
    return this.hashes.run(() => hash(password, argon2Parameters));
  }

  /** Takes as long without a hash (no account, no password) as with a wrong password. */
  async verify(password: string, against: string | null): Promise<boolean> {
    const right = await this.hashes.run(() => verify(against ?? this.dummy, password));
    return right && against !== null;
  }

  /** Whether a hash was made with other parameters than the current ones. */
  isOutdated(kept: string): boolean {
    return !kept.startsWith(PREFIX);
  }
}
