/** What a copy may do, as a content security policy: draw itself. It stands in the copy, too. */
export const COPY_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
