import { Inject, Injectable } from "@nestjs/common";
import { CONFIG, type KitConfig } from "@tessera/service-kit";
import { AGENTS_CONFIG, type AgentsConfig } from "../config.ts";
import { replaceKept } from "./kept-secret.ts";
import { Keyring } from "./keyring.ts";
import { SealAgain } from "./seal-again.ts";

/** Replaces what seals the keys of people's model providers. */
@Injectable()
export class AgentsSecret {
  constructor(
    @Inject(AGENTS_CONFIG) private readonly config: AgentsConfig,
    @Inject(CONFIG) private readonly kit: KitConfig,
    private readonly sealAgain: SealAgain,
  ) {}

  /** @returns false where the secret comes from a variable, which only the operator can change */
  async rotate(): Promise<boolean> {
    if (this.config.secret) return false;
    await replaceKept(this.kit.dataDir, (secrets) => this.sealAgain.with(new Keyring(secrets)));
    return true;
  }
}
