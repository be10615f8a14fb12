import { Inject, Injectable } from "@nestjs/common";
import { notForEverybody } from "@tessera/contracts-queue/problems.ts";
import { type Administrators, type Caller, problem } from "@tessera/service-kit";

export const ADMINISTRATORS = Symbol("administrators");

/** Who may see and change what runs for everybody. */
@Injectable()
export class Administration {
  constructor(@Inject(ADMINISTRATORS) private readonly administrators: Administrators) {}

  /** @throws ProblemException 403 `background_work_administrators_only` */
  check(caller: Caller): void {
    if (!this.administrators.includes(caller)) throw problem(notForEverybody);
  }
}
