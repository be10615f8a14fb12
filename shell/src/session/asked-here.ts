/** How long an answer may take before it counts as one that this browser did not ask for, in ms. */
const MAIL_TTL = 3_600_000;
const FLOW_TTL = 600_000;

const MAILS = "tessera.asked-mails";
const FLOW = "tessera.asked-flow";

/** Calls that have a link or code sent to an address. */
const SENDS_MAIL = /\/auth\/v1\/(?:signup|otp|recover|resend)(?:\?|$)/;

type Asked = Record<string, number>;

/** `fetch` for the identity service that remembers to which addresses this browser had emails sent. */
export function rememberingMails(fetching: typeof fetch): typeof fetch {
  return (input, init) => {
    if (init?.method === "POST" && typeof init.body === "string" && SENDS_MAIL.test(String(input))) {
      const { email } = JSON.parse(init.body) as { email?: unknown };
      if (typeof email === "string") keep({ ...kept(), [normal(email)]: Date.now() });
    }
    return fetching(input, init);
  };
}

/** Whether this browser asked for an email to `address` within the last hour. True only once. */
export function takeAskedMail(address: string | undefined): boolean {
  const { [normal(address ?? "")]: asked, ...others } = kept();
  if (asked !== undefined) keep(others);
  return asked !== undefined;
}

/** Whether this browser asked for any email within the last hour. True once for each. */
export function takeAnyAskedMail(): boolean {
  const newest = Object.entries(kept()).sort(([, a], [, b]) => b - a)[0];
  return newest !== undefined && takeAskedMail(newest[0]);
}

/** Notes that this tab leaves for another sign-in service. */
export const beginFlow = (): void => sessionStorage.setItem(FLOW, String(Date.now()));

/** Whether this tab left to sign in elsewhere within the last ten minutes, and nothing came back yet. */
export function takeFlow(): boolean {
  const begun = Number(sessionStorage.getItem(FLOW));
  sessionStorage.removeItem(FLOW);
  return begun > Date.now() - FLOW_TTL;
}

const normal = (address: string) => address.trim().toLowerCase();

function kept(): Asked {
  try {
    const all = Object.entries(JSON.parse(localStorage.getItem(MAILS) ?? "{}") as Asked);
    return Object.fromEntries(all.filter(([, at]) => at > Date.now() - MAIL_TTL));
  } catch {
    return {};
  }
}

function keep(asked: Asked): void {
  if (Object.keys(asked).length) localStorage.setItem(MAILS, JSON.stringify(asked));
  else localStorage.removeItem(MAILS);
}
