import { referencesIn, referenceTo, replaceReferences } from "./references.ts";

const ID = "0b9c8f5e-1a2b-4c3d-8e4f-5a6b7c8d9e0f";

describe("a mention of a card in a text", () => {
  it.each(["Ada Lovelace", "a_b [draft] *2*", "C:\\notes", "`code` ~~x~~ <b>", "Łódź 🙂"])(
    "keeps the title %s",
    (title) => {
      const text = `Met ${referenceTo({ id: ID, title })} today`;
      const [found] = referencesIn(text);
      expect(found).toMatchObject({ id: ID, title, from: 4 });
      expect(text.slice(found!.from, found!.to)).toBe(referenceTo({ id: ID, title }));
    },
  );

  it("is a link of Markdown by the card's id, whatever its type", () => {
    expect(referenceTo({ id: ID, title: "Ada\nLovelace" })).toBe(`[Ada Lovelace](/items/all/${ID})`);
    expect(referencesIn(`[x](/items/note/${ID})`)).toHaveLength(1);
  });

  it("is none in code, behind a backslash, or with another address", () => {
    const link = referenceTo({ id: ID, title: "Ada" });
    for (const text of [
      `\`${link}\``,
      `\`\`\`\n${link}\n\`\`\``,
      `~~~md\n${link}`,
      `\\${link}`,
      "[Ada](/items/all/7)",
      `[Ada](https://example.org/items/all/${ID})`,
    ])
      expect(referencesIn(text)).toEqual([]);
    expect(referencesIn(`\`\`\`\ncode\n\`\`\`\n${link}`)).toHaveLength(1);
  });

  it("is replaced where it stands, and nothing else", () => {
    const link = referenceTo({ id: ID, title: "Ada" });
    expect(replaceReferences(`a ${link} b \`${link}\` c ${link}`, ({ title }) => title.toUpperCase())).toBe(
      `a ADA b \`${link}\` c ADA`,
    );
  });

  it("is looked for in hostile texts without taking long", () => {
    const long = 1_000_000;
    for (const text of ["[", "\\[", "[\\[", "[a](", "`", "``` ", "```\n", "](/items/"])
      expect(referencesIn(`${text.repeat(long / text.length)}](/items/`)).toEqual([]);
  });
});
