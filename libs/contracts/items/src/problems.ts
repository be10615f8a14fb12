import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const itemNotFound = defineProblem("item_not_found", 404, "This item does not exist, or it is not yours.");
/** `itemId` is the one that is there. */
export const duplicateItem = defineProblem("duplicate_item", 409, "You have another item with this address already.");
export const emptyCapture = defineProblem(
  "empty_capture",
  400,
  "There is nothing to keep: write something, or give an address.",
);

export const unknownItemType = defineProblem("unknown_item_type", 400, 'There is no item type "{type}".');
export const typeNotCreatable = defineProblem(
  "type_not_creatable",
  400,
  "Items of the type {type} are made by imports and uploads alone.",
);
export const typeNotConvertible = defineProblem(
  "type_not_convertible",
  400,
  "An item of the type {from} cannot become {to}.",
);

export const planLimitReached = defineProblem(
  "plan_limit_reached",
  402,
  "Your plan holds {limit} cards. Change the plan under Billing, or delete cards for good.",
);
export const storageLimitReached = defineProblem(
  "storage_limit_reached",
  402,
  "Your plan holds {limit} of attachments and imported files, and this needs more. Change the plan under Billing, or delete cards with attachments for good.",
);

export const fileTooLarge = defineProblem(
  "file_too_large",
  413,
  "A file may have {megabytes} MB at most. This one was not kept.",
);
export const emptyFile = defineProblem("empty_file", 400, "The file is empty. There is nothing to keep.");
export const fileNotTaken = defineProblem(
  "file_not_taken",
  415,
  "A {type} cannot be made of a file of this kind. Choose a picture or a PDF.",
);
export const doesNotRepeat = defineProblem(
  "does_not_repeat",
  409,
  "This card is not due again: it is done, has no due date, or its repetition ends.",
);
export const occurrenceNotNewest = defineProblem(
  "occurrence_not_newest",
  409,
  "It was completed again since, or this was taken back already. Take the newest one back first.",
);

export const attachmentNotFound = defineProblem("attachment_not_found", 404, "This item has no such attachment.");
export const attachmentFileGone = defineProblem(
  "attachment_not_found",
  404,
  "The file of this attachment is no longer there.",
);

export const pictureNotFound = defineProblem("picture_not_found", 404, "This item has no such picture.");
export const pageCopyNotFound = defineProblem("page_copy_not_found", 404, "This item has no such copy of its page.");

export const notProcessed = defineProblem("not_processed", 409, "Items of this type are not processed.");
export const unknownStep = defineProblem("unknown_step", 404, 'Items of the type {type} have no step "{step}".');

export const importNotFound = defineProblem("import_not_found", 404, "This import does not exist, or it is not yours.");
export const importFinished = defineProblem("import_finished", 409, "The import has ended already.");
export const importRunning = defineProblem("import_running", 409, "The import still runs. Stop it first.");
export const undoExpired = defineProblem(
  "undo_expired",
  409,
  "This import can no longer be undone: it was undone already, made no cards, or is older than {days} days.",
);
export const importTooLarge = defineProblem(
  "import_too_large",
  413,
  "An import takes {gigabytes} GB at most, an archive (.zip) {archive} GB. Nothing was imported; split the files.",
);
export const tooManyImports = defineProblem(
  "too_many_imports",
  429,
  "{count} of your imports still run. Start this one when one of them has ended.",
);
export const noFiles = defineProblem("no_files", 400, "Send one or more files in the field files.");
/** `errors` names the files. */
export const unsupportedFile = defineProblem("unsupported_file", 400, "{reason}.");
export const mixedImport = defineProblem(
  "mixed_import",
  400,
  "Import bookmarks, notes and mails one after the other, not in one go.",
);

export const tagChangeNotFound = defineProblem(
  "tag_change_not_found",
  404,
  "This change of tags is not known any more. It can be undone for 14 days.",
);
export const tagChangeRunning = defineProblem(
  "tag_change_running",
  409,
  "The tags are still being changed. The queue shows how far it is; undo it once it is done.",
);
export const tagChangeUndone = defineProblem("tag_change_undone", 409, "This change of tags was undone already.");

export const textVersionNotFound = defineProblem(
  "text_version_not_found",
  404,
  "This earlier text is not kept any more. The newest ones of a card are.",
);

/** `start` and `end`: the characters of `q` that it is about. */
export const searchSyntax = defineProblem("search_syntax", 400, "{reason}.");
export const tooManySavedSearches = defineProblem(
  "too_many_saved_searches",
  409,
  "You have saved {count} searches, which is the most there can be. Delete one first.",
);

export const ruleNotFound = defineProblem("rule_not_found", 404, "This rule does not exist any more.");
export const ruleUnusable = defineProblem("rule_unusable", 400, "The rule was not saved. {reason}");
export const tooManyRules = defineProblem("too_many_rules", 409, "There are {limit} rules at most. Delete one first.");

export const ruleEffectNotFound = defineProblem(
  "rule_effect_not_found",
  404,
  "It is not known any more that a rule set this.",
);
export const ruleEffectGone = defineProblem(
  "rule_effect_gone",
  409,
  "The card has another value by now. Nothing was changed.",
);

export const mcpTakesPosts = defineProblem(
  "method_not_allowed",
  405,
  "Assistants send their messages here with POST, each answered at once. There is no stream to open or to close.",
);
export const originRefused = defineProblem("origin_refused", 403, "Pages of other origins may not connect here.");

export const mailInOff = defineProblem("mail_in_off", 409, "This installation receives no mail.");
export const mailboxUnknown = defineProblem("mailbox_unknown", 404, "No mail is taken at this address.");
export const mailSignatureInvalid = defineProblem(
  "mail_signature_invalid",
  401,
  "The signature of this mail is missing, wrong or older than five minutes.",
);
export const mailTooLarge = defineProblem("mail_too_large", 413, "A mail may have {megabytes} MB at most.");
export const mailRefused = defineProblem("mail_refused", 422, "The mail was not kept. {reason}");
export const mailsWaiting = defineProblem(
  "mails_waiting",
  503,
  "Too many mails come in at once. Send this one again in a minute.",
);

export type ItemsProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
