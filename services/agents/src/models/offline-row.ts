import { OFFLINE_MODEL_ID, OFFLINE_MODEL_TITLE, OFFLINE_PROVIDER_ID } from "@tessera/contracts-agents/limits.ts";
import type { ModelRow } from "./model.store.ts";

/** The offline model as if it were stored; it is everybody's and no provider's. */
export const OFFLINE_ROW: ModelRow = {
  id: OFFLINE_MODEL_ID,
  provider_id: OFFLINE_PROVIDER_ID,
  provider_name: "Tessera",
  name: "offline",
  title: OFFLINE_MODEL_TITLE,
  context_tokens: null,
  max_output_tokens: null,
  ...{ tools: true, vision: false, reasoning: false },
  ...{ input_price: "0", cached_price: "0", output_price: "0" },
  listed: true,
};
