/** Searches with the cards that they must find, of those below: no other. What is found by meaning is not asked for. */

export interface LabelledCard {
  title: string;
  body?: string;
  tags?: string[];
  type?: "note" | "task" | "bookmark";
  data?: Record<string, unknown>;
  /** Names of its files. */
  files?: string[];
  /** Written past the service: a mail comes in by another way, and nobody captures in the past. */
  stored?: { type?: string; data?: Record<string, unknown>; createdAt?: string; unread?: boolean };
}

/** A file that is brought in: its card has the words that are read in it. */
export const FILE = { name: "committee.txt", text: "The committee adjourned at Wexcombe on a Tuesday." };

const FILLER = Array.from({ length: 8_000 }, (_, at) => `word${at % 900}`).join(" ");
const SOFT_HYPHEN = "\u00ad";
const ZERO_WIDTH_NON_JOINER = "\u200c";

export const CARDS: LabelledCard[] = [
  // Letters that people write otherwise.
  { title: "Die Straße nach Köln", body: "Über Würzburg" },
  { title: "Umweg ueber Duesseldorf" },
  { title: "Zażółć gęślą jaźń" },
  { title: "Iğdır yolu", body: "İstanbul'dan uzak" },
  { title: "Smørrebrød i Århus" },
  { title: "Vejen til Aalborg" },
  { title: "Příliš žluťoučký kůň" },
  { title: "São Paulo: informações úteis" },
  { title: "Les écureuils", body: "Notes de l’été, d'un œuf et d’ailleurs" },
  { title: "Đường phố Hà Nội" },
  { title: "Hawaiʻi im Mai" },
  { title: "Tessera™ trademark rules" },
  { title: "Ｆｕｌｌ ｗｉｄｔｈ" },
  { title: "An o\uFB03ce in the attic" },
  { title: `Die Rech${SOFT_HYPHEN}nungs${SOFT_HYPHEN}nummer` },
  { title: "Eine Rechnung vom Mai" },

  // Scripts.
  { title: "Ο Σωκράτης στην Αθήνα", body: "Οι δρόμοι της πόλης" },
  { title: "Ёлка в лесу", body: "ещё зелёная" },
  { title: "Старые базы данных" },
  { title: "Новый русский музей" },
  { title: "Їжак і ґудзик", body: "Пахне мʼята" },
  { title: "पुरानी किताबें", body: "क़लम से लिखी, १९८४" },
  { title: "東京タワーのチケット", body: "展望台のﾀﾜｰは午後九時まで" },
  { title: "東方圖書館", body: "開放時間：週一至週五" },
  { title: "东方快车" },
  { title: "百度一下，你就知道", body: "搜索引擎" },
  { title: "서울 도서관", body: "도서관에서 책을 읽는다" },
  { title: "كِتَابُ الطَّبْخ", body: "وصفات أحمد في المدرسة" },
  { title: `می${ZERO_WIDTH_NON_JOINER}خواهم بنویسم`, body: "سال ۱۴۰۵" },
  { title: "שָׁלוֹם עולם", body: "ברוכים הבאים" },
  { title: "ร้านกาแฟในกรุงเทพ", body: "พ.ศ. ๒๕๖๙" },
  { title: "თბილისი ღამით" },

  // Pictures.
  { title: "Rocket 🚀 launch" },
  { title: "Applause 👍🏽 for the crew" },
  { title: "Ada at her desk 👩🏽‍💻" },
  { title: "With love ❤️ and cake" },
  { title: "Match of 🇩🇪 against 🇫🇷" },

  // Names of signs, and code.
  { title: "C++ or C#" },
  { title: "Learning C++17" },
  { title: "Notes on .NET" },
  { title: "The net result" },
  { title: "C, the language" },
  {
    title: "Reading a file",
    body: "import { readFile } from 'node:fs';\nawait foo.bar(); const foo_bar = std::max(1, 2);",
  },
  { title: "Options of the tool", body: "--force overwrites, -v says more" },
  { title: "A port is taken", body: "localhost:8080 answers; see @tessera/items and C:\\temp\\logs" },
  { title: "<b>Bold</b> & 'quoted'", body: "it's 3.14 in v2.0.1 at https://www.example.org/path-one?x=1#part" },
  { title: "A page", type: "bookmark", data: { url: "https://docs.example.net/guide_book/chapter-2?utm_source=mail" } },
  { title: "Who to ask", body: "ada.halvorsen+list@port.example", tags: ["home-office"] },

  // Numbers, days, money, formulas.
  { title: "Rent", body: "1.234,56 € until 2026-11-28, 50% of it paid" },
  { title: "Energy", body: "E = mc², and x₁ ≥ ½" },

  // What English does with words.
  { title: "Running shoes", body: "The best pair for wet forest paths." },
  { title: "Recipe", body: "forest mushrooms with cream", tags: ["running gags"] },
  { title: "To be or not to be", body: "Hamlet, act three" },
  { title: "Quarry" },
  { title: "A long text", body: `the first sentence ${FILLER} lighthouses` },

  // Files.
  { title: "With a file", body: "text", files: ["7DDA4_foo_9E5D72.zip", "Rezept_Größe.pdf"] },

  // What narrows a search.
  { title: "Paint the harbour", type: "task", tags: ["Home"], stored: { createdAt: "2026-02-11T00:00:00Z" } },
  { title: "The harbour at night: a note", stored: { createdAt: "2026-02-10T23:00:00Z", unread: false } },
  {
    title: "Harbour fees",
    stored: {
      ...{ type: "mail", createdAt: "2026-02-12T00:00:00Z" },
      data: { from: [{ name: "Ada Halvorsen", address: "ada@port.example" }], to: [], cc: [] },
    },
  },
];

