/** Who administers, for the audit log: a person's id, or null for a service key. */
export type Administrator = { userId: string | null };
