import type { Account } from "../account/account-store.ts";
import { checkOf, standingOf } from "./billing-status.ts";

const now = new Date("2026-11-20T12:00:00Z");
const day = 86_400_000;
const account = (fields: Partial<Account>): Account => ({
  userId: "u",
  customerId: "cus_1",
  generation: 0,
  status: "active",
  subscriptionId: "sub_1",
  itemId: "si_1",
  planId: "studio",
  price: null,
  interval: null,
  discount: null,
  currentPeriodEnd: new Date(now.getTime() + 5 * day),
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  card: null,
  chooseEntry: null,
  paymentEntry: null,
  taxNumber: null,
  invoiceName: null,
  openedBy: null,
  trialEndsAt: null,
  trialNotice: "nothing",
  ...fields,
});
const status = (fields: Partial<Account>) => checkOf(account(fields), now, 7 * day).billingStatus;

describe("billing status", () => {
  it.each(["none", "incomplete", "incomplete_expired", "canceled", "unpaid", "paused"] as const)(
    "%s is inactive",
    (raw) => {
      expect(status({ status: raw })).toBe("inactive");
    },
  );
  it.each(["active", "trialing"] as const)("%s is active", (raw) => {
    expect(status({ status: raw })).toBe("active");
  });
  it("past due is active until the grace ends, to the millisecond", () => {
    const since = (ms: number) => status({ status: "past_due", pastDueSince: new Date(now.getTime() - ms) });
    expect([since(0), since(7 * day - 1), since(7 * day)]).toEqual(["active", "active", "inactive"]);
    expect(status({ status: "past_due", pastDueSince: null })).toBe("inactive");
  });
  it("a trial is active until it ends, to the millisecond, and holds what Studio holds", () => {
    const tried = (ms: number) =>
      checkOf(account({ status: "none", planId: null, trialEndsAt: new Date(now.getTime() + ms) }), now, 7 * day);
    expect(tried(1)).toMatchObject({
      billingStatus: "active",
      status: "trialing",
      planId: "studio",
      currentPeriodEnd: "2026-11-20T12:00:00.001Z",
      cancelAtPeriodEnd: true,
      cardLimit: 100_000,
    });
    expect(tried(0)).toMatchObject({ billingStatus: "inactive", status: "none", planId: null });
  });
  it("what was bought counts instead of a trial", () => {
    const trialEndsAt = new Date(now.getTime() + day);
    expect(checkOf(account({ planId: "desk", trialEndsAt }), now, 0)).toMatchObject({
      status: "active",
      planId: "desk",
    });
    expect(checkOf(account({ status: "canceled", trialEndsAt }), now, 0).billingStatus).toBe("inactive");
    expect(checkOf(account({ status: "incomplete", trialEndsAt }), now, 0).status).toBe("trialing");
  });
  it("is the same in advance as at each moment", () => {
    const at = (ms: number) => new Date(now.getTime() + ms);
    const grace = 7 * day;
    const statuses: Account["status"][] = [
      ...(["none", "incomplete", "incomplete_expired", "canceled", "unpaid", "paused"] as const),
      ...(["active", "trialing", "past_due"] as const),
    ];
    const variants = statuses.flatMap((status) =>
      [null, at(-day), at(day)].flatMap((trialEndsAt) =>
        [true, false].flatMap((cancelAtPeriodEnd) =>
          [null, at(-8 * day), at(-day)].map((pastDueSince) =>
            account({ ...{ status, trialEndsAt, cancelAtPeriodEnd, pastDueSince } }),
          ),
        ),
      ),
    );
    const moments = [-day, 0, day - 1, day, 5 * day - 1, 5 * day, 6 * day - 1, 6 * day, 400 * day].map(at);
    for (const one of variants)
      for (const moment of moments) {
        const { openUntil, planId, cardLimit, storageLimit } = standingOf(one, grace);
        const isOpen = openUntil === "infinity" || (openUntil !== null && moment < openUntil);
        const check = checkOf(one, moment, grace);
        expect([isOpen, one.status, moment]).toEqual([check.billingStatus === "active", one.status, moment]);
        if (isOpen) expect({ planId, cardLimit, storageLimit }).toEqual(pick(check));
      }
  });
  it("nobody known is inactive", () => {
    expect(checkOf(null, now, 7 * day)).toMatchObject({ billingStatus: "inactive", status: "none" });
  });
});

const pick = ({ planId, cardLimit, storageLimit }: ReturnType<typeof checkOf>) => ({ planId, cardLimit, storageLimit });
