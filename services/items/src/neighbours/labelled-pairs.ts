/**
 * Pairs of texts as people keep them, judged before any figure was tried on them: ours, or of works whose rights have
 * ended (Melville, Carroll, Shelley). Texts of two pairs are about different things.
 */
export interface LabelledPair {
  /** What the two have to do with each other. */
  kind: string;
  /** Nearly the same; of one subject; not of one subject; or no more than not the same. */
  label: "same" | "like" | "unlike" | "not same";
  a: LabelledText;
  b: LabelledText;
}
export interface LabelledText {
  title: string;
  body?: string;
}

const pair = (kind: string, label: LabelledPair["label"], a: LabelledText, b: LabelledText): LabelledPair => ({
  ...{ kind, label, a, b },
});

const RIVERS =
  "Rivers in the north have frozen a week later in every decade since records began. Fishermen wrote down the first day on which the ice carried a sledge, and their books go back to the year in which the harbour was built. The two researchers who read them found that the warm autumns came in pairs.";
const TRACKED =
  "https://paper.example/science/rivers-freeze-later?utm_source=newsletter&utm_medium=email&utm_campaign=w48";

const MOBY =
  "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world. It is a way I have of driving off the spleen, and regulating the circulation.";
const ALICE =
  "Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, and what is the use of a book, thought Alice, without pictures or conversations?";
const FRANKENSTEIN =
  "It was on a dreary night of November that I beheld the accomplishment of my toils. With an anxiety that almost amounted to agony, I collected the instruments of life around me, that I might infuse a spark of being into the lifeless thing that lay at my feet.";

const MEETING =
  "The meeting is on Thursday at ten in the large room. Bring the figures of the last quarter, and the plan for the next.";

const BANNER =
  "We use cookies and similar techniques to run this site, to measure how it is read and to show you what others pay for. You can accept all of them, refuse those that are not needed, or choose one by one; your choice is kept for six months and may be changed at the foot of each page. Home Politics Business Culture Sport Weather Podcasts Newsletters Subscribe Sign in.";
const FOOT =
  "Most read today. Readers also liked. Follow us. About us. Terms of use. Data protection. Contact. Advertise with us. Jobs. Help. Copyright by the publisher, all rights reserved.";

const invoice = (month: string, number: string, due: string): LabelledText => ({
  title: `Invoice ${month}`,
  body: `Harbour Hosting sends you invoice number ${number}. One server with four cores and its backups for one month, 48.00 plus value added tax 9.12, 57.12 in total. Please pay by ${due} to the account below. Thank you for being our customer.`,
});
const review = (week: string, body: string): LabelledText => ({
  title: `Weekly review, week ${week}`,
  body: `What went well\n${body}\nWhat did not\nWhat comes next\nWho is thanked`,
});