export interface LabelledSearch {
  q: string;
  found: string[];
  /** What a careless search would find. */
  not?: string[];
  /** Lists and `/search` have two languages; without it, both find the same. */
  only?: "lists" | "search";
}

const STREET = "Die Straße nach Köln";
const DETOUR = "Umweg ueber Duesseldorf";
const SOCRATES = "Ο Σωκράτης στην Αθήνα";
const MUSEUM = "Новый русский музей";
const HINDI = "पुरानी किताबें";
const TOWER = "東京タワーのチケット";
const LIBRARY = "東方圖書館";
const EXPRESS = "东方快车";
const COOKBOOK = "كِتَابُ الطَّبْخ";
const PERSIAN = `می${ZERO_WIDTH_NON_JOINER}خواهم بنویسم`;
const CAFE = "ร้านกาแฟในกรุงเทพ";
const LINKS = "<b>Bold</b> & 'quoted'";
const CODE = "Reading a file";
const INVOICE = "Eine Rechnung vom Mai";
const INVOICE_NUMBER = `Die Rech${SOFT_HYPHEN}nungs${SOFT_HYPHEN}nummer`;

/** By what they are about. */
export const SEARCHES: Record<string, LabelledSearch[]> = {
  "letters and their spellings": [
    { q: "strasse", found: [STREET] },
    { q: "STRASSE", found: [STREET] },
    { q: "Straße", found: [STREET] },
    { q: "koeln", found: [STREET] },
    { q: "koln", found: [STREET] },
    { q: "Köln", found: [STREET] },
    { q: "wuerzb", found: [STREET] },
    { q: "düsseldorf", found: [DETOUR] },
    { q: "düssel", found: [DETOUR] },
    { q: "zazolc", found: ["Zażółć gęślą jaźń"] },
    { q: "ZAŻÓŁĆ", found: ["Zażółć gęślą jaźń"] },
    { q: "igdir", found: ["Iğdır yolu"] },
    { q: "ığdır", found: ["Iğdır yolu"] },
    { q: "istanbul", found: ["Iğdır yolu"] },
    { q: "smorrebrod", found: ["Smørrebrød i Århus"] },
    { q: "smoerrebroed", found: ["Smørrebrød i Århus"] },
    { q: "aarhus", found: ["Smørrebrød i Århus"] },
    { q: "Ålborg", found: ["Vejen til Aalborg"] },
    { q: "prilis kun", found: ["Příliš žluťoučký kůň"] },
    { q: "informacoes", found: ["São Paulo: informações úteis"] },
    { q: "ECUREUILS ete", found: ["Les écureuils"] },
    { q: "l'été", found: ["Les écureuils"] },
    { q: "oeuf", found: ["Les écureuils"] },
    { q: "duong pho", found: ["Đường phố Hà Nội"] },
    { q: "Hawai'i", found: ["Hawaiʻi im Mai"] },
    { q: "tessera trademark", found: ["Tessera™ trademark rules"] },
    { q: "full width", found: ["Ｆｕｌｌ ｗｉｄｔｈ"] },
    { q: "office attic", found: ["An o\uFB03ce in the attic"] },
    { q: "shoe paths", found: ["Running shoes"] },
    { q: "poe", found: [], not: ["A port is taken"] },
  ],
  "words that are put together": [
    { q: "rechnung", found: [INVOICE, INVOICE_NUMBER] },
    { q: "Rechnungsnummer", found: [INVOICE_NUMBER] },
    { q: '"rechnung"', found: [INVOICE], not: [INVOICE_NUMBER] },
    { q: "nummer", found: [], not: [INVOICE_NUMBER], only: "lists" },
  ],
  "languages by their letters": [
    { q: "σωκρατης", found: [SOCRATES] },
    { q: "ΣΩΚΡΆΤΗΣ", found: [SOCRATES] },
    { q: '"δρόμος"', found: [SOCRATES] },
    { q: "елка", found: ["Ёлка в лесу"] },
    { q: "зелёной", found: ["Ёлка в лесу"] },
    { q: "базу", found: ["Старые базы данных"] },
    { q: '"базе данных"', found: ["Старые базы данных"] },
    { q: '"нового"', found: [MUSEUM] },
    { q: '"русского"', found: [MUSEUM] },
    { q: "гудзик", found: ["Їжак і ґудзик"] },
    { q: "м'ята", found: ["Їжак і ґудзик"] },
    { q: '"किताब"', found: [HINDI] },
    { q: "कलम", found: [HINDI] },
    { q: "1984", found: [HINDI] },
    { q: '"كتاب"', found: [COOKBOOK] },
    { q: '"الكتاب"', found: [COOKBOOK] },
    { q: "احمد", found: [COOKBOOK] },
    { q: '"مدرسة"', found: [COOKBOOK] },
    { q: "ميخواهم", found: [PERSIAN] },
    { q: "1405", found: [PERSIAN] },
    { q: "שלום", found: ["שָׁלוֹם עולם"] },
    { q: "הבאים", found: ["שָׁלוֹם עולם"] },
    { q: "თბილისი", found: ["თბილისი ღამით"] },
  ],
  "scripts without spaces": [
    { q: "百度", found: ["百度一下，你就知道"] },
    { q: "知道", found: ["百度一下，你就知道"] },
    { q: "引擎", found: ["百度一下，你就知道"] },
    { q: "道知", found: [], not: ["百度一下，你就知道"], only: "lists" },
    { q: "東京", found: [TOWER] },
    { q: "东京", found: [TOWER] },
    { q: "京東", found: [], not: [TOWER], only: "lists" },
    { q: "東", found: [TOWER, LIBRARY, EXPRESS] },
    { q: "东方图书馆", found: [LIBRARY] },
    { q: "東方", found: [LIBRARY, EXPRESS] },
    { q: "开放时间", found: [LIBRARY] },
    { q: "ﾀﾜｰ", found: [TOWER] },
    { q: "タワー チケット", found: [TOWER] },
    { q: "午後九時", found: [TOWER] },
    { q: "도서관", found: ["서울 도서관"] },
    { q: "서울 도서", found: ["서울 도서관"] },
    { q: "กาแฟ", found: [CAFE] },
    { q: "กรุงเทพ", found: [CAFE] },
    { q: "2569", found: [CAFE] },
  ],
  pictures: [
    { q: "🚀", found: ["Rocket 🚀 launch"] },
    { q: "👍", found: ["Applause 👍🏽 for the crew"] },
    { q: "👍🏿", found: ["Applause 👍🏽 for the crew"] },
    { q: "👩‍💻", found: ["Ada at her desk 👩🏽‍💻"] },
    { q: "💻", found: ["Ada at her desk 👩🏽‍💻"] },
    { q: "❤", found: ["With love ❤️ and cake"] },
    { q: "❤️", found: ["With love ❤️ and cake"] },
    { q: "🇫🇷", found: ["Match of 🇩🇪 against 🇫🇷"] },
    { q: "🏴‍☠️", found: [] },
  ],
  "signs, code and addresses": [
    { q: "c++", found: ["C++ or C#", "Learning C++17"], not: ["C, the language"] },
    { q: "C++17", found: ["Learning C++17"] },
    { q: "C#", found: ["C++ or C#"] },
    { q: ".net", found: ["Notes on .NET"], not: ["The net result"] },
    { q: '"net"', found: ["The net result", "A page"], not: ["Notes on .NET"] },
    { q: '"c"', found: ["C, the language", "A port is taken"], not: ["C++ or C#"] },
    { q: "node:fs", found: [CODE] },
    { q: "foo_bar", found: [CODE] },
    { q: "foo.bar()", found: [CODE] },
    { q: "std::max", found: [CODE] },
    { q: "readfile", found: [CODE] },
    { q: "--force", found: ["Options of the tool"] },
    { q: "@tessera/items", found: ["A port is taken"] },
    { q: "localhost:8080", found: ["A port is taken"] },
    { q: "C:\\temp", found: ["A port is taken"] },
    { q: "v2.0.1", found: [LINKS] },
    { q: "3.14", found: [LINKS] },
    { q: "<b>bold</b>", found: [LINKS] },
    { q: "example.org path", found: [LINKS] },
    { q: "https://www.example.org/path-one?x=1", found: [LINKS] },
    { q: "docs.example.net/guide_book", found: ["A page"] },
    { q: "ada.halvorsen+list@port.example", found: ["Who to ask"] },
    { q: "#home-office", found: ["Who to ask"] },
  ],
  "numbers and days": [
    { q: "1.234,56", found: ["Rent"] },
    { q: "1.234", found: ["Rent"] },
    { q: "2026-11-28", found: ["Rent"] },
    { q: "2026-11", found: ["Rent"] },
    { q: "50%", found: ["Rent"] },
    { q: "€", found: [], not: ["Rent"] },
    { q: "mc2", found: ["Energy"] },
    { q: "mc²", found: ["Energy"] },
    { q: "x1", found: ["Energy"] },
  ],
  "words, phrases and what is left out": [
    { q: "run shoe", found: ["Running shoes"] },
    { q: "running", found: ["Running shoes", "Recipe"] },
    { q: "forests", found: ["Running shoes", "Recipe"] },
    { q: "mushr", found: ["Recipe"] },
    { q: "shoes runni", found: ["Running shoes"] },
    { q: "runni sho", found: [], not: ["Running shoes"], only: "lists" },
    { q: '"wet forest"', found: ["Running shoes"] },
    { q: '"forest wet"', found: [], not: ["Running shoes"] },
    { q: "forest -mushrooms", found: ["Running shoes"], not: ["Recipe"] },
    { q: 'forest -"with cream"', found: ["Running shoes"], not: ["Recipe"] },
    { q: "mushrooms or hamlet", found: ["Recipe", "To be or not to be"] },
    { q: '"to be or not"', found: ["To be or not to be"] },
    { q: "q", found: ["Quarry", LINKS] },
    { q: '"the first sentence"', found: ["A long text"] },
    { q: "lighthouse word899", found: ["A long text"] },
    { q: "lihgthouse", found: ["A long text"], only: "search" },
    { q: "mushroms", found: ["Recipe"], only: "search" },
    { q: '"mushroms"', found: [] },
    { q: "Rechnungen", found: [INVOICE], only: "search" },
  ],
  "files and what is in them": [
    { q: "7DDA4_foo_9E5D72.zip", found: ["With a file"] },
    { q: "groesse", found: ["With a file"] },
    { q: "wexcombe", found: [FILE.name] },
  ],
  "what narrows a search": [
    { q: "type:mail", found: ["Harbour fees"] },
    { q: "harbour type:task", found: ["Paint the harbour"] },
    { q: "from:halvorsen", found: ["Harbour fees"] },
    { q: 'harbour from:"ada@port"', found: ["Harbour fees"] },
    { q: "from:%", found: [] },
    { q: "tag:home", found: ["Paint the harbour"], not: ["Who to ask"] },
    { q: 'tag:"running gags" forest', found: ["Recipe"] },
    { q: "harbour is:unread", found: ["Paint the harbour", "Harbour fees"] },
    { q: "harbour after:2026-02-11", found: ["Paint the harbour", "Harbour fees"] },
    { q: "before:2026-02-11", found: ["The harbour at night: a note"] },
    { q: "after:2026-02-11 before:2026-02-12", found: ["Paint the harbour"] },
    { q: "is:archived", found: [] },
    { q: "night: a", found: ["The harbour at night: a note"] },
    { q: "type:nothing harbour", found: [], only: "lists" },
  ],
};

