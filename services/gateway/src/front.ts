import { Injectable } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { Plan } from "@tessera/contracts-billing/billing.ts";
import { featureInWords } from "@tessera/contracts-billing/feature-words.ts";
import { counted } from "@tessera/contracts-core/counted.ts";
import { FRONT_CODE_LANGUAGE, FRONT_CODE_LINES, FRONT_CODE_LOOKS } from "@tessera/federation/front-code.ts";
import {
  FRONT_CLAIMS,
  FRONT_CODE,
  FRONT_KEPT,
  FRONT_LEAD,
  FRONT_PICTURE,
  FRONT_TITLE,
  frontPicture,
  frontPlansLead,
} from "@tessera/federation/front-words.ts";
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

const picture = (theme: string | null) => {
  const source = (scheme: string, media: string) =>
    `<source media="(max-width: 959.98px)${media}" srcset="${frontPicture(390, scheme)}"><source media="(min-width: 960px)${media}" srcset="${frontPicture(1440, scheme)}">`;
  const sources = theme ? source(theme, "") : source("dark", " and (prefers-color-scheme: dark)") + source("light", "");
  return `<picture>${sources}<img src="${frontPicture(1440, theme ?? "light")}" alt="${FRONT_PICTURE}" loading="lazy"></picture>`;
};

const list = (rows: readonly { title: string; text: string }[]) =>
  `<ul class="claims">${rows.map(({ title, text }) => `<li><h3>${title}</h3><p>${text}</p></li>`).join("")}</ul>`;

/** Colours by class: the page's policy lets no element have its own. */
const codeStyles = FRONT_CODE_LOOKS.map(
  ({ color, italic }, look) => `.l${look}{color:${color}${italic ? ";font-style:italic" : ""}}`,
).join("");
const codeLines = FRONT_CODE_LINES.map((line) =>
  line.map(([text, look]) => `<span class="l${look}">${escapeHtml(text)}</span>`).join(""),
).join("\n");
const codeHtml = (tokens: string) =>
  `<section id="code"><h2>${FRONT_CODE.title}</h2><p>${FRONT_CODE.text}</p>${tokens}<figure><figcaption>${FRONT_CODE_LANGUAGE}</figcaption><pre tabindex="0"><code>${codeLines}</code></pre></figure></section>`;

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
  return `<section id="plans"><h2>Plans</h2><p>${frontPlansLead(days ? counted(days, "day") : null)}</p><ul class="plans">${plans.map(planHtml).join("")}</ul></section>`;
}

export interface FrontParts {
  plans: Plan[] | null;
  theme: string | null;
  hasHandbook: boolean;
  /** Of the page, for the colours of its code. */
  nonce: string;
}

/** The whole front page without a script; what the page shows in its place takes over where one runs. */
export function frontHtml({ plans, theme, hasHandbook, nonce }: FrontParts): string {
  const handbook = hasHandbook ? `<a href="${HANDBOOK_PATH}">Handbook</a>` : "";
  const privacy = hasHandbook ? `<p><a href="${HANDBOOK_PATH}/privacy">Privacy and your data</a></p>` : "";
  const tokens = hasHandbook ? `<p><a href="${HANDBOOK_PATH}/settings#api-tokens">API tokens</a></p>` : "";
  const prices = plans?.length ? '<a href="#plans">Plans and prices</a>' : "";
  return `<noscript><link rel="stylesheet" href="/front.css"><style nonce="${nonce}">${codeStyles}</style><div class="front-page">
<header>${BRAND}<nav><a href="#claims">What it does</a>${prices}${handbook}</nav></header>
<main>
<h1>${FRONT_TITLE}</h1>
<p class="lead">${FRONT_LEAD}</p>
<p class="needs">Tessera itself needs JavaScript. Switch it on for this site to sign in or to create an account.</p>
${picture(theme)}
<section id="claims"><h2>What it does</h2>${list(FRONT_CLAIMS)}</section>
<section id="kept"><h2>What is kept where</h2>${list(FRONT_KEPT)}${privacy}</section>
${codeHtml(tokens)}
${plans?.length ? plansHtml(plans) : ""}
</main></div></noscript>`;
}
