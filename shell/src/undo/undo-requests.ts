import type { Transport } from "@tessera/contracts-core/client.ts";

/** A change of an account that an email announced; our own addition to auth/v1, services/identity/README.md. */
export interface UndoableChange {
  kind: "factor_added" | "factor_removed" | "email_changed" | "password_changed" | "passkey_added" | "passkey_removed";
  changed_at: string;
  until: string;
  email: string;
  /** What proves, besides the link, that the account's owner asks. */
  takes: ("password" | "code")[];
}

export interface Undone {
  email: string;
  /** Whether the earlier password works again, or an emailed link sets a new one. */
  password: "kept" | "void";
}

export const undoRequests = (http: Transport) => ({
  read: (token: string) => send<UndoableChange>(http, "/undo/look", { token }),
  sendCode: (token: string) => send<null>(http, "/undo/code", { token }),
  undo: (token: string, proof: { password?: string; code?: string }) => send<Undone>(http, "/undo", { token, ...proof }),
});

/** @throws an error with the service's `code` */
async function send<T>(http: Transport, path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" };
  const answer = await http(path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
    throw Object.assign(new Error("The server cannot be reached."), { status: 0 });
  });
  const read = (answer.status === 204 ? null : await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
  if (answer.ok) return read as T;
  throw Object.assign(new Error(read?.message ?? ""), { code: read?.code, status: answer.status });
}
