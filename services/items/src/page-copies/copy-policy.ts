/** What a copy may do, as a content security policy: draw itself. It stands in the copy, too. */
export const COPY_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** Bytes of a copy; pictures beyond that are left out, the largest first. */
export const MAX_COPY_BYTES = 10 * 1024 * 1024;
