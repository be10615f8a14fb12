import { isLead } from "./lead.ts";

it.each([
  ["the first words of the text", "This year, our survey of 5,000 teams shows", true],
  ["them, cut", "This year, our survey…", true],
  ["them with other signs", "This year our survey of 5000 teams", true],
  ["something else", "What 5,000 teams told us", false],
  ["nothing", "", false],
])("takes a description that is %s for the lead of the text or not", (_, description, lead) => {
  const html = "<h2>Report</h2><p>This year, our <a href='x'>survey</a> of 5,000 teams shows &amp; tells.</p>";
  expect(isLead(description, html)).toBe(lead);
});
