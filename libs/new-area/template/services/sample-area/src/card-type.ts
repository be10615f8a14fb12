import { declareItemType } from "@tessera/contracts-items/item-type.ts";
import { SampleAreaCardData } from "@tessera/contracts-sample-area/card.ts";
import { CARD_MARK, CARD_TYPE, WORDS_STEP } from "@tessera/contracts-sample-area/card-type.ts";

/** The card type of this area. The remote contributes what it looks like (`contributes.itemTypes` of its manifest). */
export const sampleAreaCard = declareItemType({
  definition: {
    type: CARD_TYPE,
    label: "Sample area card",
    menuItem: { label: "Sample area cards" },
    newMenuItem: { label: "New Sample area card" },
    order: 100,
    defaultData: { reference: "" },
  },
  data: SampleAreaCardData,
  textFields: ["reference"],
  mark: CARD_MARK,
  steps: [{ name: WORDS_STEP, writes: ["words"] }],
});
