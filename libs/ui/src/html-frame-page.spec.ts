import { framePage } from "./html-frame-page.ts";

it("gives a picture its room before it is there", () => {
  const page = framePage('<p>a<img data-picture="p-1" width="60" height="40" alt="A" /></p>', "light", undefined);
  expect(page).toContain(
    `<img data-picture="p-1" width="60" height="40" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='60' height='40'/%3E" alt="A" />`,
  );
});

it("loads nothing from outside, also of copies that were made before pictures were kept", () => {
  const page = framePage(
    '<p>a<img src="https://e.org/1.png" alt="A" /><img src="data:image/png;base64,AA" /></p>',
    "light",
    "n",
  );
  expect(page).toContain('<body dir="auto"><p>a<img src="data:image/png;base64,AA" /></p></body>');
});

it("lets no colour of a mail hide its words in the dark", () => {
  expect(framePage('<font color="#000">x</font>', "dark", undefined)).toContain("font { color: inherit }");
  expect(framePage('<font color="#000">x</font>', "light", undefined)).not.toContain("font { color: inherit }");
});
