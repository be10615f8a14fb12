/** The card type of receipts, and the step that reads them. */
export const RECEIPT_TYPE = "receipt";
export const RECEIPT_STEP = "receipt";
/** The card type of mails, of the items service: what a mail says may be a receipt. */
export const MAIL_TYPE = "mail";
/** Kinds of entries in the queue: a transaction may be that of a receipt; a receipt whose total could not be read. */
export const MATCH_ENTRY = "receipt-match";
export const TOTAL_ENTRY = "receipt-total";
/** Files that a receipt is made of. */
export const RECEIPT_MEDIA_TYPES = [
  ...["image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp", "image/tiff", "application/pdf"],
  // The text of a mail.
  "text/plain",
];
