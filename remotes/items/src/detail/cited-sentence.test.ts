import { rangeOf } from "./cited-sentence.ts";

function shown(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  return root;
}

it("finds a sentence as it is shown, whatever marks and lines it was written with", () => {
  const root = shown("<p>Before. The <strong>lease</strong>\n runs until 31 <em>August</em> 2027. After.</p>");
  expect(rangeOf(root, "The **lease** runs until 31 _August_ 2027.")?.toString()).toBe(
    "The lease\n runs until 31 August 2027",
  );
});

it("finds letters that are two in lower case, and nothing that is not there", () => {
  expect(rangeOf(shown("<p>In İzmir we met.</p>"), "we met")?.toString()).toBe("we met");
  expect(rangeOf(shown("<p>In Bern.</p>"), "we met")).toBeNull();
  expect(rangeOf(shown("<p>In Bern.</p>"), "…")).toBeNull();
});
