/** Style of the hosted pages: the product's tokens (look/TOKENS.md) as plain CSS, light or dark as the system asks. */
export const style = `
:root{color-scheme:light dark;--canvas:#f2f4f4;--sheet:#fff;--line:#e3e7e7;--row:#ecefef;--edge:#d2d8d8;--edge-strong:#6b7776;--ink:#171c1c;--ink2:#475150;--ink3:#5f6a69;
--brand:#0a7873;--brand-hover:#075d59;--on-brand:#fff;--hover:#f0f3f3;--bad:#b0202f;--bad-bg:#fcecec;--ok:#2e6b12;--ok-bg:#edf5e6;--warn:#8a4b00;--warn-bg:#fdf2e0}
@media (prefers-color-scheme:dark){:root{--canvas:#0e1111;--sheet:#161a1a;--line:#272d2d;--row:#202626;--edge:#394141;--edge-strong:#8a9695;--ink:#e8edec;--ink2:#b7c0bf;--ink3:#93a09e;
--brand:#56b8b1;--brand-hover:#75c8c2;--on-brand:#04211f;--hover:#1f2525;--bad:#ff8f8f;--bad-bg:#3a1b1d;--ok:#8ccb6b;--ok-bg:#1c2a15;--warn:#f0b357;--warn-bg:#33260f}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/20px system-ui,sans-serif;font-variant-numeric:tabular-nums;min-height:100vh}
.top{display:flex;align-items:center;gap:8px;min-height:48px;padding:8px 16px;flex-wrap:wrap}
.top .name{font-weight:600}
.badge{font-size:12px;line-height:16px;padding:2px 8px;border-radius:4px;background:var(--warn-bg);color:var(--warn)}
form+.quiet{margin-top:16px}
.note,.quiet{color:var(--ink3)}.note{font-size:12px;line-height:16px}
.mark rect{fill:var(--brand)}.mark .light{opacity:.55}
main{padding:24px 16px 48px;margin:0 auto}
.wide>h1{margin:0 0 16px}.single{max-width:432px}.wide{max-width:752px}
.split{display:grid;gap:24px;max-width:960px}
@media (min-width:840px){.split{grid-template-columns:1fr 432px;gap:64px;padding-top:64px}.single{padding-top:64px}}
h1{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em;margin:0 0 8px}
h2{font-size:16px;line-height:24px;font-weight:600;margin:0 0 16px}
p{margin:0 0 16px}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--edge-strong)}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:24px;margin-bottom:16px}
.card>:last-child{margin-bottom:0}
.price{font-size:16px;line-height:24px;color:var(--ink2)}.price strong{font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.02em;color:var(--ink)}
table{width:100%;border-collapse:collapse;margin:0 0 16px}
th,td{padding:10px 0;text-align:left;font-weight:400;vertical-align:top;border-bottom:1px solid var(--row)}
td{text-align:right}
.rows td,.rows thead th{white-space:nowrap}.rows td{text-align:left;padding-left:16px}.rows a{white-space:nowrap}.rows .sum{text-align:right}.rows thead th,.rows thead td{font-size:12px;line-height:16px;color:var(--ink3)}.rows thead th+th{padding-left:16px}
tfoot th,tfoot td{font-weight:600;border-bottom:0}
.line{display:block;font-size:12px;line-height:16px;color:var(--ink3)}
.scroll{overflow-x:auto}
.below{display:none}.rows .action{text-align:right}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.facts{margin:0 0 16px}.facts div{display:flex;justify-content:space-between;gap:16px;padding:4px 0}.facts dt{color:var(--ink3)}.facts dd{margin:0;text-align:right;overflow-wrap:anywhere}
.field{margin-bottom:16px;min-width:0}
label{display:block;font-weight:600;margin-bottom:4px}
input{width:100%;height:40px;padding:0 12px;font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--edge);border-bottom-color:var(--edge-strong);border-radius:6px}
select{width:100%;height:40px;padding:0 8px;font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--edge);border-bottom-color:var(--edge-strong);border-radius:6px}
fieldset{border:0;margin:8px 0 0;padding:0;min-width:0}legend{font-size:16px;line-height:24px;font-weight:600;padding:0;margin-bottom:12px}
input::placeholder{color:var(--ink3)}
input[aria-invalid],select[aria-invalid]{border-color:var(--bad)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.error{color:var(--bad);font-size:12px;line-height:16px;margin:4px 0 0}
.alert,.done{border-radius:8px;padding:12px 16px;margin-bottom:16px}
.alert{background:var(--bad-bg);color:var(--bad)}.done{background:var(--ok-bg);color:var(--ok)}
.alert p,.done p{margin:0}
.actions{display:flex;gap:8px;margin:8px 0 0;flex-wrap:wrap}
button,.button{display:inline-flex;align-items:center;justify-content:center;height:36px;padding:0 16px;font:inherit;font-weight:600;color:var(--ink);background:var(--sheet);border:1px solid var(--edge);border-radius:6px;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--hover)}
.primary{flex:1;background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
.primary:hover{background:var(--brand-hover);border-color:var(--brand-hover)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.hint{margin-top:24px;color:var(--ink2)}.hint p{margin:0 0 8px}.hint strong{white-space:nowrap;color:var(--ink)}summary{cursor:pointer;font-weight:600;padding:4px 0}
.hint dl{margin:0}.hint dl div{display:flex;justify-content:space-between;gap:16px;padding:6px 0;border-top:1px solid var(--row)}.hint dt{white-space:nowrap}.hint dd{margin:0;text-align:right}
@media (max-width:600px){.beside{display:none}.below{display:block}th:has(.below){overflow-wrap:anywhere}.rows td,.rows thead th+th{padding-left:8px}.rows td:empty{padding:0}button,.button,input,select{height:44px}.card{padding:24px 20px}}
@media print{.top,.hint{display:none}body{background:#fff}.card{border:0;padding:0}}
`;
