/** Sentences that need no code: apart from the catalogue, which a first view can do without. */
export const UNREACHABLE = "The server cannot be reached. Check your connection and try again; nothing was changed.";
export const MANY_ATTEMPTS = "Too many attempts. Wait a minute, then try again.";
export const SESSION_ENDED = "Your session has ended. Sign in again; your drafts are kept.";
