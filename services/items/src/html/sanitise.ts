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

/** HTML of a page's readable copy: text, links and pictures over https; no style, no script, no form. */
export const sanitisePage = (html: string): string =>
  sanitizeHtml(html, { ...COMMON, allowedSchemesByTag: { img: ["https", "http"] }, transformTags: { a: outward } });

/**
 * HTML of a mail: as a page's, but without any remote picture (fetching one tells the sender that it was read).
 * @param inline data: addresses of the message's own pictures by their Content-ID
 */
export function sanitiseMail(
  html: string,
  inline: ReadonlyMap<string, string>,
): { html: string; blockedImages: number } {
  let blockedImages = 0;
  const clean = sanitizeHtml(html, {
    ...COMMON,
    allowedSchemesByTag: { img: ["data"] },
    transformTags: {
      a: outward,
      img: (tagName, { src = "", alt = "", width, height }) => {
        const own = /^cid:/i.test(src)
          ? inline.get(src.slice("cid:".length))
          : SAFE_DATA_IMAGE.test(src)
            ? src
            : undefined;
        if (!own && src) blockedImages += 1;
        const attribs: Record<string, string> = { alt };
        if (own) attribs.src = own;
        if (width) attribs.width = width;
        if (height) attribs.height = height;
        return { tagName, attribs };
      },
    },
    exclusiveFilter: (frame) => frame.tag === "img" && !frame.attribs.src && !frame.attribs.alt,
  });
  return { html: clean, blockedImages };
}

/** Pictures that a browser only paints; SVG is left out because it can hold links and styles. */
const SAFE_DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp|bmp);base64,[A-Za-z0-9+/=\s]+$/i;
