import { HANDBOOK_PATH, shownPage } from "@tessera/federation/handbook.ts";
import type { HandbookState, HandbookPage as Page } from "@tessera/federation/handbook-schemas.ts";
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from "@tessera/router";
import { usePlace, useSession } from "@tessera/shell-api";
import { Mark, PlainButton, trustedHtml } from "@tessera/ui";
import { type MouseEvent, useMemo } from "react";
import { HOME } from "../../routing/navigation-guard.ts";
import { readHandbook } from "./handbook-state.ts";
import { loadStyles } from "./handbook-styles.ts";

interface Loaded {
  /** Null when the handbook has no page of that name. */
  state: HandbookState | null;
  failed: boolean;
}

export async function handbookLoader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const [read] = await Promise.allSettled([readHandbook(params.page, request.signal), loadStyles()]);
  return read.status === "fulfilled" ? { state: read.value, failed: false } : { state: null, failed: true };
}

/** The user's handbook: all pages, or one. The server sends the same before scripts have run. */
export function HandbookPage() {
  const { state, failed } = useLoaderData() as Loaded;
  const { user } = useSession();
  const shown = state ? shownPage(state) : undefined;
  usePlace([{ label: shown ? `${shown.title} · Handbook` : "Handbook" }]);
  return (
    <div className="handbook">
      <header>
        <Link className="home" to={user ? HOME : "/"}>
          <Mark size={24} />
          Tessera
        </Link>
        <Link to={user ? HOME : "/login"}>{user ? "Open your queue" : "Sign in"}</Link>
      </header>
      <nav aria-label="Handbook">
        <Link to={HANDBOOK_PATH} aria-current={state && !shown ? "page" : undefined}>
          Handbook
        </Link>
        <ul>
          {state?.pages.map((page) => (
            <Entry key={page.slug} page={page} isShown={page === shown} />
          ))}
        </ul>
      </nav>
      <article>
        {failed ? <Failed /> : !state ? <Missing /> : shown ? <Text state={state} shown={shown} /> : <All {...state} />}
      </article>
    </div>
  );
}

function Entry({ page, isShown }: { page: Page; isShown: boolean }) {
  const to = `${HANDBOOK_PATH}/${page.slug}`;
  return (
    <li>
      <Link to={to} aria-current={isShown ? "page" : undefined}>
        {page.title}
      </Link>
      {isShown && page.sections.length > 0 && (
        <ul>
          {page.sections.map(({ id, title }) => (
            <li key={id}>
              <Link to={`${to}#${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Text({ state, shown }: { state: HandbookState; shown: Page }) {
  const navigate = useNavigate();
  const html = useMemo(() => trustedHtml(state.page!.html), [state]);
  const at = state.pages.indexOf(shown);
  const [before, after] = [state.pages[at - 1], state.pages[at + 1]];
  /** Links of the text stay in this page, as all others do. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
  return (
    <>
      <h1>{shown.title}</h1>
      <p className="lead">{shown.summary}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed, by key as well */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the build, which refuses HTML in pages */}
      <div className="text" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
      <div className="turn">
        {before ? <Link to={`${HANDBOOK_PATH}/${before.slug}`}>← {before.title}</Link> : <span />}
        {after && <Link to={`${HANDBOOK_PATH}/${after.slug}`}>{after.title} →</Link>}
      </div>
    </>
  );
}

function All({ pages }: HandbookState) {
  return (
    <>
      <h1>Handbook</h1>
      <ul className="pages">
        {pages.map(({ slug, title, summary }) => (
          <li key={slug}>
            <Link to={`${HANDBOOK_PATH}/${slug}`}>{title}</Link>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Missing() {
  return (
    <>
      <h1>This page does not exist</h1>
      <p>
        The handbook has no page at this address. <Link to={HANDBOOK_PATH}>See all pages</Link>
      </p>
    </>
  );
}

function Failed() {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <h1>The handbook could not be loaded</h1>
      <p>Check your connection and try again.</p>
      <PlainButton disabled={state === "loading"} onClick={() => void revalidate()}>
        Try again
      </PlainButton>
    </>
  );
}
