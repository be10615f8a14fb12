import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Bookmark20Regular } from "@fluentui/react-icons/svg/bookmark";
import { Circle20Regular } from "@fluentui/react-icons/svg/circle";
import { Mail20Regular } from "@fluentui/react-icons/svg/mail";
import { Note20Regular } from "@fluentui/react-icons/svg/note";
import { Tag20Regular } from "@fluentui/react-icons/svg/tag";
import { makeStyles, tokens } from "@tessera/fluent";
import { GroupHead, Keycap, ListRow, Mark, Pane, PaneHeader, PaneScroll, Section, StatusText, Tag } from "@tessera/ui";
import { NavIcon } from "../layout/nav-icon.tsx";
import { useNavigationEntries } from "../layout/use-page.ts";

const useStyles = makeStyles({
  clip: {
    position: "absolute",
    left: "496px",
    top: "32px",
    width: "1066px",
    height: "666px",
    borderRadius: "12px",
    overflow: "hidden",
    boxShadow: tokens.shadow16,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  page: {
    display: "grid",
    gridTemplateColumns: "64px 1fr",
    gridTemplateRows: "48px 1fr",
    width: "1440px",
    height: "900px",
    transform: "scale(.74)",
    transformOrigin: "0 0",
  },
  mark: { display: "flex", alignItems: "center", justifyContent: "center" },
  bar: { display: "flex", alignItems: "center" },
  place: { color: tokens.colorNeutralForeground2 },
  search: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    width: "440px",
    height: "32px",
    marginLeft: "336px",
    padding: "0 6px 0 10px",
    borderRadius: "6px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground3,
  },
  rail: {
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    padding: "4px 12px",
    color: tokens.colorNeutralForeground2,
  },
  area: { display: "flex", alignItems: "center", justifyContent: "center", height: "40px", borderRadius: "8px" },
  current: { color: tokens.colorBrandForeground1, backgroundColor: "var(--sel)" },
  sheet: {
    display: "flex",
    margin: "0 8px 8px 0",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "10px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground1,
  },
  actions: { display: "flex", alignItems: "center", gap: "16px", fontSize: "12px" },
  action: { display: "flex", alignItems: "center", gap: "6px" },
  step: { display: "flex", alignItems: "center", gap: "8px", height: "28px" },
  kind: { display: "flex", alignItems: "center", gap: "8px", fontWeight: 400, color: tokens.colorNeutralForeground2 },
  reader: {
    maxWidth: "640px",
    margin: "0 auto",
    padding: "28px 32px",
    fontSize: "16px",
    lineHeight: "26px",
    "& p": { marginBottom: "16px" },
  },
  title: { fontSize: "28px", lineHeight: "36px", fontWeight: 600, letterSpacing: "-.02em" },
  about: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    margin: "8px 0 24px",
    fontSize: "14px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground3,
  },
});

/**
 * A workspace drawn with the product's own components; a picture, not a page. A screenshot would be needed for each
 * theme, weigh more than all of this page, and show an older release.
 */
export function FrontPreview() {
  const styles = useStyles();
  const entries = useNavigationEntries();
  return (
    <div className={styles.clip} inert aria-hidden="true">
      <div className={styles.page}>
        <span className={styles.mark}>
          <Mark size={20} />
        </span>
        <div className={styles.bar}>
          <span className={styles.place}>
            Items / <b>Inbox</b>
          </span>
          <span className={styles.search}>
            Search, or jump to a page <Keycap>Ctrl K</Keycap>
          </span>
        </div>
        <div className={styles.rail}>
          {entries.map((entry) => (
            <span key={entry.id} className={entry.owner === "items" ? `${styles.area} ${styles.current}` : styles.area}>
              <NavIcon icon={entry.owner === "items" ? entry.icon.filled : entry.icon.regular} />
            </span>
          ))}
        </div>
        <div className={styles.sheet}>
          <PreviewList />
          <PreviewCard />
          <PreviewAbout />
        </div>
      </div>
    </div>
  );
}