export const PAIRS: LabelledPair[] = [
  pair(
    "short titles",
    "same",
    { title: "Call the dentist about Monday" },
    { title: "call the dentist, about Monday!" },
  ),
  pair("short titles", "same", { title: "Renew the passport before June" }, { title: "Renew passport before June" }),
  pair("short titles", "same", { title: "Geschenk für Großmutter" }, { title: "Geschenk fuer Grossmutter" }),
  pair("short titles", "not same", { title: "Buy milk and bread" }, { title: "Buy milk and eggs" }),
  pair("short titles", "not same", { title: "Write to Ada about the boat" }, { title: "Write to Ben about the boat" }),
  pair("short titles", "not same", { title: "Water the plants" }, { title: "Water the garden" }),

  pair(
    "the same page, with tracking parameters",
    "same",
    { title: "Rivers freeze later", body: RIVERS },
    { title: "Rivers freeze later", body: `${RIVERS}\n${TRACKED}` },
  ),
  pair(
    "the same page, with what its site adds",
    "same",
    { title: "Loomings", body: MOBY },
    {
      title: "Loomings | Old Books",
      body: `Posted 3 hours ago, 12 comments\n${MOBY}\nPosted by the editors, 15 comments`,
    },
  ),
  pair(
    "the same text, with marks",
    "same",
    { title: "Down the rabbit hole", body: ALICE },
    { title: "# Down the *rabbit hole*", body: ALICE.replace("peeped", "**peeped**").toUpperCase() },
  ),
  pair(
    "the same text, a part of it",
    "same",
    { title: "A dreary night", body: FRANKENSTEIN },
    { title: "A dreary night", body: FRANKENSTEIN.slice(0, 190) },
  ),
  pair(
    "a text that was changed a little",
    "same",
    { title: "Minutes", body: MEETING },
    { title: "Minutes", body: `${MEETING.replace("ten", "eleven")} Ada will be late.` },
  ),
  pair(
    "a mail and what was forwarded",
    "same",
    {
      title: "Keys of the boathouse",
      body: "Hello, the keys of the boathouse lie in the blue box behind the door of the workshop. Please put them back in the evening, as the rowers start at six, and write your name on the list beside it.",
    },
    {
      title: "Fwd: Keys of the boathouse",
      body: "From: Ines\nHello, the keys of the boathouse lie in the blue box behind the door of the workshop. Please put them back in the evening, as the rowers start at six, and write your name on the list beside it.\nSent from my telephone",
    },
  ),
  pair(
    "other languages",
    "same",
    {
      title: "Termin",
      body: "Die Besprechung über den Straßenbau findet am Donnerstag um zehn Uhr im großen Saal der Gemeinde statt.",
    },
    {
      title: "Termin",
      body: "Die Besprechung über den Strassenbau findet am Donnerstag um elf Uhr im grossen Saal der Gemeinde statt.",
    },
  ),
  pair(
    "other languages",
    "same",
    { title: "夏天的湖", body: "我们在湖边住了三个星期，每天早上划船到对岸买面包，晚上在木屋前面看星星。" },
    { title: "夏天的湖", body: "我們在湖邊住了三個星期，每天早上划船到對岸買麵包，晚上在木屋前面看星星。明年再去。" },
  ),
  pair(
    "a recipe with another amount",
    "same",
    {
      title: "Pancakes of grandmother",
      body: "Beat three eggs with half a litre of milk and a pinch of salt, stir in 250 g of flour and let it rest for half an hour. Fry thin cakes in butter and fill them with apricot jam.",
    },
    {
      title: "Pancakes of grandmother",
      body: "Beat three eggs with half a litre of milk and a pinch of salt, stir in 300 g of flour and let it rest for half an hour. Fry thin cakes in butter and fill them with apricot jam.",
    },
  ),

  pair(
    "a longer text that was changed in places",
    "same",
    {
      title: "How the lock works",
      body: "A boat that comes from the lake waits at the red light. The keeper opens the upper gates, and the boat goes in and makes fast with two lines. Once the gates are shut, water runs out through the culverts for nine minutes. The lower gates open when the levels are equal, never before, and the boat leaves with the next light. In the dry season the lock is filled twice a day.",
    },
    {
      title: "How the lock of the canal works",
      body: "A boat that comes from the lake waits at the red light. The keeper opens the upper gates, and the boat goes in and makes fast with two ropes. Once the gates are shut, water runs out through the culverts for nine minutes. The lower gates open when the levels are equal, never before, and the boat leaves with the next green light. In the dry season the lock is filled three times a day.",
    },
  ),

  pair(
    "a notice that a shop sends each time",
    "not same",
    {
      title: "Your order is on its way",
      body: "Good news from Paper and Ink: parcel 88120 left our house today and should reach you on Tuesday. You can follow it with the number above. Three notebooks with squared paper.",
    },
    {
      title: "Your order is on its way",
      body: "Good news from Paper and Ink: parcel 90377 left our house today and should reach you on Friday. You can follow it with the number above. One fountain pen and black ink.",
    },
  ),
  pair(
    "issues of a newsletter",
    "not same",
    {
      title: "Letter from the lighthouse, spring",
      body: `The seals are back on the rocks, and the lamp was cleaned by four volunteers on two afternoons. ${FOOT}`,
    },
    {
      title: "Letter from the lighthouse, autumn",
      body: `A storm took the path to the boat shed; until it is repaired, visitors come by the field. ${FOOT}`,
    },
  ),
  pair("a series", "not same", invoice("2026-01", "10417", "2026-02-14"), invoice("2026-02", "10533", "2026-03-14")),
  pair(
    "a series",
    "not same",
    review("47", "The ferry timetable was published on time."),
    review("48", "Nobody was ill, and the roof is tight."),
  ),
  pair(
    "a series",
    "not same",
    { title: "Electricity meter 3 March", body: "Read in the cellar, day rate and night rate, sent to the works" },
    { title: "Electricity meter 2 April", body: "Read in the cellar, day rate and night rate, sent to the works" },
  ),
  pair(
    "pages of one site",
    "not same",
    {
      title: "Opera house opens with a comedy",
      body: `${BANNER} The curtain rose an hour late, and nobody minded: the new stage turns without a sound, and the tenor had to laugh in his last aria. ${FOOT}`,
    },
    {
      title: "Grain prices fall for the third month",
      body: `${BANNER} Traders expect a good harvest in the south, so wheat for delivery in spring was sold for less than it costs to store. ${FOOT}`,
    },
  ),

  pair(
    "one subject",
    "like",
    { title: "The cat sleeps on the carpet all day" },
    { title: "My cat is asleep on the rug" },
  ),
  pair(
    "one subject",
    "like",
    {
      title: "Sourdough that rises",
      body: "Feed the starter in the evening, and knead the bread dough with cold water and flour in the morning.",
    },
    {
      title: "Why my bread stays flat",
      body: "The dough was too warm, so the yeast was tired before the loaf came into the oven.",
    },
  ),
  pair(
    "one subject",
    "like",
    { title: "Central bank raises interest rates", body: "Loans become dearer to slow inflation." },
    { title: "What higher interest rates mean for savers", body: "Banks pay more on deposits, and inflation eats it." },
  ),
  pair(
    "one subject",
    "like",
    { title: "Flight to Rome in May", body: "Two seats, leaving on Friday morning." },
    { title: "Hotels in Rome", body: "Three nights near the Pantheon, with breakfast, when we travel in May." },
  ),
  pair(
    "one subject",
    "like",
    { title: "An index makes this query slow", body: "The database planner reads the whole table, then sorts it." },
    { title: "Tuning PostgreSQL queries", body: "How to read a query plan and choose indexes for a database." },
  ),
  pair(
    "one subject",
    "like",
    { title: "Training plan for the marathon", body: "Run long on Sundays, fast on Wednesdays, and rest." },
    {
      title: "My first half marathon",
      body: "I ran too fast in the first hour and my legs were heavy at the end of the race.",
    },
  ),
  pair(
    "one subject",
    "like",
    { title: "Tomatoes on the balcony", body: "Plant seedlings in big pots, and tie them to a stick." },
    { title: "When to water vegetables", body: "Garden plants such as tomatoes and cucumbers drink in the morning." },
  ),
  pair(
    "one subject",
    "like",
    { title: "Solar panels on our roof", body: "They make more electricity than the house needs in summer." },
    { title: "Is solar power worth it?", body: "What panels cost, and how much electricity a roof gives in a year." },
  ),
  pair(
    "one subject",
    "like",
    { title: "The baby wakes at night", body: "Newborn babies sleep two hours at a time, then cry for milk." },
    { title: "How to get an infant to sleep", body: "Dim the light, sing, and put the baby down while awake." },
  ),
  pair(
    "one subject",
    "like",
    { title: "Glaciers lose ice faster", body: "Climate change melts the ice of the Alps." },
    { title: "Global warming and the sea level", body: "Melting ice sheets and glaciers raise the oceans." },
  ),
  pair(
    "one subject",
    "like",
    { title: "Learning the violin as an adult", body: "Practise scales slowly, and hold the bow without force." },
    { title: "Which violin for a beginner?", body: "Rent an instrument first; a good bow matters for practice." },
  ),
  pair(
    "one subject",
    "like",
    { title: "Notes from the job interview", body: "They asked about salary and when I could start the new job." },
    { title: "Questions to ask an employer", body: "Prepare for a job interview: team, salary, hours." },
  ),

  pair(
    "a translation",
    "like",
    { title: "Hedgehogs in winter", body: "Hedgehogs sleep under leaves from November and must not be woken." },
    { title: "Igel im Winter", body: "Igel schlafen ab November unter Laub und dürfen nicht geweckt werden." },
  ),

  pair(
    "one word, two things",
    "unlike",
    { title: "Python swallowed a goat", body: "The snake lay in the grass for a week without moving." },
    { title: "Python packages", body: "Install libraries of code into an environment of their own." },
  ),
  pair(
    "one word, two things",
    "unlike",
    { title: "Mercury, the planet", body: "It turns round the sun in 88 days and has no air." },
    { title: "Mercury in fish", body: "The metal is poisonous, and large tuna have most of it." },
  ),
  pair(
    "one word, two things",
    "unlike",
    { title: "Apple tart", body: "Slice the fruit, cover it with pastry and bake it until it is brown." },
    { title: "Apple shares", body: "The company sold fewer telephones, and investors left." },
  ),
  pair(
    "one word, two things",
    "unlike",
    { title: "Chess opening for black", body: "Answer with the pawn, then bring out the knight and the bishop." },
    { title: "Opening hours of the library", body: "Closed on Mondays; books are returned through the slot." },
  ),
];

/** A text as it is typed, or as a card is compared. */
export const whole = ({ title, body = "" }: LabelledText): string => [title, body].filter(Boolean).join("\n");
