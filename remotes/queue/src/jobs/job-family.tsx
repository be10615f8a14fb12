import type { JobDetail, JobLink, JobRelative } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link, useSearchParams } from "@tessera/router";
import { StatusText, touch } from "@tessera/ui";
import { Part } from "../detail-parts.tsx";
import { jobDuration, stateWords } from "./job-words.tsx";

/** Contrast of 3 to 1 and more in both themes: the lines say what belongs to what. */
const LINE = `1px solid ${tokens.colorNeutralStrokeAccessible}`;
/** Px from the top of a row to the middle of its title. */
const MIDDLE = 16;

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  below: { paddingLeft: "8px" },
  member: { position: "relative" },
  branch: {
    paddingLeft: "16px",
    "::before": {
      content: '""',
      position: "absolute",
      left: 0,
      top: 0,
      width: "12px",
      height: `${MIDDLE}px`,
      boxSizing: "border-box",
      borderLeft: LINE,
      borderBottom: LINE,
    },
    ":not(:last-child)::after": { content: '""', position: "absolute", left: 0, top: 0, bottom: 0, borderLeft: LINE },
  },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "0 12px",
    padding: "4px 8px",
    borderRadius: "4px",
    lineHeight: "24px",
  },
  current: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  link: {
    color: tokens.colorBrandForegroundLink,
    overflowWrap: "anywhere",
    [touch]: { display: "inline-block", padding: "10px 0" },
  },
  here: { color: "inherit", fontWeight: 600 },
  small: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** The jobs that this one is part of and those that it began, as a tree; and those that repeat it. */
export function JobFamily({ detail }: { detail: JobDetail }) {
  const { family } = detail;
  const known = new Set(family.map(({ id }) => id));
  const below = Map.groupBy(family, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const first = below.get(null) ?? [];
  const repeats: [string, JobLink[]][] = [
    ["Repeats with other input", detail.rerunOf ? [detail.rerunOf] : []],
    ["Run again as", detail.reruns],
  ];
  return (
    <>
      {family.length > 1 && (
        <Part title="Parent and child jobs">
          <Members members={first} below={below} current={detail.id} />
        </Part>
      )}
      {repeats.map(
        ([title, jobs]) =>
          jobs.length > 0 && (
            <Part key={title} title={title}>
              <Repeats jobs={jobs} />
            </Part>
          ),
      )}
    </>
  );
}

interface MembersProps {
  members: readonly JobRelative[];
  /** Children by the id of their parent. */
  below: ReadonlyMap<string | null, readonly JobRelative[]>;
  current: string;
  /** Job that began them; without one they are the first that are shown. */
  parent?: JobRelative;
}

function Members({ members, below, current, parent }: MembersProps) {
  const styles = useStyles();
  const more = parent ? parent.children - members.length : 0;
  const branch = parent && styles.branch;
  return (
    <ul
      className={mergeClasses(styles.list, parent && styles.below)}
      aria-label={parent ? undefined : "Family of jobs"}
    >
      {!parent && members.some(({ parentId }) => parentId !== null) && (
        <li className={mergeClasses(styles.row, styles.small)}>Part of jobs that are not shown</li>
      )}
      {members.map((member) => (
        <li key={member.id} className={mergeClasses(styles.member, branch)}>
          <Member member={member} isCurrent={member.id === current} />
          {member.children > 0 && (
            <Members members={below.get(member.id) ?? []} below={below} current={current} parent={member} />
          )}
        </li>
      ))}
      {more > 0 && (
        <li className={mergeClasses(styles.member, branch)}>
          <div className={mergeClasses(styles.row, styles.small)}>
            {members.length ? "and " : ""}
            {more.toLocaleString()} more
          </div>
        </li>
      )}
    </ul>
  );
}

function Member({ member, isCurrent }: { member: JobRelative; isCurrent: boolean }) {
  const styles = useStyles();
  const took = jobDuration(member, new Date());
  return (
    <div className={mergeClasses(styles.row, isCurrent && styles.current)}>
      <JobTitle job={member} isCurrent={isCurrent} />
      <State job={member} />
      <span className={styles.small}>{[isCurrent && "This job", member.kind, took].filter(Boolean).join(" · ")}</span>
    </div>
  );
}

function Repeats({ jobs }: { jobs: readonly JobLink[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.id} className={styles.row}>
          <JobTitle job={job} />
          <State job={job} />
        </li>
      ))}
    </ul>
  );
}

/** Opens the job in place of the one that is open; what the list shows stays. */
function JobTitle({ job, isCurrent = false }: { job: JobLink; isCurrent?: boolean }) {
  const styles = useStyles();
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set("view", "jobs");
  search.set("job", job.id);
  return (
    <Link
      className={mergeClasses(styles.link, isCurrent && styles.here)}
      to={{ search: `?${search}` }}
      aria-current={isCurrent || undefined}
    >
      {job.title}
    </Link>
  );
}

function State({ job: { state } }: { job: JobLink }) {
  const { word, status, icon } = stateWords[state];
  return (
    <StatusText status={status} icon={icon}>
      {word}
    </StatusText>
  );
}
