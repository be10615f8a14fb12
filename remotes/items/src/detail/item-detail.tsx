import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Info20Regular } from "@fluentui/react-icons/svg/info";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import { PanelRight20Regular } from "@fluentui/react-icons/svg/panel-right";
import { Tag20Regular } from "@fluentui/react-icons/svg/tag";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import { useQueryClient } from "@tessera/query";
import { useLocation, useNavigate, useOutletContext, useParams } from "@tessera/router";
import { isOffline, shell, useCommands } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  IconButton,
  Pane,
  PaneHeader,
  PaneScroll,
  useIsPhone,
  useMinWidth,
  VisuallyHidden,
} from "@tessera/ui";
import { lazy, type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { ListHandleRef } from "../list/list-handle.ts";
import { pathOf, SEARCH_LIST } from "../list/list-query.ts";
import { loadPart } from "../load-part.ts";
import { keepRow } from "../triage/change-items.ts";
import { markOpened } from "../triage/mark-read.ts";
import { doneOf } from "../types/done.ts";
import { labelOfType, pluralOf, useItemTypes } from "../types/item-types.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { AboutCard } from "./about-card.tsx";
import { aboutIsOpen, keepAboutOpen } from "./about-open.ts";
import { cardActions } from "./card-actions.ts";
import { CardBody } from "./card-body.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { useCitedSentence } from "./cited-sentence.ts";
import { DetailToolbar, MoreMenu } from "./detail-toolbar.tsx";
import { CardId } from "./edit-request.tsx";
import { EarlierTexts } from "./history/earlier-texts.ts";
import { openEarlierTexts } from "./history/open-earlier-texts.ts";
import { columnWidth, useReaderText } from "./reader/reader-text.ts";
import { SaveStatus } from "./save-status.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";
import { useEdit } from "./use-edit.ts";
import { useItem } from "./use-item.ts";

/** Below the text, or in the pane beside it: the card is read before it. */
const MentionedIn = lazy(async () => ({
  default: (await loadPart(() => import("../mentions/mentioned-in.tsx"))).MentionedIn,
}));
const LikeThis = lazy(async () => ({
  default: (await loadPart(() => import("../neighbours/like-this.tsx"))).LikeThis,
}));

/** `/items/:type/:id`: one card. */
export function ItemDetail() {
  const { id = "", type = SEARCH_LIST } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data, dataUpdatedAt, error, refetch } = useItem(id);
  const client = useQueryClient();
  // What the server found out while the card is open shows in the list, too; the list may know better what was kept
  // from before.
  const known = useRef({ id, at: dataUpdatedAt });
  useEffect(() => {
    if (known.current.id === id && known.current.at !== dataUpdatedAt && data) keepRow(client, data);
    known.current = { id, at: dataUpdatedAt };
  }, [client, id, data, dataUpdatedAt]);
  if (data) return <Card key={data.id} item={data} />;
  const offline = isOffline(error);
  const gone = error instanceof ProblemError && error.status === 404;
  return (
    <Pane kind="detail" label="Card">
      {gone ? (
        <EmptyState
          sentence="This card does not exist, or it is not yours."
          action={{ label: "Back to the list", onClick: () => navigate(`${pathOf(type)}${search}`) }}
        />
      ) : offline ? (
        <EmptyState
          title="Offline"
          sentence="This card is not on this device. Cards that you opened before are; this one opens once the connection is back."
          action={{ label: "Back to the list", onClick: () => navigate(`${pathOf(type)}${search}`) }}
        />
      ) : error ? (
        <ErrorState error={error} title="This card could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <CardSkeleton />
      )}
    </Pane>
  );
}