const CHILD = "Ein Kind liest";
const HORSE = "Un cheval blanc";
const BOOK = "Het boek van de kat";
const SONG = "Una canción vieja";
const COOK = "I libri di cucina";
const MEETING = "Uma reunião longa";
const GIRL = "En flicka på vägen";
const BILL = "En regning til";
const WOOD = "Talo metsässä";
const DOG = "A kutya és a ház";
const HOUSE = "O casă din sat";
const SMALL = "Bir kitap ve bir ev";
const ENGLISH: LabelledCard = {
  title: "House rules",
  body: "The rule of the house is that it was for all of us to read.",
};

/** Other forms of words, of people whose cards are in some languages each: they are found by the stems of those. */
export const INFLECTIONS: Record<string, { cards: LabelledCard[]; searches: LabelledSearch[] }> = {
  "German, French and Dutch": {
    cards: [
      ENGLISH,
      {
        title: CHILD,
        body: "Das Kind ist in dem alten Haus und liest ein Buch, die Straße ist nicht zu hören.",
        tags: ["Rechnung"],
        files: ["Vertrag.zip"],
      },
      { title: HORSE, body: "Le cheval est dans le pré, il a mangé une pomme, et la facture n'est pas sur la table." },
      { title: BOOK, body: "Het boek is niet van een kat, en de rekening is te hoog voor die mensen." },
    ],
    searches: [
      { q: "Häuser", found: [CHILD], not: ["House rules"] },
      { q: "HÄUSERN", found: [CHILD] },
      { q: "haeuser", found: [CHILD] },
      { q: "kindern", found: [CHILD] },
      { q: "Bücher", found: [CHILD], not: ["House rules"] },
      { q: "strassen", found: [CHILD] },
      { q: '"alte häuser"', found: [CHILD] },
      { q: '"häuser alte"', found: [], not: [CHILD] },
      { q: "Rechnungen", found: [CHILD], not: [BOOK] },
      { q: "verträge", found: [CHILD] },
      { q: "bücher -häusern", found: [], not: [CHILD] },
      { q: "häusern stra", found: [CHILD] },
      { q: "chevaux", found: [HORSE] },
      { q: "mangées", found: [HORSE] },
      { q: "factures pommes", found: [HORSE] },
      { q: "katten", found: [BOOK] },
      { q: "rekeningen", found: [BOOK] },
      { q: "rules", found: ["House rules"] },
    ],
  },
  "Spanish, Italian and Portuguese": {
    cards: [
      { title: SONG, body: "La canción que los niños cantan es una de las del teatro; por la información se paga." },
      { title: COOK, body: "Il cuoco non è un bambino, e con gli amici ha una fattura per la cena." },
      { title: MEETING, body: "Não é para uma informação do coração, mas com os animais em um hotel." },
    ],
    searches: [
      { q: "canciones", found: [SONG] },
      { q: "cancion", found: [SONG] },
      { q: "informaciones", found: [SONG], not: [MEETING] },
      { q: "cantar", found: [SONG] },
      { q: "libro", found: [COOK] },
      { q: "bambini", found: [COOK] },
      { q: "fatture", found: [COOK] },
      { q: "reuniões", found: [MEETING] },
      { q: "informações", found: [MEETING], not: [SONG] },
      { q: "animal corações", found: [MEETING] },
    ],
  },
  "Swedish, Norwegian and Finnish": {
    cards: [
      { title: GIRL, body: "Jag har inte sett bilen som är på vägen, och det är för sent att betala en räkning." },
      { title: BILL, body: "Det er ikke jeg som har en regning av den jenta, og hva er det med deg." },
      { title: WOOD, body: "Se on vanha, ja hän ei ollut siellä, mutta lasku tuli niin kuin joka vuosi." },
    ],
    searches: [
      { q: "bilar", found: [GIRL] },
      { q: "flickor", found: [GIRL] },
      { q: "räkningar", found: [GIRL] },
      { q: "regninger", found: [BILL] },
      { q: "jenter", found: [BILL] },
      { q: "talossa", found: [WOOD] },
      { q: "laskut", found: [WOOD] },
    ],
  },
  "Hungarian, Romanian and Turkish": {
    cards: [
      { title: DOG, body: "Az egy kutya, és nem egy könyv, de ha volt, csak az van meg." },
      { title: HOUSE, body: "Casa din sat este a lui și nu are o carte în ea, pentru că la oraș e factura." },
      { title: SMALL, body: "Bu ev çok küçük ama bir kitap için daha ne olarak" },
    ],
    searches: [
      { q: "kutyák", found: [DOG] },
      { q: "házban", found: [DOG] },
      { q: "könyvek", found: [DOG] },
      { q: "cărți", found: [HOUSE] },
      { q: "facturile", found: [HOUSE] },
      { q: "evlerde", found: [SMALL] },
      { q: "kitaplar", found: [SMALL] },
    ],
  },
};
