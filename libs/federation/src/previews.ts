/**
 * Opened by people who were sent a link: `?token=…`. It asks first; when they agree, this browser sees the release that
 * the link names in place of the one that it would get.
 */
export const PREVIEW_PATH = "/builds/preview";
export const CLEAR_PREVIEW_PATH = "/builds/preview/clear";
