import sanitizeHtml from "sanitize-html";

const TEXT_TAGS = [
  ...[
    "p",
    "br",
    "hr",
    "div",
    "span",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "code",
    "kbd",
    "samp",
    "var",
  ],
  ...[
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "caption",
    "colgroup",
    "col",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
  ],
  ...[
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "del",
    "ins",
    "mark",
    "small",
    "sub",
    "sup",
    "abbr",
    "cite",
    "q",
    "time",
    "figure",
    "figcaption",
  ],
  ...[
    "a",
    "img",
    "picture",
    "details",
    "summary",
    "ruby",
    "rb",
    "rt",
    "rp",
    "center",
    "font",
    "bdi",
    "bdo",
    "wbr",
    "address",
    "section",
    "article",
  ],
];

const ATTRIBUTES: sanitizeHtml.IOptions["allowedAttributes"] = {
  "*": ["dir", "lang", "title"],
  a: ["href", "target", "rel"],
  img: ["src", "alt", "width", "height"],
  td: ["colspan", "rowspan", "align", "valign"],
  th: ["colspan", "rowspan", "align", "valign", "scope"],
  col: ["span"],
  ol: ["start", "reversed", "type"],
  time: ["datetime"],
  font: ["color"],
};

const COMMON: sanitizeHtml.IOptions = {
  allowedTags: TEXT_TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "title",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "template",
    "svg",
    "math",
  ],
  nestingLimit: 200,
};

/**
 * Links that are whole addresses of the web or of mail open elsewhere and tell the page nothing; others are no links.
 */
const outward: sanitizeHtml.Transformer = (tagName, { href = "", title }) => {
  const known = /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href);
  const attribs: Record<string, string> = known ? { href, target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  if (title) attribs.title = title;
  return { tagName, attribs };
};

/**
 * HTML of a page's readable copy: text and links; no style, no script, no form. It loads nothing: each picture stands
 * as `<img data-picture="n">`, n being the place of its address in `pictures`.
 */
export function sanitisePage(html: string): { html: string; pictures: string[] } {
  const pictures: string[] = [];
  const clean = sanitizeHtml(html, {
    ...COMMON,
    allowedAttributes: { ...ATTRIBUTES, img: ["alt", "data-picture"] },
    transformTags: {
      a: outward,
      img: (tagName, { src = "", alt = "" }) => {
        const attribs: Record<string, string> = { alt };
        if (/^https?:\/\//i.test(src) && URL.canParse(src)) attribs["data-picture"] = String(pictures.push(src) - 1);
        return { tagName, attribs };
      },
    },
    exclusiveFilter: (frame) => frame.tag === "img" && !frame.attribs["data-picture"],
  });
  return { html: clean, pictures };
}

/** A picture in what `sanitisePage` makes; it escapes every ">" within attributes. */
const PICTURE = /<img(?=[^<>]*? data-picture="(\d+)")(?:[^<>]*? alt="([^"<>]*)")?[^<>]*>/g;

/**
 * Puts something in the place of each picture of sanitised HTML. @param tag attributes of the `img` for the picture
 * of this place; null: none is shown
 */
export const withPictures = (html: string, tag: (place: number) => string | null): string =>
  html.replaceAll(PICTURE, (_, place: string, alt = "") => {
    const attributes = tag(Number(place));
    return attributes === null ? "" : `<img ${attributes} alt="${alt}" />`;
  });

/** A picture that a message brings along; its size in pixels keeps its room until it is decoded. */
export interface InlinePicture {
  src: string;
  width: number;
  height: number;
}

/**
 * HTML of a mail: as a page's, but without any remote picture (fetching one tells the sender that it was read).
 * @param inline the message's own pictures by their Content-ID
 */
export function sanitiseMail(
  html: string,
  inline: ReadonlyMap<string, InlinePicture>,
): { html: string; blockedImages: number } {
  let blockedImages = 0;
  const clean = sanitizeHtml(html, {
    ...COMMON,
    allowedSchemesByTag: { img: ["data"] },
    transformTags: {
      a: outward,
      img: (tagName, { src = "", alt = "", width, height }) => {
        const picture = /^cid:/i.test(src) ? inline.get(src.slice("cid:".length)) : undefined;
        const own = picture?.src ?? (SAFE_DATA_IMAGE.test(src) ? src : undefined);
        if (!own && src) blockedImages += 1;
        const attribs: Record<string, string> = { alt };
        if (own) attribs.src = own;
        const room = width || height ? { width, height } : { width: picture?.width, height: picture?.height };
        if (room.width) attribs.width = String(room.width);
        if (room.height) attribs.height = String(room.height);
        return { tagName, attribs };
      },
    },
    exclusiveFilter: (frame) => frame.tag === "img" && !frame.attribs.src && !frame.attribs.alt,
  });
  return { html: clean, blockedImages };
}

/** Pictures that a browser only paints; SVG is left out because it can hold links and styles. */
const SAFE_DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp|bmp);base64,[A-Za-z0-9+/=\s]+$/i;
