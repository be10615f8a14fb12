/** What the front page says: the gateway sends it for where no script runs, the shell draws it. */
export const FRONT_TITLE = "Everything you keep becomes a card. Every card can be acted on.";
export const FRONT_LEAD =
  "A note, a link, a task, a mail. Tessera keeps it at once, reads it in place, and brings you only what needs a decision.";

interface Words {
  title: string;
  text: string;
}

export const FRONT_CLAIMS: readonly Words[] = [
  {
    title: "Stored before it is processed",
    text: "A capture is stored first. Its title and its readable text arrive after, each with its state.",
  },
  {
    title: "Bring what you have",
    text: "Bookmarks, notes, tasks and mails from other apps come in by the thousand, and every entry that was refused is named.",
  },
  {
    title: "Found by words and meaning",
    text: "Notes, pages, mails and the words in pictures and files, from any page with Ctrl K.",
  },
  {
    title: "One queue for what needs you",
    text: "Imports, failures and open questions wait in one list. Everything you do in it can be undone.",
  },
  {
    title: "Money that explains itself",
    text: "Bank files become transactions, sorted by rules that say why. Transfers, receipts and mails find each other.",
  },
  {
    title: "Speech becomes text",
    text: "Recordings are transcribed by the server itself, each word with its time. Dictate into any field.",
  },
  {
    title: "Agents that ask first",
    text: "They work on your cards within limits that you set, and wait for you before they change anything.",
  },
  {
    title: "Works without a connection",
    text: "The app opens, shows what you read lately, and sends what you captured once you are connected.",
  },
];

/** Beside the code that it shows (front-code.ts). */
export const FRONT_CODE: Words = {
  title: "Code in the colours that you choose",
  text: "Snippets, notes, mails and agents’ answers show code as editors do. Scripts of your own save and find cards with a token that you make.",
};

export const FRONT_KEPT: readonly Words[] = [
  {
    title: "On the server",
    text: "Cards, files, books and recordings are in the database and the file store of this installation. Its rules keep each person’s rows apart.",
  },
  {
    title: "In your browser",
    text: "Drafts, recent searches and what you need offline. Signing out removes drafts and offline data.",
  },
  {
    title: "With others",
    text: "Nothing, unless you ask for it: a page that you save, a model that you added, a payment, a mail to you.",
  },
];

/** @param trial for how long a new account is free, in words; null where it is not */
export const frontPlansLead = (trial: string | null) =>
  `${trial ? `A new account is free for ${trial}, without a card. ` : ""}You can change or cancel a plan at any time, and keep it until the paid period ends.`;

/** What its picture shows. */
export const FRONT_PICTURE = "The inbox: a list of cards, and the card that is read";
/** Address of the picture for pages so wide or less: taken of the product by e2e/src/pictures.e2e.ts. */
export const frontPicture = (width: 390 | 1440, theme: string) => `/pictures/product-${width}-${theme}.png`;
