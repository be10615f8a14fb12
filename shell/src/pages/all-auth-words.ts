import { authSentences } from "@tessera/contracts-identity/auth-sentences.ts";
import { learnSentences } from "./auth-words.ts";

// The type requires a sentence for every code that supabase-js adds.
learnSentences(authSentences);
