/** The card type of receipts, and the step that reads them. */
export const RECEIPT_TYPE = "receipt";
export const RECEIPT_STEP = "receipt";
/** Files that a receipt is made of. */
export const RECEIPT_MEDIA_TYPES = [
  ...["image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp", "application/pdf"],
];