function PreviewList() {
  return (
    <Pane kind="list" label="Inbox">
      <PaneHeader title="Inbox" count={14} level={2} />
      <PaneScroll>
        <GroupHead>Today</GroupHead>
        <ListRow
          icon={<Bookmark20Regular />}
          title="Postgres row locks as a job queue"
          line="queuecraft.example · 9 min read"
          age="14 min"
          tags={<Tag>postgres</Tag>}
          selected
        />
        <ListRow
          icon={<Circle20Regular />}
          title="Call the dentist about the crown"
          line="Due 4 December"
          age="22 min"
          unread
        />
        <ListRow
          icon={<Mail20Regular />}
          title="Lena Brandt: revised quote for the kitchen"
          line="The version with oak fronts; the worktop is now included"
          age="41 min"
          tags={<Tag>home</Tag>}
          unread
        />
        <ListRow
          icon={<Note20Regular />}
          title="Names for the second plan"
          line="Studio, Bench, Workshop, Atelier"
          age="2 h"
          tags={<Tag>pricing</Tag>}
        />
        <ListRow
          icon={<Bookmark20Regular />}
          title="Reading a waveform at 60 frames a second"
          line="canvaslab.example · 14 min read"
          age="5 h"
          tags={<Tag>audio</Tag>}
        />
        <GroupHead>Yesterday</GroupHead>
        <ListRow
          icon={<Note20Regular />}
          title="Strasbourg: what is still open"
          line="Train booked. Hotel near the Krutenau, two nights…"
          age="Thu"
          tags={<Tag>travel</Tag>}
        />
        <ListRow
          icon={<Circle20Regular />}
          title="Send the third-quarter VAT return"
          line="Due 30 November"
          age="Thu"
          tags={<Tag>tax</Tag>}
        />
        <ListRow
          icon={<Mail20Regular />}
          title="Nordlys Energi: your new tariff from January"
          line="Fixed price for twelve months"
          age="Thu"
        />
        <ListRow
          icon={<Bookmark20Regular />}
          title="Laeuger and the Karlsruhe tile workshop"
          line="keramik.example · 6 min read"
          age="Thu"
          tags={<Tag>tiles</Tag>}
        />
        <GroupHead>Earlier this week</GroupHead>
        <ListRow
          icon={<Note20Regular />}
          title="Queue design, second attempt"
          line="A lane for each customer, a lock for each lane"
          age="Wed"
        />
        <ListRow
          icon={<Bookmark20Regular />}
          title="Advisory locks compared"
          line="dbnotes.example · 11 min read"
          age="Wed"
          tags={<Tag>postgres</Tag>}
        />
        <ListRow
          icon={<Mail20Regular />}
          title="Abel Mensah: the workshop on 4 December"
          line="Room 2 is ours from nine; bring the tiles"
          age="Tue"
        />
        <ListRow icon={<Circle20Regular />} title="Replace the broker before March" line="Due 27 February" age="Tue" />
        <ListRow
          icon={<Note20Regular />}
          title="What the kitchen may cost"
          line="Fronts, worktop, and two days of Lena"
          age="Mon"
          tags={<Tag>home</Tag>}
        />
      </PaneScroll>
    </Pane>
  );
}

function PreviewAbout() {
  const styles = useStyles();
  return (
    <Pane kind="context" label="About this card">
      <PaneHeader title="About this card" line level={2} />
      <Section title="Processing" aside="2 of 2 done">
        {["Title", "Readable copy"].map((step) => (
          <div key={step} className={styles.step}>
            <StatusText status="ok">{step}</StatusText>
          </div>
        ))}
      </Section>
      <Section title="Tags">
        <div className={styles.step}>
          <Tag>postgres</Tag> <Tag>queue</Tag>
        </div>
      </Section>
    </Pane>
  );
}

function PreviewCard() {
  const styles = useStyles();
  return (
    <Pane kind="detail" label="Card">
      <PaneHeader
        line
        level={2}
        title={
          <span className={styles.kind}>
            <Bookmark20Regular /> Bookmark
          </span>
        }
      >
        <span className={styles.actions}>
          <span className={styles.action}>
            <Archive20Regular /> Archive <Keycap>e</Keycap>
          </span>
          <span className={styles.action}>
            <Tag20Regular /> Tag <Keycap>t</Keycap>
          </span>
        </span>
      </PaneHeader>
      <div className={styles.reader}>
        <h2 className={styles.title}>Postgres row locks as a job queue</h2>
        <div className={styles.about}>
          queuecraft.example · Marit Solberg · 9 min read <Tag>postgres</Tag> <Tag>queue</Tag>
        </div>
        <p>
          For three years we ran our jobs through a broker that nobody wanted to own. Then a colleague moved one small
          queue into the table next to the data it worked on, and the pages at night stopped.
        </p>
        <p>
          The trick is old and short. A row lock is a lease that the database already knows how to lose: if the worker
          dies, its connection closes and the row is free again.
        </p>
        <p>
          A second worker passes over what the first one holds, so no two wait for each other. What it does not give you
          is order: two jobs of one customer may run side by side.
        </p>
        <p>If that matters, hash the customer into a lane and lock the lane instead of the row.</p>
      </div>
    </Pane>
  );
}
