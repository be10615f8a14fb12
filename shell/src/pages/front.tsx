import { ArrowImport20Regular } from "@fluentui/react-icons/svg/arrow-import";
import { ArrowRight20Regular } from "@fluentui/react-icons/svg/arrow-right";
import { Bot20Regular } from "@fluentui/react-icons/svg/bot";
import { CloudOff20Regular } from "@fluentui/react-icons/svg/cloud-off";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import { Mic20Regular } from "@fluentui/react-icons/svg/mic";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { TaskListSquareLtr20Regular } from "@fluentui/react-icons/svg/task-list-square-ltr";
import { Wallet20Regular } from "@fluentui/react-icons/svg/wallet";
import { counted } from "@tessera/contracts-core/counted.ts";
import { FRONT_CLAIMS, FRONT_CODE, FRONT_KEPT, FRONT_LEAD, FRONT_TITLE } from "@tessera/federation/front-words.ts";
import { HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link, useNavigate } from "@tessera/router";
import { useSession } from "@tessera/shell-api";
import { formatMoney, Mark, Mosaic, PlainButton, touch, useMinWidth, useUiSettings } from "@tessera/ui";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { HOME } from "../routing/navigation-guard.ts";
import { FrontPicture } from "./front-picture.tsx";
import { FrontPlans, usePlans } from "./front-plans.tsx";

/** Room of the code before it is there, in px: 14 lines and their head. */
const CODE_HEIGHT = 328;
/** Comes when it is nearly seen: what is above it is there first. */
const FrontCode = lazy(() => import(/* webpackChunkName: "front-code" */ "./front-code.tsx"));

const narrow = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  onward: { display: "inline-flex", alignItems: "center", gap: "6px" },
  root: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    minHeight: "calc(100dvh - var(--banner, 0px))",
    overflow: "hidden",
    [narrow]: { overflow: "visible" },
  },
  head: {
    position: "relative",
    zIndex: 2,
    display: "flex",
    alignItems: "center",
    gap: "24px",
    height: "64px",
    padding: "0 64px",
    [narrow]: { padding: "0 20px" },
  },
  brand: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    marginRight: "auto",
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
  },
  link: {
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    [narrow]: { display: "none" },
  },
  unknown: { visibility: "hidden" },
  signIn: {
    fontWeight: 600,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    [touch]: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
  },
  // Never higher: the plans that come below it would move what follows.
  hero: { position: "relative", minHeight: "540px", [narrow]: { minHeight: 0, padding: "40px 20px" } },
  words: {
    position: "relative",
    zIndex: 2,
    width: "368px",
    margin: "112px 0 0 64px",
    [narrow]: { width: "auto", maxWidth: "560px", margin: 0 },
  },
  title: { fontSize: "28px", lineHeight: "36px", fontWeight: 600, letterSpacing: "-.025em" },
  lead: { marginTop: "16px", fontSize: "16px", lineHeight: "24px", color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "24px" },
  action: { height: "40px" },
  // Room for the price, which comes later.
  note: {
    marginTop: "12px",
    minHeight: "32px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
  claims: {
    position: "relative",
    zIndex: 3,
    display: "grid",
    gridTemplateColumns: "repeat(4, 1fr)",
    columnGap: "40px",
    rowGap: "24px",
    padding: "24px 64px 32px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "@media (max-width: 1279.98px)": { gridTemplateColumns: "repeat(2, 1fr)" },
    [narrow]: { gridTemplateColumns: "1fr", padding: "24px 20px 32px" },
  },
  claim: { display: "flex", alignItems: "flex-start", gap: "12px" },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  claimTitle: { fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  kept: {
    position: "relative",
    zIndex: 3,
    padding: "32px 64px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [narrow]: { padding: "32px 20px" },
  },
  code: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 368px) minmax(0, 640px)",
    gap: "24px 64px",
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  codeRoom: { minHeight: `${CODE_HEIGHT}px`, borderRadius: "8px", backgroundColor: "var(--codebg)" },
  keptTitle: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em" },
  keptRows: {
    display: "grid",
    gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
    gap: "24px 40px",
    margin: "16px 0 12px",
    [narrow]: { gridTemplateColumns: "1fr" },
  },
  privacy: { color: "inherit", [touch]: { display: "inline-flex", alignItems: "center", minHeight: "44px" } },
  claimText: { marginTop: "4px", color: tokens.colorNeutralForeground2 },
});

