import { Injectable, type OnModuleInit } from "@nestjs/common";
import { CARD_TYPE, WORDS_STEP } from "@tessera/contracts-sample-area/card-type.ts";
import { CardSteps } from "@tessera/service-kit";

/** What is done with a card of the area's type after it was stored: here, its words are counted. */
@Injectable()
export class SampleAreaCardSteps implements OnModuleInit {
  constructor(private readonly steps: CardSteps) {}

  onModuleInit() {
    this.steps.define({
      type: CARD_TYPE,
      step: WORDS_STEP,
      label: "Words",
      run: async ({ body }) => ({ words: body.split(/\s+/).filter(Boolean).length }),
    });
  }
}
