import sanitizeHtml from "sanitize-html";
import { KEPT_STYLE } from "./copy-document.ts";
import { NOTHING, webAddress } from "./own-styles.ts";

const TAGS = [
  "a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup data dd del",
  "details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd",
  "label legend li main mark menu nav ol p picture pre q rp rt ruby s samp search section small span strike strong sub",
  "summary sup table tbody td tfoot th thead time tr tt u ul var wbr",
  "svg g path circle ellipse rect line polyline polygon text tspan defs symbol use clippath mask lineargradient",
  "radialgradient stop",
].flatMap((line) => line.split(" "));
/** Their content is no text of the page. */
export const WITHOUT_CONTENT = [
  "script style textarea option select noscript template iframe frame object embed audio video canvas math",
  "foreignobject animate animatemotion animatetransform set",
].flatMap((line) => line.split(" "));
const ATTRIBUTES = [
  "class id lang dir title role aria-* data-* hidden open width height align valign bgcolor color face size border",
  "cellpadding cellspacing colspan rowspan headers scope span start reversed type value datetime alt",
  "d points x y x1 y1 x2 y2 cx cy r rx ry dx dy viewbox preserveaspectratio fill fill-* stroke stroke-* opacity offset",
  "stop-* transform clip-path clip-rule mask text-anchor gradientunits gradienttransform",
].flatMap((line) => line.split(" "));

interface Own {
  base: string;
  /** @returns what stands in the place of `style` */
  keepStyle(css: string): string;
  picture(address: string): string;
}

/**
 * HTML with elements and attributes of a list alone: none runs, loads, sends or frames anything. Pictures come from
 * `picture`; links lead to the web in a new tab. Of a copy, what stands in the place of styles stays, and of pictures
 * those that stand in it.
 */
export function ownElements(html: string, own: Own | { base: string; isCopy: true }): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    nonTextTags: WITHOUT_CONTENT,
    allowedAttributes: {
      "*": [...ATTRIBUTES, KEPT_STYLE],
      a: ["href", "target", "rel"],
      img: ["src"],
      use: ["href"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: { img: ["data"] },
    allowProtocolRelative: false,
    nestingLimit: 600,
    transformTags: {
      "*": (tagName, attribs) => {
        const { style, href, src, target: _, rel: __, "xlink:href": old, [KEPT_STYLE]: kept, ...others } = attribs;
        // They refer to parts of the page, or to a file.
        for (const name of ["clip-path", "mask", "fill", "stroke"])
          if (/\(/.test(others[name] ?? "") && !/^(url\(["']?#|(rgb|hsl)a?\()/i.test(others[name]!))
            delete others[name];
        return {
          tagName,
          attribs: {
            ...others,
            ...("isCopy" in own
              ? kept && /^\d{1,6}$/.test(kept) && { [KEPT_STYLE]: kept }
              : style && { [KEPT_STYLE]: own.keepStyle(style) }),
            ...(tagName === "a" ? linkTo(href, own.base) : {}),
            ...(tagName === "img" && src ? { src: pictureOf(src, own) } : {}),
            ...(tagName === "use" && (href ?? old ?? "").startsWith("#") ? { href: (href ?? old)! } : {}),
          },
        };
      },
    },
  });
}

function pictureOf(address: string, own: Parameters<typeof ownElements>[1]): string {
  if (/^data:image\//i.test(address)) return address;
  return "isCopy" in own ? NOTHING : own.picture(address);
}

function linkTo(href: string | undefined, base: string): Record<string, string> {
  if (!href || href.trim().startsWith("#")) return {};
  const address = webAddress(href, base) ?? (/^mailto:/i.test(href.trim()) ? href.trim() : null);
  return address ? { href: address, target: "_blank", rel: "noopener noreferrer" } : {};
}

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** A text as it stands in HTML, also within quotation marks. */
export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!);
