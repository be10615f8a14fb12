import { spokenIn } from "./spoken-in.ts";

test("what is dictated is in the language of the text, with the person's region where that is theirs", () => {
  document.body.innerHTML = `<textarea id="plain"></textarea>
    <div lang="de"><textarea id="german"></textarea></div><textarea id="english" lang="en"></textarea>`;
  const inField = (id: string, own: string) => {
    document.getElementById(id)?.focus();
    return spokenIn(own);
  };
  expect(inField("plain", "en-GB")).toBe("en-GB");
  expect(inField("german", "en-GB")).toBe("de");
  expect(inField("german", "de-AT")).toBe("de-AT");
  expect(inField("english", "en-GB")).toBe("en-GB");
});
