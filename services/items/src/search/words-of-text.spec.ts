import { candidates, marked } from "./words-of-text.ts";

const words = (text: string, ...wanted: string[]) => candidates(text, wanted).map(({ word }) => word);

describe("words of a text that may answer a query", () => {
  it("leaves out words that begin with another letter, whatever the case", () => {
    expect(words("The Garden gate, gates_2 and 3 keys", "gate", "3")).toEqual(["Garden", "gate", "gates", "3"]);
  });

  it("keeps every word that begins outside ASCII, as it may be folded to any letter", () => {
    expect(words("Åse über die Straße, æther", "asen")).toEqual(["Åse", "über", "æther"]);
  });

  it("takes a word whole that continues outside ASCII", () => {
    expect(words("cafe\u0301s Cafés cafe", "cafe")).toEqual(["cafe\u0301s", "Cafés", "cafe"]);
  });

  it("takes each character of a script without spaces", () => {
    expect(words("abc 東京 now", "東")).toEqual(["東", "京"]);
  });

  it("marks words where they stand", () => {
    const text = "gate by gate";
    expect(marked(text, candidates(text, ["gate"]), "<", ">")).toBe("<gate> by <gate>");
    expect(marked(text, [], "<", ">")).toBe(text);
  });
});
