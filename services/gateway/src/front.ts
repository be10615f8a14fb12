import { Injectable } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { Plan } from "@tessera/contracts-billing/billing.ts";
import { featureInWords } from "@tessera/contracts-billing/feature-words.ts";
import { counted } from "@tessera/contracts-core/counted.ts";
import { HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import { Clock } from "@tessera/service-kit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { escapeHtml } from "./escape-html.ts";
import { BRAND } from "./outline.ts";

/** Ms for which the plans are not asked for again. */
const KEPT_MS = 60_000;
/** Ms that a page waits for them: without them it says everything else. */
const WAIT_MS = 1_000;

/** The plans as the front page shows them where no script runs. */
@Injectable()
export class FrontPlans {
  private known: Plan[] | null = null;
  private askedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | null = null;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly clock: Clock,
  ) {}

  /** As they were last known; null while they cannot be had. */
  async get(): Promise<Plan[] | null> {
    const now = this.clock.now().getTime();
    if (now - this.askedAt >= KEPT_MS && !this.asking) {
      this.askedAt = now;
      this.asking = this.ask().finally(() => {
        this.asking = null;
      });
    }
    if (!this.known && this.asking) await Promise.race([this.asking, waited(WAIT_MS)]);
    return this.known;
  }

  /** Billing may run here or elsewhere: the product's own address has it in any case. */
  private async ask(): Promise<void> {
    const server = this.host.httpAdapter.getInstance() as unknown as Pick<FastifyInstance, "inject">;
    const answer = await server.inject({ method: "GET", url: "/api/billing/plans" }).catch(() => null);
    const plans = answer?.statusCode === 200 ? z.array(Plan).safeParse(answer.json()) : null;
    if (plans?.success) this.known = plans.data;
  }
}

const waited = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref());

/** Words of the front page (shell/src/pages/front.tsx); e2e/src/front.e2e.ts holds them together. */
const TITLE = "Everything you keep becomes a card. Every card can be acted on.";
const LEAD =
  "A note, a link, a task, a mail. Tessera keeps it at once, reads it in place, and brings you only what needs a decision.";
const CLAIMS = [
  [
    "Stored before it is processed",
    "A capture is stored first. Its title and its readable text arrive after, each with its state.",
  ],
  [
    "Bring what you have",
    "Bookmarks from your browser and mails as files come in by the thousand, and every entry that was refused is named.",
  ],
  ["Found by its words", "Full text over notes, pages and mails, from any page with Ctrl K."],
  [
    "One queue for what needs you",
    "Imports, failures and open questions wait in one list. Everything you do in it can be undone.",
  ],
] as const;
const KEPT = [
  [
    "On the server",
    "Cards, files, books and recordings are in the database and the file store of this installation. Its rules keep each person’s rows apart.",
  ],
  [
    "In your browser",
    "Drafts, recent searches and what you need offline. Signing out removes drafts and offline data.",
  ],
  [
    "With others",
    "Nothing, unless you ask for it: a page that you save, a model that you added, a payment, a mail to you.",
  ],
] as const;

/** Taken of the product by e2e/src/pictures.e2e.ts. */
const picture = (theme: string | null) => {
  const at = (width: number, scheme: string) => `/pictures/inbox-${width}-${scheme}.png`;
  const source = (scheme: string, media: string) =>
    `<source media="(max-width: 959.98px)${media}" srcset="${at(390, scheme)}"><source media="(min-width: 960px)${media}" srcset="${at(1440, scheme)}">`;
  const sources = theme ? source(theme, "") : source("dark", " and (prefers-color-scheme: dark)") + source("light", "");
  return `<picture>${sources}<img src="${at(1440, theme ?? "light")}" alt="The inbox: a list of cards, and the card that is read" loading="lazy"></picture>`;
};

const list = (rows: readonly (readonly [string, string])[]) =>
  `<ul class="claims">${rows.map(([title, text]) => `<li><h3>${title}</h3><p>${text}</p></li>`).join("")}</ul>`;

const money = ({ amount, currency }: Plan["price"]) => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

function planHtml(plan: Plan): string {
  const year = plan.yearlyPrice ? `, or ${money(plan.yearlyPrice)} a year` : "";
  const lines = plan.features
    .filter(({ value }) => value !== "No" && value !== "None")
    .map((feature) => `<li>${escapeHtml(featureInWords(feature))}</li>`);
  return `<li><h3>${escapeHtml(plan.name)}</h3><p><b>${money(plan.price)}</b> a ${plan.interval}${year}</p><ul>${lines.join("")}</ul></li>`;
}

function plansHtml(plans: Plan[]): string {
  const days = plans.find(({ trialDays }) => trialDays)?.trialDays;
  const trial = days ? `A new account is free for ${counted(days, "day")}, without a card. ` : "";
  return `<section id="plans"><h2>Plans</h2><p>${trial}You can change or cancel a plan at any time, and keep it until the paid period ends.</p><ul class="plans">${plans.map(planHtml).join("")}</ul></section>`;
}

export interface FrontParts {
  plans: Plan[] | null;
  theme: string | null;
  hasHandbook: boolean;
}

/** The whole front page without a script; what the page shows in its place takes over where one runs. */
export function frontHtml({ plans, theme, hasHandbook }: FrontParts): string {
  const handbook = hasHandbook ? `<a href="${HANDBOOK_PATH}">Handbook</a>` : "";
  const privacy = hasHandbook ? `<p><a href="${HANDBOOK_PATH}/privacy">Privacy and your data</a></p>` : "";
  const prices = plans?.length ? '<a href="#plans">Plans and prices</a>' : "";
  return `<noscript><link rel="stylesheet" href="/front.css"><div class="front-page">
<header>${BRAND}<nav><a href="#claims">What it does</a>${prices}${handbook}</nav></header>
<main>
<h1>${TITLE}</h1>
<p class="lead">${LEAD}</p>
<p class="needs">Tessera itself needs JavaScript. Switch it on for this site to sign in or to create an account.</p>
${picture(theme)}
<section id="claims"><h2>What it does</h2>${list(CLAIMS)}</section>
<section id="kept"><h2>What is kept where</h2>${list(KEPT)}${privacy}</section>
${plans?.length ? plansHtml(plans) : ""}
</main></div></noscript>`;
}
