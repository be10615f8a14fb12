import { htmlToMarkdown } from "./html-to-markdown.ts";

it.each([
  ["<h2>A</h2><p>b <strong>c</strong> <em>d</em> <del>e</del></p>", "## A\n\nb **c** _d_ ~~e~~"],
  ["<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n  - b"],
  ['<ol start="3"><li>a</li><li>b</li></ol>', "3. a\n4. b"],
  ['<a href="https://e.org/x">a</a> <a href="javascript:alert(1)">b</a>', "[a](https://e.org/x) b"],
  ['<img src="x" onerror="alert(1)" alt="c"><script>alert(1)</script><style>p{}</style>', "c"],
  ["<pre><code>a\n  b</code></pre>", "```\na\n  b\n```"],
  [
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr></table>",
    "| a | b    |\n| - | ---- |\n| 1 | 2\\|3 |",
  ],
  ["<blockquote><p>a</p></blockquote>", "> a"],
  ['<b style="font-weight:normal"><span style="font-weight:700">a</span> b</b>', "**a** b"],
  [
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·  </span>one</p>
     <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o  </span>two</p>
     <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·  </span>three</p>
     <p class=MsoNormal>four<o:p></o:p></p>`,
    "- one\n  - two\n- three\n\nfour",
  ],
])("makes Markdown of what is pasted: %j", (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});
