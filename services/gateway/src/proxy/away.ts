/** Why another process gave no answer, in words for the person who waits for it. */
export interface Away {
  status: 502 | 504;
  code: "service_unreachable" | "service_broke_off" | "service_timeout";
  detail: string;
}

/** Codes of the network and of undici for a connection that never was: nothing was sent. */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** @param title of the service */
export function awayOf(error: unknown, title: string): Away {
  const codes = codesOf(error);
  if (codes.some((code) => NEVER_CONNECTED.test(code)))
    return {
      status: 502,
      code: "service_unreachable",
      detail: `${title} cannot be reached at the moment. Nothing of this request was done; try again in a few seconds.`,
    };
  if (codes.some((code) => /TIMEOUT/.test(code)))
    return {
      status: 504,
      code: "service_timeout",
      detail: `${title} took too long to answer. Look whether it was done before you try again.`,
    };
  return {
    status: 502,
    code: "service_broke_off",
    detail: `The connection to ${title} broke while it was working. Look whether it was done before you try again.`,
  };
}

/** Of the error and of what caused it; an address with several names fails with several. */
function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  return [...(typeof code === "string" ? [code] : []), ...codesOf(cause), ...(errors ?? []).flatMap(codesOf)];
}