function Card({ item: stored }: { item: Item }) {
  const styles = useDetailStyles();
  const { type = SEARCH_LIST } = useParams();
  const { search } = useLocation();
  const types = useItemTypes();
  const phone = useIsPhone();
  const wide = useMinWidth("lg");
  const [about, setAbout] = useState(aboutIsOpen);
  const list = useOutletContext<ListHandleRef>();
  const { session, view } = useEdit(stored);
  const article = useRef<HTMLElement>(null);
  useCitedSentence(article, stored.id, search);
  const { item } = view;
  const text = useReaderText();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening reads it; marked as unread while it is open, it stays so
  useEffect(() => {
    if (stored.unread) void markOpened(client, stored);
  }, [stored.id, client]);
  const kind = labelOfType(item.type, types);
  const actions = cardActions(stored, list);

  const showAbout = (open: boolean) => {
    setAbout(open);
    keepAboutOpen(open);
  };
  const openAbout = () =>
    void shell().dialogs.open(
      () => <AboutOpen item={stored} />,
      {},
      { title: "About this card", width: "400px", buttons: [] },
    );
  const toggleAbout = wide ? () => showAbout(!about) : openAbout;
  const latestAbout = useRef(toggleAbout);
  latestAbout.current = toggleAbout;
  useCommands(
    () => [
      {
        id: "items.about",
        title: "About this card",
        group: "This card",
        ofOpen: true,
        act: "about",
        run: () => latestAbout.current(),
      },
      {
        id: "items.earlier-texts",
        title: "Earlier texts of this card",
        group: "This card",
        ofOpen: true,
        run: () => openEarlierTexts(session, client),
      },
    ],
    [session, client],
  );
  const earlier = useMemo(() => () => void openEarlierTexts(session, client), [session, client]);
  const place = pluralOf(type, types);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place changes with the card's name, state and width alone
  useEffect(() => {
    const crumbs = [
      ...(type === SEARCH_LIST ? [] : [{ label: "Items", path: "/items/inbox" }]),
      { label: place, path: `${pathOf(type)}${search}` },
      { label: phone ? kind : item.title },
    ];
    const phoneActions = (
      <>
        <IconButton icon={<Info20Regular />} size="large" label="About this card" onClick={openAbout} />
        <MoreMenu actions={actions} size="large" />
      </>
    );
    shell().place.set(crumbs, { phoneBack: `${pathOf(type)}${search}`, phoneActions });
  }, [item.title, kind, place, type, search, phone, stored]);

  return (
    <>
      <Pane kind="detail" label="Card">
        {phone && <VisuallyHidden as="h1">{item.title}</VisuallyHidden>}
        {!phone && (
          <DetailToolbar
            kind={kind}
            icon={<TypeIcon type={item.type} done={doneOf(item).done} />}
            status={<SaveStatus view={view} />}
            actions={actions}
            onAbout={wide ? (about ? undefined : () => showAbout(true)) : openAbout}
          />
        )}
        <PaneScroll>
          <article
            ref={article}
            data-card=""
            tabIndex={-1}
            className={styles.column}
            style={{ maxWidth: columnWidth(text) }}
            aria-label={item.title}
          >
            <CardId value={item.id}>
              <EarlierTexts value={earlier}>
                <CardBody session={session} view={view} onTag={actions.tag} onTick={actions.toggleDone} />
              </EarlierTexts>
              {!(wide && about) && (
                <div className={styles.sections}>
                  <Suspense>
                    <LikeThis session={session} />
                    <MentionedIn item={stored} quiet />
                  </Suspense>
                </div>
              )}
            </CardId>
          </article>
        </PaneScroll>
        {phone && (
          <div className={styles.actions} role="toolbar" aria-label="This card">
            {actions.away
              ? phoneAction("To the inbox", <MailInbox20Regular />, () => actions.setStatus("inbox"), styles.action)
              : phoneAction("Archive", <Archive20Regular />, () => actions.setStatus("archived"), styles.action)}
            {phoneAction("Snooze", <Clock20Regular />, actions.snooze, styles.action)}
            {phoneAction("Tag", <Tag20Regular />, actions.tag, styles.action)}
            {phoneAction(
              item.status === "trash" ? "Delete" : "Trash",
              <Delete20Regular />,
              actions.remove,
              styles.action,
            )}
          </div>
        )}
      </Pane>
      {wide && about && (
        <Pane kind="context" label="About this card">
          <PaneHeader title="About this card" level={2} line>
            <IconButton icon={<PanelRight20Regular />} label="Hide this pane" onClick={() => showAbout(false)} />
          </PaneHeader>
          <PaneScroll>
            <Suspense>
              <LikeThis session={session} />
              <MentionedIn item={stored} />
              {/* With what stands above it, which would move it down. */}
              <AboutCard item={stored} />
            </Suspense>
          </PaneScroll>
        </Pane>
      )}
    </>
  );
}

/** What is known of a card, in a window of its own: it follows what is done there. */
function AboutOpen({ item }: { item: Item }) {
  const { data = item } = useItem(item.id);
  return <AboutCard item={data} />;
}

const phoneAction = (label: string, icon: ReactElement, run: () => void, className: string) => (
  <button type="button" className={className} onClick={run}>
    {icon}
    {label}
  </button>
);
