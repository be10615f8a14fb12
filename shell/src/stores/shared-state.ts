import type { User } from "@tessera/shell-api";
import { createStore, type Store } from "./store.ts";

/** State of the page by key; `supabase_user` is the name the specification gives (§3), the flags are of §4. */
export interface SharedState {
  supabase_user: Store<User | null>;
  sw_need_refresh: Store<boolean>;
  sw_offline_ready: Store<boolean>;
  sw_registration_failed: Store<boolean>;
}

export const createSharedState = (): SharedState => ({
  supabase_user: createStore<User | null>(null),
  sw_need_refresh: createStore(false),
  sw_offline_ready: createStore(false),
  sw_registration_failed: createStore(false),
});
