/** The colours, and the rules of what any page may have. */
export const baseStyle = `
:root{color-scheme:light dark;--ink:#14213a;--soft:#4d5b75;--line:#d5dce8;--ground:#f6f8fb;--card:#fff;--brand:#0b4f6c;--tint:#e8f2f6;--code:#0f1b2d;--code-ink:#e6edf6;--ok:#14613a;--ok-tint:#e6f4ec;--alert:#8f1d1d;--alert-tint:#fdeeee;--note:#5c4300;--note-tint:#fff6dd;--focus:#c2410c}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf6;--soft:#a9b7cc;--line:#33415a;--ground:#0f1726;--card:#172136;--brand:#7cc4e0;--tint:#1b3143;--code:#0a111d;--ok:#8fd8ad;--ok-tint:#143225;--alert:#ffb4b4;--alert-tint:#3b1a1d;--note:#ffd98a;--note-tint:#362a10;--focus:#ffb070}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
a{color:var(--brand)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{inset-inline-start:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
header{background:var(--card);border-block-end:1px solid var(--line)}
.sandbox{margin:0;max-width:none;background:var(--note-tint);color:var(--note);text-align:center;padding:.35rem 1rem;font-size:.92rem}
main{width:100%;max-width:72rem;margin:0 auto;padding:1.75rem 1.25rem 3rem;flex:1}
main.narrow{max-width:34rem}
footer{border-block-start:1px solid var(--line);color:var(--soft);font-size:.92rem;padding:1rem 1.25rem;text-align:center}
footer p{margin:0 auto .25rem}
footer ul{list-style:none;display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;margin:0;padding:0}
footer li a{display:inline-block;padding:.2rem}
.downloads{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 1rem;padding:0}
.downloads a{display:inline-block;padding:.2rem 0}
h1{font-size:1.8rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.25rem 0 .5rem}
h3{font-size:1.05rem;margin:1.5rem 0 .35rem}
p{margin:.35rem 0 .85rem;max-width:48rem}
img.picture{display:block;max-inline-size:100%;block-size:auto;border:1px solid var(--line);border-radius:10px;margin:.5rem 0}
main p,main li,main h2,main h3,main h4{overflow-wrap:anywhere}
.lead{font-size:1.1rem}
.soft{color:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem;padding:0;margin:1rem 0;list-style:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.1rem 1.25rem}
section.card+section.card{margin-top:1rem}
.card h2,.card h3{margin-block-start:0}
pre{background:var(--code);color:var(--code-ink);border-radius:10px;padding:1rem 1.1rem;overflow-x:auto;font:.88rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;margin:.5rem 0 1rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;background:var(--card);border:1px solid var(--line);margin:.5rem 0 1rem}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem;border-block-end:1px solid var(--line)}
th{font-size:.9rem;color:var(--soft);font-weight:600}
td.name code{white-space:nowrap}
td.number{text-align:end;font-variant-numeric:tabular-nums}
.method{display:inline-block;min-width:4.2rem;font:600 .8rem/1.6 ui-monospace,Menlo,Consolas,monospace;text-align:center;border-radius:6px;padding:.1rem .4rem;background:var(--tint);color:var(--ink)}
.badge{display:inline-block;border-radius:999px;padding:.05rem .6rem;font-size:.85rem;background:var(--tint);white-space:nowrap}
.badge.ok{background:var(--ok-tint);color:var(--ok)}
.badge.bad{background:var(--alert-tint);color:var(--alert)}
.notice{border-radius:10px;padding:.6rem 1rem;margin:0 0 1rem;background:var(--note-tint);color:var(--note)}
.notice.alert{background:var(--alert-tint);color:var(--alert)}
.notice.done{background:var(--ok-tint);color:var(--ok)}
.notice p{margin:.2rem 0}
form.stack{display:grid;gap:1rem;max-width:34rem}
label>span,.label{display:block;font-weight:600;margin-block-end:.25rem}
label small,.hint{display:block;color:var(--soft);font-size:.9rem}
input:not([type=checkbox]):not([type=radio]),select,textarea{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid #7b889e;border-radius:8px;padding:.6rem .75rem;min-height:2.75rem}
textarea{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9rem;min-height:8rem}
[aria-invalid=true]{border:2px solid var(--alert)!important}
.fault{display:block;color:var(--alert);font-size:.92rem;margin-block-start:.25rem}
fieldset{border:1px solid var(--line);border-radius:10px;padding:.75rem 1rem}
legend{font-weight:600;padding:0 .35rem}
.tick{display:flex;gap:.6rem;align-items:flex-start;padding:.25rem 0}
.tick input{inline-size:1.15rem;block-size:1.15rem;margin:.25rem 0 0}
details{margin:.6rem 0}
summary{cursor:pointer;font-weight:550;padding:.2rem 0}
.tick small{font-weight:400}
.tick input{flex:none}
textarea[rows="3"]{min-height:5.5rem}
details>label{display:block;margin-block-start:.75rem}
button,.button{font:inherit;font-weight:600;border:0;border-radius:8px;background:var(--brand);color:var(--card);padding:.65rem 1.2rem;min-height:2.75rem;cursor:pointer;text-decoration:none;display:inline-block}
button.plain{background:transparent;color:var(--brand);border:1px solid var(--line)}
button.danger{background:var(--alert);color:var(--card)}
form.filters{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.75rem 1rem;margin:1rem 0}
form.filters input,form.filters select{block-size:3rem}
form.filters p{margin:0;align-self:end}
table.log td{white-space:nowrap;font-variant-numeric:tabular-nums}
.answer{margin:0 0 1rem}
.answer li{margin-block-end:.6rem}
.usage img{inline-size:100%;max-inline-size:30rem;block-size:auto;display:block}
@media (max-width:40rem){.usage th,.usage td{padding:.4rem}}
.logos{list-style:none;margin:.5rem 0 1rem;padding:0;display:grid;gap:.75rem}
.logos li{display:flex;gap:1rem;align-items:center}
.logos p{margin:0}
img.logo{inline-size:4rem;block-size:4rem;object-fit:contain;flex:none;background:#fff;border:1px solid var(--line);border-radius:12px;padding:.25rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:.75rem 0 1rem}
dl.facts dt{color:var(--soft)}
dl.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
@media (max-width:34rem){dl.facts{grid-template-columns:1fr;gap:.1rem}dl.facts dd{margin-block-end:.6rem}}
@media (max-width:40rem){.scroll thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}.scroll colgroup{display:none}.scroll table,.scroll tbody,.scroll tr,.scroll td,.scroll th[scope=row]{display:block}.scroll tr{border-block-end:1px solid var(--line);padding:.5rem 0}.scroll td,.scroll th[scope=row]{border:0;padding:.2rem .75rem}.scroll td[data-label]::before{content:attr(data-label);display:block;font-size:.85rem;color:var(--soft);font-weight:600}.scroll td.number{text-align:start}.scroll td:empty{display:none}}
@media print{:root{color-scheme:light;--ground:#fff}header,footer,.skip,button,.button{display:none}main{padding:0;max-width:none}pre{background:none;color:inherit;border:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere}.scroll{overflow:visible}}
`;
