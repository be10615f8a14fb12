import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const administratorsOnly = defineProblem(
  "administrators_only",
  403,
  "Only administrators may see and change releases.",
);
export const badDeployToken = defineProblem(
  "bad_deploy_token",
  401,
  'This needs the deploy token of "{app}" as a Bearer token.',
);

export const appNotFound = defineProblem("app_not_found", 404, 'There is no app "{app}".');
export const noRelease = defineProblem("app_not_found", 404, 'No release of "{app}" has been published.');
export const appExists = defineProblem("app_exists", 409, 'There is an app "{app}" already.');
export const pathTaken = defineProblem("path_taken", 409, '{path} belongs to "{owner}". Take it from that app first.');

export const notAServicePath = defineProblem(
  "not_a_service_path",
  422,
  "A service is called NAME-service and has paths below /api that the product's own services do not answer: {reasons}.",
);
export const serviceRefused = defineProblem("service_refused", 422, '"{app}" was not announced: {reasons}.');
export const serviceNotRunning = defineProblem(
  "service_not_running",
  503,
  "{service} is not running at the moment. Nothing of this request was done; try again in a few seconds.",
);
export const serviceOff = defineProblem("service_off", 503, "{service} is switched off: {reason}");

export const shellStays = defineProblem("shell_stays", 409, "Nothing is left without the shell. Roll it back instead.");

export const releaseNotFound = defineProblem("release_not_found", 404, 'There is no release {release} of "{app}".');
export const ambiguousVersion = defineProblem(
  "ambiguous_version",
  409,
  'More than one release of "{app}" is called {version}: {names}. Say which one.',
);
export const releaseWithdrawn = defineProblem(
  "release_withdrawn",
  409,
  "{what}: {withdrawal}. Build a new release, or say that this one comes back (--again).",
);
export const releaseDiffers = defineProblem(
  "release_differs",
  409,
  "Release {release} of {app} exists with other files. A release never changes: build a new one.",
);
export const releaseRefused = defineProblem("release_refused", 422, 'Nothing was published of "{app}": {reasons}.');
export const overBudget = defineProblem(
  "over_budget",
  422,
  "Nothing was published: {app} is too heavy: {reasons}. Make it lighter, or have an administrator raise its budget.",
);
export const requirementsUnmet = defineProblem("requirements_unmet", 422, "{what}: {reasons}.");
export const wrongApp = defineProblem(
  "wrong_app",
  400,
  'This is a release of "{release}", sent to the address of "{app}".',
);

export const filesMissing = defineProblem(
  "files_missing",
  409,
  "Nothing was published: {count} files of {app} {release} are not here. Announce it again and send them.",
);
export const fileNotAnnounced = defineProblem(
  "file_not_announced",
  404,
  "No file of {app} with this hash is expected. Announce the release that it is part of first.",
);
export const fileTooLarge = defineProblem("release_too_large", 413, "{file} is larger than {megabytes} MB.");
export const releaseTooLarge = defineProblem(
  "release_too_large",
  413,
  "A release of {app} may have at most {files} files and {megabytes} MB.",
);
export const tooMuchUnpublished = defineProblem(
  "too_much_unpublished",
  409,
  "More than {megabytes} MB of {app} were announced and not published. They are kept for a day; publish what was announced, or wait.",
);
export const wrongFile = defineProblem("wrong_file", 422, "Nothing was published: {reason}.");
export const octetStreamExpected = defineProblem(
  "octet_stream_expected",
  415,
  "Send the file as it is, with the type application/octet-stream.",
);

export const rolloutNotFound = defineProblem("rollout_not_found", 404, '"{app}" has had no rollout.');
export const rolloutOpen = defineProblem(
  "rollout_open",
  409,
  "A rollout of {app} {release} is {state}. Promote or abort it first.",
);
export const publishedDuringRollout = defineProblem(
  "rollout_open",
  409,
  "Nothing was published: a rollout of {app} {release} is {state}. Promote or abort it first.",
);
export const alreadyStable = defineProblem("already_stable", 409, "Everybody has {app} {release} already.");
export const nothingToRollBack = defineProblem(
  "nothing_to_roll_back",
  409,
  'No other release of "{app}" was stable before.',
);
export const outsideSchedule = defineProblem(
  "outside_schedule",
  409,
  "{what}: the schedule of {app} is closed. {why}. An administrator may do it all the same, with a reason.",
);
export const publishedOutsideSchedule = defineProblem(
  "outside_schedule",
  409,
  "Nothing was published: the schedule of {app} is closed. {why} Publish it with a rollout (--rollout), which waits until then.",
);
export const wrongState = defineProblem("wrong_state", 409, "The rollout of {app} {release} {state}.");

export const pinNotFound = defineProblem("pin_not_found", 404, "There is no such pin; it may have been ended already.");
export const branchNotFound = defineProblem(
  "branch_not_found",
  404,
  'No release of "{app}" was published from the branch {branch} lately.',
);
export const previewNotFound = defineProblem(
  "preview_not_found",
  404,
  "There is no such preview link; it may have ended already.",
);
export const flagNotFound = defineProblem(
  "flag_not_found",
  404,
  'No release of "{app}" that people get declares a flag {key}, and none was set.',
);
export const badFlagValue = defineProblem(
  "bad_flag_value",
  422,
  "The flag {key} can be {values}; nothing was changed.",
);
export const badPreview = defineProblem(
  "bad_preview",
  403,
  "This preview link is not valid, or no longer: it has ended, was revoked, or its release is gone. Ask for a new one.",
);
export const badOverride = defineProblem(
  "bad_override",
  403,
  "This link is not valid, or no longer: one browser may open it, within ten minutes, while the server it names runs. Ask for a new one.",
);
export const invalidReport = defineProblem(
  "invalid_report",
  400,
  "This is not a report of a page that was given out here.",
);

// What the gateway answers of them.
export const fileNotFound = defineProblem(
  "file_not_found",
  404,
  "There is no file {file} in release {release} of {app}.",
);
export const buildNotFound = defineProblem("build_not_found", 404, "This build was never live here.");
export const noPayload = defineProblem(
  "no_payload",
  404,
  "The page {path} has no state that is the same for everyone.",
);
export const noShell = defineProblem(
  "no_shell",
  503,
  "No release of the shell has been published yet. Run `npm run release -- shell`.",
);

export type ReleasesProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
