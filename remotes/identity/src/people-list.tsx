import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { RelativeTime, StatusText, Tag } from "@tessera/ui";
import type { Account } from "./people-api.ts";
import { factorWords, nameOf, rolesOf, stateWords } from "./people-words.ts";
import { PersonMenu } from "./person-menu.tsx";
import { useDay } from "./use-day.ts";
import type { PeopleActions } from "./use-people-actions.tsx";

const useStyles = makeStyles({
  table: {
    width: "100%",
    borderCollapse: "collapse",
    "& th, & td": { textAlign: "left", padding: "0 12px 0 0", verticalAlign: "middle" },
    "& th:last-child, & td:last-child": { paddingRight: 0, textAlign: "right" },
    "& thead th": {
      height: "36px",
      fontSize: "12px",
      lineHeight: "16px",
      fontWeight: 400,
      color: tokens.colorNeutralForeground3,
    },
    "& tbody th": { fontWeight: 400 },
    "& tbody tr": { borderTop: `1px solid ${tokens.colorNeutralStroke3}`, height: "48px" },
  },
  name: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px", overflowWrap: "anywhere" },
  line: {
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
    overflowWrap: "anywhere",
  },
  code: { fontFamily: tokens.fontFamilyMonospace },
  none: { color: tokens.colorNeutralForeground3 },
  time: { color: tokens.colorNeutralForeground2, whiteSpace: "nowrap" },
  status: { display: "flex", alignItems: "center", minHeight: "20px" },
  own: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: "none",
    whiteSpace: "nowrap",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    "@media (max-width: 959.98px)": { display: "inline-flex", alignItems: "center", minHeight: "44px" },
  },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  card: {
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
  },
  head: { display: "flex", alignItems: "flex-start", gap: "8px", "& > div": { flexGrow: 1, minWidth: 0 } },
  facts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(138px, 1fr))",
    gap: "8px 24px",
    margin: "8px 0 0",
  },
  fact: {
    minWidth: 0,
    "& dt": { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3, marginBottom: "2px" },
    "& dd": { margin: 0, overflowWrap: "anywhere" },
  },
});

interface ListProps {
  accounts: readonly Account[];
  actions: PeopleActions;
  /** Id of the administrator. */
  self: string | undefined;
  /** Ms since 1970. */
  now: number;
}

/** A row for each account. */
export function PeopleTable(props: ListProps) {
  const styles = useStyles();
  return (
    <table className={styles.table} aria-label="People">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">State</th>
          <th scope="col">Second factor</th>
          <th scope="col">Last sign-in</th>
          <th scope="col">Since</th>
          <th scope="col">
            <span className={styles.none}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.accounts.map((account) => (
          <tr key={account.id}>
            <th scope="row">
              <Name account={account} self={props.self} />
            </th>
            <td>
              <State account={account} now={props.now} />
            </td>
            <td>
              <Factors account={account} />
            </td>
            <td className={styles.time}>
              <LastSignIn account={account} />
            </td>
            <td className={styles.time}>
              <RelativeTime at={account.created_at} />
            </td>
            <td>
              <Actions account={account} {...props} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same for a narrow pane. */
export function PeopleCards(props: ListProps) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label="People">
      {props.accounts.map((account) => (
        <li key={account.id} className={styles.card}>
          <div className={styles.head}>
            <div>
              <Name account={account} self={props.self} />
            </div>
            <Actions account={account} {...props} />
          </div>
          <dl className={styles.facts}>
            <div className={styles.fact}>
              <dt>State</dt>
              <dd>
                <State account={account} now={props.now} />
              </dd>
            </div>
            <div className={styles.fact}>
              <dt>Second factor</dt>
              <dd>
                <Factors account={account} />
              </dd>
            </div>
            <div className={styles.fact}>
              <dt>Last sign-in</dt>
              <dd>
                <LastSignIn account={account} />
              </dd>
            </div>
            <div className={styles.fact}>
              <dt>Since</dt>
              <dd>
                <RelativeTime at={account.created_at} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Name({ account, self }: { account: Account; self: string | undefined }) {
  const styles = useStyles();
  const roles = rolesOf(account);
  return (
    <>
      <div className={styles.name}>
        {nameOf(account)}
        {account.id === self && <Tag>you</Tag>}
        {roles.includes("admin") && <Tag>administrator</Tag>}
        {roles.includes("owner") && <Tag>first account</Tag>}
      </div>
      <div className={styles.line}>
        {account.email && account.phone && !account.deleted_at && <>+{account.phone} · </>}
        <span className={styles.code}>{account.id.slice(0, 8)}</span>
      </div>
    </>
  );
}

function State({ account, now }: { account: Account; now: number }) {
  const styles = useStyles();
  const { status, words } = stateWords(account, now, useDay());
  return (
    <div className={styles.status}>
      <StatusText status={status}>{words}</StatusText>
    </div>
  );
}

function Factors({ account }: { account: Account }) {
  const styles = useStyles();
  const words = factorWords(account);
  return words ?? <span className={styles.none}>None</span>;
}

function LastSignIn({ account }: { account: Account }) {
  const styles = useStyles();
  return account.last_sign_in_at ? (
    <RelativeTime at={account.last_sign_in_at} />
  ) : (
    <span className={styles.none}>Never</span>
  );
}

/** One's own account is changed in its settings: nobody locks themselves out. */
function Actions({ account, self, actions, now }: ListProps & { account: Account }) {
  const styles = useStyles();
  if (account.id !== self) return <PersonMenu account={account} actions={actions} now={now} />;
  return (
    <Link to="/settings/profile" className={styles.own}>
      Your profile
    </Link>
  );
}
