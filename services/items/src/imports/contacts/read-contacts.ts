import { createHash } from "node:crypto";
import { MAX_BODY_LENGTH, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { MAX_ALIAS_LENGTH, MAX_ALIASES } from "@tessera/contracts-items/mention-limits.ts";
import { PersonData } from "@tessera/contracts-items/mentions.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import ICAL from "ical.js";
import { shorten } from "../../text/clean.ts";
import { textOf } from "../text-of.ts";
import { splitVcards } from "./split-vcards.ts";

/** A contact as its card will be. */
export interface Contact {
  title: string;
  body: string;
  email: string | null;
  aliases: string[];
  tags: string[];
  /** The same at every import of the same contact. */
  identity: string;
}
/** A contact, or what was not taken of the file and why. */
export type ContactEntry = { contact: Contact } | { entry: string; message: string };

/** What each property is called in the text of a card. */
const WORDS: Record<string, string> = {
  ...{ email: "Email", tel: "Phone", adr: "Address", org: "Organisation", title: "Title", role: "Role" },
  ...{ bday: "Birthday", anniversary: "Anniversary", url: "Website", impp: "Messages", geo: "Place", tz: "Time zone" },
  ...{ gender: "Gender", lang: "Language", related: "Related", label: "Address" },
};
/** What says something of the file alone, or stands elsewhere on the card. */
const UNTOLD = new Set([
  ...["version", "prodid", "rev", "uid", "fn", "n", "nickname", "categories", "note", "kind", "class", "mailer"],
  ...["sort-string", "clientpidmap", "source", "xml", "profile", "name"],
  ...["x-ablabel", "x-abadr", "x-abuid", "x-abshowas", "x-addressbookserver-kind"],
]);
/** Types that say nothing to a person. */
const TYPES = new Set(["internet", "pref", "voice", "x-internet", "text"]);

type Property = InstanceType<typeof ICAL.Property>;

/** @returns null when the file holds no card */
export function readContacts({ blobs }: Content<null>): Content<ContactEntry[] | null> {
  const entries: ContactEntry[] = [];
  const seen = new Set<string>();
  let number = 0;
  for (const card of splitVcards(textOf(blobs[0]!))) {
    number += 1;
    const refuse = (name: string, message: string) =>
      entries.push({ entry: [`Contact ${number}`, name].filter(Boolean).join(", "), message });
    if ("broken" in card) {
      refuse(card.name, card.broken);
      continue;
    }
    const name = nameIn(card.text);
    try {
      const vcard = parsed(card.text);
      const kind = textIn(vcard, "kind") || textIn(vcard, "x-addressbookserver-kind");
      if (kind.toLowerCase() === "group") {
        refuse(name, "It is a group of contacts, and no contact");
        continue;
      }
      const contact = contactOf(vcard, seen);
      if (contact) entries.push({ contact });
      else refuse("", "It has neither a name nor an address");
    } catch (error) {
      if (!(error instanceof Error) || error instanceof RangeError) throw error;
      refuse(name, "A line of it is not as vCard has it");
    }
  }
  return { value: number ? entries : null, blobs: [] };
}

type Card = InstanceType<typeof ICAL.Component>;
function componentOf(text: string): Card {
  const card = new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0]);
  // A value is read when it is asked for, and says only then that it is not of its kind.
  for (const one of card.getAllProperties()) wordsOf(one);
  return card;
}