/** In the order of FRONT_CLAIMS. */
const claimIcons = [
  <MailInbox20Regular key="stored" />,
  <ArrowImport20Regular key="brought" />,
  <Search20Regular key="found" />,
  <TaskListSquareLtr20Regular key="queue" />,
  <Wallet20Regular key="money" />,
  <Mic20Regular key="speech" />,
  <Bot20Regular key="agents" />,
  <CloudOff20Regular key="offline" />,
];

/** What Tessera is, for people who only know the address. */
export function FrontPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const roomy = useMinWidth("md");
  const { user } = useSession();
  const { locale } = useUiSettings();
  const plans = usePlans();
  const cheapest = plans?.[0];
  const trialDays = plans?.find((plan) => plan.trialDays)?.trialDays;
  return (
    <div className={styles.root}>
      {roomy && (
        <Mosaic
          clear={(x, y) => (x > 500 && y > 96) || (y < 470 && x < 470) || y < 80}
          density={(x, y) => (x < 500 ? ((y - 430) / 430) * 0.35 + (x / 500) * 0.5 : 0)}
        />
      )}
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark size={24} />
          Tessera
        </span>
        <a href="#claims" className={styles.link}>
          What it does
        </a>
        <a href="#plans" className={mergeClasses(styles.link, !plans && styles.unknown)}>
          Plans and prices
        </a>
        <Link to={HANDBOOK_PATH} className={styles.link}>
          Handbook
        </Link>
        <Link to={user ? HOME : "/login"} className={styles.signIn}>
          {user ? "Open your queue" : "Sign in"}
        </Link>
      </header>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>{FRONT_TITLE}</h1>
          <p className={styles.lead}>{FRONT_LEAD}</p>
          <div className={styles.actions}>
            <PlainButton
              appearance="primary"
              className={styles.action}
              onClick={() => navigate(user ? HOME : "/login?mode=sign-up")}
            >
              {user ? "Open your queue" : "Create an account"}
            </PlainButton>
            {!user && (
              <PlainButton appearance="subtle" className={styles.action} onClick={() => navigate("/login")}>
                <span className={styles.onward}>
                  Sign in <ArrowRight20Regular />
                </span>
              </PlainButton>
            )}
          </div>
          <p className={styles.note}>
            {trialDays
              ? `Free for ${counted(trialDays, "day")}, without a card. After that a plan`
              : "Cards need a subscription"}
            {cheapest && `${trialDays ? "" : ","} from ${formatMoney(cheapest.price, locale)} a ${cheapest.interval}`}.
          </p>
        </div>
        <FrontPicture />
      </div>
      <section id="claims" className={styles.claims} aria-label="What it does">
        {FRONT_CLAIMS.map((claim, at) => (
          <div key={claim.title} className={styles.claim}>
            <span className={styles.icon}>{claimIcons[at]}</span>
            <div>
              <h2 className={styles.claimTitle}>{claim.title}</h2>
              <p className={styles.claimText}>{claim.text}</p>
            </div>
          </div>
        ))}
      </section>
      <section id="kept" className={styles.kept} aria-label="What is kept where">
        <h2 className={styles.keptTitle}>What is kept where</h2>
        <div className={styles.keptRows}>
          {FRONT_KEPT.map(({ title, text }) => (
            <div key={title}>
              <h3 className={styles.claimTitle}>{title}</h3>
              <p className={styles.claimText}>{text}</p>
            </div>
          ))}
        </div>
        <p className={styles.claimText}>
          <Link to={`${HANDBOOK_PATH}/privacy`} className={styles.privacy}>
            Privacy and your data
          </Link>
        </p>
      </section>
      <section id="code" className={mergeClasses(styles.kept, styles.code)} aria-label="Code">
        <div>
          <h2 className={styles.keptTitle}>{FRONT_CODE.title}</h2>
          <p className={styles.claimText}>{FRONT_CODE.text}</p>
          <p className={styles.claimText}>
            <Link to={`${HANDBOOK_PATH}/settings#api-tokens`} className={styles.privacy}>
              API tokens
            </Link>
          </p>
        </div>
        <NearlySeenCode className={styles.codeRoom} />
      </section>
      {plans && <FrontPlans plans={plans} startsAt={user ? "/billing" : "/login?mode=sign-up"} />}
    </div>
  );
}

function NearlySeenCode({ className }: { className: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={className}>
      {isNear && (
        <Suspense fallback={null}>
          <FrontCode />
        </Suspense>
      )}
    </div>
  );
}
