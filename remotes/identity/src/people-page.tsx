import { PersonAdd16Regular } from "@fluentui/react-icons/svg/person-add";
import { Search16Regular } from "@fluentui/react-icons/svg/search";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { keepPreviousData, useQuery } from "@tessera/query";
import { shell, useCommands, useKeys, usePlace, useSession } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  Keycap,
  Notice,
  PageHead,
  Pager,
  Pane,
  PaneScroll,
  RowSkeleton,
  useIsPhone,
  useMinWidth,
  ViewTabs,
} from "@tessera/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ActsList } from "./acts-list.tsx";
import { type PeopleQuery, people, peopleKeys } from "./people-api.ts";
import { PeopleCards, PeopleTable } from "./people-list.tsx";
import { type PeopleActions, usePeopleActions } from "./use-people-actions.tsx";
import { SIZES, STATES, usePeopleQuery } from "./use-people-query.ts";

const phoneWidth = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  content: { padding: "12px 24px 48px", [phoneWidth]: { padding: "12px 16px 32px" } },
  filters: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    "& [role=tablist]": { padding: 0, minWidth: 0 },
    margin: "8px 0",
  },
  search: { width: "320px", maxWidth: "100%", marginLeft: "auto", [phoneWidth]: { width: "100%", height: "44px" } },
  invite: { [phoneWidth]: { width: "100%", height: "44px" } },
  part: { marginTop: "24px" },
  title: { fontSize: "14px", lineHeight: "32px", fontWeight: 600, margin: 0 },
  aside: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  head: { display: "flex", alignItems: "center", justifyContent: "space-between" },
});

/** Px of window from which the table has room beside the rail and the sections. */
const TABLE_WIDTH = 1200;

/** `/settings/people`: who has an account here, and what can be done about it. For administrators. */
export default function PeoplePage() {
  const phone = useIsPhone();
  const styles = useStyles();
  const actions = usePeopleActions();
  const hosted = isHosted();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "People" }], "/settings");
  const invite = !hosted && (
    <Button
      className={styles.invite}
      size={phone ? "large" : "small"}
      icon={<PersonAdd16Regular />}
      onClick={actions.invite}
    >
      Invite a person
    </Button>
  );
  return (
    <Pane kind="detail" label="People">
      <PageHead area="Settings" title="People">
        {invite}
      </PageHead>
      <PaneScroll>
        <div className={styles.content}>
          {hosted ? <Elsewhere /> : <People actions={actions} invite={phone && invite} />}
        </div>
      </PaneScroll>
    </Pane>
  );
}

const isHosted = () => new URL(shell().identity.url).origin !== location.origin;

/** The calls of administration are open to a person's token at the embedded service alone. */
function Elsewhere() {
  return (
    <EmptyState
      title="People are managed elsewhere"
      sentence={`This installation signs people in by ${new URL(shell().identity.url).host}. Invite, ban and delete them in its dashboard.`}
    />
  );
}

function People({ actions, invite }: { actions: PeopleActions; invite: ReactNode }) {
  const styles = useStyles();
  const wide = useMinWidth(TABLE_WIDTH);
  const { user } = useSession();
  const { query, change } = usePeopleQuery();
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: peopleKeys.list(query),
    queryFn: ({ signal }) => people.list(query, signal),
    placeholderData: keepPreviousData,
  });
  const search = useRef<HTMLInputElement>(null);
  useCommands(
    () => [
      {
        id: "settings.people.find",
        title: "Find a person",
        group: "People",
        act: "search",
        run: () => search.current?.focus(),
      },
      { id: "settings.people.invite", title: "Invite a person", group: "People", run: actions.invite },
    ],
    [],
  );
  const filtered = query.filter !== "" || query.state !== null;
  const List = wide ? PeopleTable : PeopleCards;
  if (isError && !data)
    return <ErrorState title="People cannot be shown" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {isError && (
        <Notice intent="error" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
          What you see may be out of date. {error.message}
        </Notice>
      )}
      {invite}
      <div className={styles.filters}>
        <ViewTabs
          label="State"
          views={STATES}
          selected={query.state ?? "all"}
          onSelect={(state) => change({ state: state === "all" ? null : (state as PeopleQuery["state"]), page: 1 })}
        />
        <SearchField given={query.filter} onFind={(filter) => change({ filter, page: 1 })} field={search} />
      </div>
      <div aria-busy={isPlaceholderData}>
        {!data ? (
          <RowSkeleton rows={8} />
        ) : data.users.length ? (
          <>
            <List accounts={data.users} actions={actions} self={user?.id} now={Date.now()} />
            <Pager
              of="rows"
              page={query.page - 1}
              pageSize={query.perPage}
              total={data.total}
              sizes={SIZES}
              onChange={(page, perPage) => change({ page: page + 1, perPage })}
            />
          </>
        ) : filtered || query.page > 1 ? (
          <EmptyState
            sentence="Nobody matches. Search by part of an address or number, or by the beginning of an id."
            action={{ label: "Show everybody", onClick: () => change({ filter: "", state: null, page: 1 }) }}
          />
        ) : (
          <EmptyState
            sentence="Nobody has an account here yet."
            action={{ label: "Invite a person", onClick: actions.invite }}
          />
        )}
      </div>
      {/* Below a list of unknown length it would move. */}
      {data && (
        <section className={styles.part} aria-label="What happened">
          <div className={styles.head}>
            <h3 className={styles.title}>What happened</h3>
            <span className={styles.aside}>newest first</span>
          </div>
          <ActsList />
        </section>
      )}
    </>
  );
}

/** Ms without a key until what was typed is searched for. */
const PAUSE = 250;

function SearchField(props: { given: string; onFind: (text: string) => void; field: React.Ref<HTMLInputElement> }) {
  const styles = useStyles();
  const keyOf = useKeys();
  const phone = useIsPhone();
  const [text, setText] = useState(props.given);
  const { onFind } = props;
  const find = useRef(onFind);
  find.current = onFind;
  // The address may change on its own: back, or "Show everybody".
  useEffect(() => setText((now) => (now.trim() === props.given ? now : props.given)), [props.given]);
  useEffect(() => {
    if (text.trim() === props.given) return;
    const timer = setTimeout(() => find.current(text.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [text, props.given]);
  return (
    <Input
      input={{ ref: props.field }}
      className={styles.search}
      type="search"
      aria-label="Find people"
      placeholder="Email, phone or id"
      value={text}
      maxLength={254}
      contentBefore={<Search16Regular />}
      contentAfter={phone ? undefined : <Keycap>{keyOf("search")}</Keycap>}
      onChange={(_, data) => setText(data.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") find.current(text.trim());
        if (event.key === "Escape" && text) {
          event.stopPropagation();
          setText("");
        }
      }}
    />
  );
}
