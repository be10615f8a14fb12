import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    /** Jobs of a round. */
    jobs: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    /** Jobs that are sent one by one, to see when each begins. */
    starts: { type: "string", default: "200" },
    /** Jobs that ended before, which both queues keep. */
    kept: { type: "string", default: "100000" },
    /** Workers of one process. */
    workers: { type: "string", default: "4" },
    /** Kills while `jobs` jobs are worked on; 0 leaves them out. */
    kills: { type: "string", default: "20" },
    /** Entries, and as many jobs, of the person whose lists are read; 0 leaves them out. */
    listed: { type: "string", default: "100000" },
    /** Rows of a list that are loaded before it is scrolled once more. */
    depth: { type: "string", default: "10000" },
    /** Seconds in which a list is asked for. */
    seconds: { type: "string", default: "5" },
    /** Of the databases, one alone. */
    only: { type: "string" },
  },
});

/** What the parts of this bench were asked for. */
export const options = {
  jobs: Number(values.jobs),
  rounds: Number(values.rounds),
  starts: Number(values.starts),
  kept: Number(values.kept),
  workers: Number(values.workers),
  kills: Number(values.kills),
  listed: Number(values.listed),
  depth: Number(values.depth),
  milliseconds: Number(values.seconds) * 1000,
  only: values.only,
};