/** @throws Error where a line is none of a card; a value that is not of its kind, such as "about 1980", is a text */
function parsed(text: string): Card {
  try {
    return componentOf(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const [begin, version, ...lines] = text.split("\r\n");
    const end = lines.pop();
    const isRead = (line: string) => {
      try {
        componentOf([begin, version, line, end].join("\r\n"));
        return true;
      } catch {
        return false;
      }
    };
    const texts = lines.map((line) =>
      isRead(line) ? line : line.replace(/^(?:[\w-]+\.)?([\w-]+)(?:;[^:]*)?:/, "X-$1:"),
    );
    return componentOf([begin, version, ...texts, end].join("\r\n"));
  }
}

/** As it stands there, to find a broken card again. */
const nameIn = (text: string) => shorten((/^FN[^:\r\n]*:(.*)$/im.exec(text)?.[1] ?? "").trim(), MAX_TITLE_LENGTH);

function contactOf(vcard: Card, seen: Set<string>): Contact | null {
  const all = vcard.getAllProperties();
  const labels = new Map(
    all
      .filter(({ name }) => name === "x-ablabel")
      .map((one) => [groupOf(one), wordsOf(one).replace(/^_\$!<(.*)>!\$_$/, "$1")]),
  );
  const emails = all.filter(({ name }) => name === "email").toSorted((a, b) => preferenceOf(a) - preferenceOf(b));
  const isEmail = (text: string) => PersonData.safeParse({ email: text }).success;
  const first = emails
    .map((one) =>
      wordsOf(one)
        .replace(/^mailto:/i, "")
        .trim(),
    )
    .find(isEmail);
  // People who share an address are different people: it is that of the first.
  const email = first && !seen.has(`email:${first.toLowerCase()}`) ? first : null;
  const lines = all
    .filter(
      (one) =>
        !UNTOLD.has(one.name) &&
        !(
          one.name === "email" &&
          email !== null &&
          wordsOf(one)
            .replace(/^mailto:/i, "")
            .trim() === email
        ),
    )
    .map((one) => ({
      label: labelOf(one, labels.get(groupOf(one))),
      words: wordsOf(one).replace(/^(?:tel|mailto):/i, ""),
    }))
    .filter(({ words }) => words)
    .map(({ label, words }) => `- ${label}: ${words.replaceAll(/\s*\n\s*/g, ", ")}`);
  const notes = all.filter(({ name }) => name === "note").map(wordsOf);
  const aliases = all
    .filter(({ name }) => name === "nickname")
    .flatMap((one) => one.getValues().map(String))
    .map((one) => one.trim());
  const fits = (alias: string) => alias && alias.length <= MAX_ALIAS_LENGTH;
  const named = aliases.filter(fits);
  const left = [...aliases.filter((alias) => alias && !fits(alias)), ...named.slice(MAX_ALIASES)];
  const title =
    textIn(vcard, "fn") || fullName(vcard) || named[0] || textIn(vcard, "org") || first || textIn(vcard, "tel");
  if (!title) return null;
  const body = [
    title.length > MAX_TITLE_LENGTH ? title : "",
    [...lines, ...left.map((alias) => `- Nickname: ${alias}`)].join("\n"),
    ...notes,
  ]
    .filter(Boolean)
    .join("\n\n");
  const content = {
    title: shorten(title.replaceAll(/\s+/g, " ").trim(), MAX_TITLE_LENGTH),
    body: body.slice(0, MAX_BODY_LENGTH).toWellFormed(),
    ...{ email, aliases: named.slice(0, MAX_ALIASES) },
    tags: all.filter(({ name }) => name === "categories").flatMap((one) => one.getValues().map(String)),
  };
  const uid = textIn(vcard, "uid");
  const known = [email && `email:${email.toLowerCase()}`, uid && `vcard:${uid}`].filter((one) => one && !seen.has(one));
  const identity = known[0] || `vcard:${createHash("sha256").update(JSON.stringify(content)).digest("hex")}`;
  seen.add(identity);
  return { ...content, identity };
}

const groupOf = (one: Property) => String(one.getParameter("group") ?? "");

/** 1 to 100, the lowest first. */
function preferenceOf(one: Property): number {
  const value = Number(one.getParameter("pref"));
  if (value >= 1) return value;
  return typesOf(one).includes("pref") ? 1 : 101;
}

const typesOf = (one: Property): string[] =>
  [one.getParameter("type") ?? []]
    .flat()
    .flatMap((type) => String(type).split(","))
    .map((type) => type.trim().toLowerCase());

/** What it is called, with what kind of it this is: "Phone (cell)". */
function labelOf(one: Property, own: string | undefined): string {
  const bare = one.name.replace(/^x-/, "");
  const name = Object.hasOwn(WORDS, bare) ? WORDS[bare]! : bare.replaceAll("-", " ");
  const word = (name[0] ?? "").toUpperCase() + name.slice(1);
  const types = [own ?? "", ...typesOf(one).filter((type) => !TYPES.has(type))].filter(Boolean);
  return types.length ? `${word} (${[...new Set(types)].join(", ")})` : word;
}

/** All that a property says, as one text. */
const wordsOf = (one: Property): string =>
  one
    .getValues()
    .map((value) =>
      [value]
        .flat(2)
        .map(String)
        .filter((part) => part.trim())
        .join(", "),
    )
    .filter(Boolean)
    .join(", ")
    // The parser leaves it as it is where a property has no parts.
    .replaceAll("\\;", ";")
    .trim();

function textIn(vcard: Card, name: string): string {
  const one = vcard.getFirstProperty(name);
  return one ? wordsOf(one) : "";
}

/** Of the parts of a name: prefix, given, further, family, suffix. */
function fullName(vcard: Card): string {
  const value = vcard.getFirstProperty("n")?.getFirstValue();
  const [family = "", given = "", further = "", prefix = "", suffix = ""] = [value]
    .flat()
    .map((part) => [part ?? ""].flat().join(" "));
  return [prefix, given, further, family, suffix].filter((part) => part.trim()).join(" ");
}
