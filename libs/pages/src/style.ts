import { colourVariables, type ThemeColours } from './theme-colours.js';

/** The pages' one style sheet, inline: no second request, and its hash is all the policy has to allow. Colours are variables, light and dark. */
export const styleOf = (colours: ThemeColours | undefined): string =>
  `
:root{color-scheme:light dark;${colourVariables('light', colours?.light)}}
@media screen and (prefers-color-scheme:dark){:root{${colourVariables('dark', colours?.dark)}}}
${rules}`.trim();

const rules = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:400 1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Hebrew","Noto Sans Arabic",Arial,sans-serif}
a{color:var(--brand)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:6px}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{inset-inline-start:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
.top{background:var(--bar);color:var(--on-bar);border-block-end:1px solid var(--bar-line)}
.top>div{max-width:40rem;margin:0 auto;padding:.9rem 1.25rem;display:flex;align-items:center;gap:.7rem}
.top svg,.top img{flex:none}
.top img{block-size:1.75rem;inline-size:auto;max-inline-size:9rem;object-fit:contain}
.top strong{font-size:1.1rem;font-weight:650;letter-spacing:.01em;flex:1}
.top a{color:inherit;padding:.35rem .2rem;font-size:.95rem}
.top :focus-visible{outline-color:currentColor}
main{width:100%;max-width:40rem;margin:0 auto;padding:1.5rem 1.25rem 2.5rem;flex:1}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1.75rem;box-shadow:0 1px 2px #0000000d,0 8px 24px #0000000f}
.card.narrow{max-width:26rem;margin:0 auto}
h1{font-size:1.55rem;line-height:1.25;font-weight:680;letter-spacing:-.01em;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.05rem;font-weight:650;margin:1.75rem 0 .25rem}
p{margin:.25rem 0 .75rem}
.client-logo{block-size:3.5rem;inline-size:3.5rem;object-fit:contain;flex:none;background:#fff;border:1px solid var(--line);border-radius:12px;padding:.25rem}
img.client-logo+h1{margin-block-start:.5rem}
.lead{font-size:1.05rem}
.soft{color:var(--soft)}
.who{color:var(--soft);font-size:.95rem;margin:0 0 1.25rem}
.facts{margin:1.25rem 0 0;border-block-start:1px solid var(--line)}
.facts>div{display:grid;grid-template-columns:8.5rem 1fr;gap:.25rem 1rem;padding:.8rem 0;border-block-end:1px solid var(--line)}
.facts dt{color:var(--soft)}
.facts dd{margin:0;font-weight:550}
.facts .sum{font-size:1.25rem;font-weight:680;font-variant-numeric:tabular-nums}
.facts ul{margin:0;padding:0;list-style:none}
.facts li+li{margin-block-start:.2rem}
.facts small{display:block;font-weight:400;color:var(--soft);font-size:.92rem;margin-block-start:.35rem}
fieldset{border:0;margin:1.75rem 0 0;padding:0;min-width:0}
legend{font-size:1.05rem;font-weight:650;padding:0}
.places{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem;margin:0 0 1.25rem;padding:0;border-block-end:1px solid var(--line)}
.places a{display:block;padding:.6rem .65rem;text-decoration:none;font-weight:600;border-block-end:3px solid transparent}
.places a[aria-current]{color:var(--ink);border-block-end-color:var(--brand)}
.count{font-size:.85rem;font-weight:600;color:var(--note);background:var(--note-tint);border-radius:999px;padding:.1rem .55rem;white-space:nowrap}
.kind{color:var(--soft);font-size:.92rem;font-weight:600;margin:1rem 0 .4rem}
.accounts{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
.account{display:flex;align-items:center;gap:.9rem;border:1px solid var(--line);border-radius:12px;padding:.75rem .95rem;min-height:3.25rem}
label.account{cursor:pointer}
label.account:hover{border-color:var(--brand)}
label.account:has(:checked){border-color:var(--brand);background:var(--tint)}
.account input{inline-size:1.25rem;block-size:1.25rem;accent-color:var(--brand);flex:none;margin:0}
.account span{flex:1;min-width:0}
.account b{font-weight:600;display:block}
.account span>bdi,.account em{font-style:normal;color:var(--soft);font-size:.92rem;overflow-wrap:anywhere}
.account em{display:block;color:var(--note)}
.account small{display:block;color:var(--soft);font-size:.92rem}
.currency{flex:none!important;color:var(--soft);font-size:.92rem;font-variant-numeric:tabular-nums}
.field{display:block;margin-block-start:1.1rem}
.field>span{display:block;font-weight:600;margin-block-end:.35rem}
.field input{inline-size:100%;font:inherit;color:inherit;padding:.75rem .9rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);min-height:3rem}
.field input[aria-invalid=true]{border-color:var(--alert);border-width:2px}
.code{border-block-start:1px solid var(--line);margin-block-start:1.75rem;padding-block-start:1.5rem}
.code h2{margin-block-start:0}
.digits{font-size:2rem;letter-spacing:.2em;font-weight:680;font-variant-numeric:tabular-nums}
.row+.facts{margin-block-start:1.75rem}
nav+.facts{margin:0;border:0}
.wrong{color:var(--alert);font-weight:600;margin:0}
.field+.wrong{margin-block-start:.5rem}
.find{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin-block-end:1rem}
.find .field{flex:1 1 12rem;margin:0}
.code input{font-size:1.5rem;letter-spacing:.35em;text-align:center;max-inline-size:14rem;font-variant-numeric:tabular-nums;direction:ltr}
.row{display:flex;flex-wrap:wrap;gap:.75rem;margin-block-start:1.5rem}
button{font:inherit;font-weight:620;min-height:3rem;padding:.7rem 1.4rem;border-radius:10px;border:1px solid var(--brand);background:var(--card);color:var(--brand);cursor:pointer}
button:hover{background:var(--tint)}
button.main{background:var(--brand);color:var(--on-brand);flex:1 1 12rem}
button.main:hover{background:var(--brand-strong);border-color:var(--brand-strong)}
button.second{flex:1 1 8rem}
button.danger{flex:1 1 12rem;border-color:var(--alert);color:var(--alert)}
button.danger:hover{background:var(--alert-tint)}
button.final{flex:1 1 12rem;border-color:var(--alert);background:var(--alert);color:var(--on-alert)}
button.final:hover{background:var(--alert-strong)}
a.button{display:inline-flex;align-items:center;justify-content:center;flex:1 1 12rem;font-weight:620;min-height:3rem;padding:.7rem 1.4rem;border-radius:10px;border:1px solid var(--brand);background:var(--card);text-decoration:none;text-align:center}
a.button:hover{background:var(--tint)}
a.button.main{background:var(--brand);color:var(--on-brand)}
a.button.main:hover{background:var(--brand-strong);border-color:var(--brand-strong)}
.check .notice{margin-block:1.5rem 0}
button.link{border-color:transparent;background:none;text-decoration:underline;text-underline-offset:.2em;padding-inline:.4rem;font-weight:500}
.leave{margin:.75rem 0 -.75rem;text-align:center}
#aside>.notice{margin-block-start:1.5rem}
.narrow .main{inline-size:100%;flex:none}
.notice{border-radius:12px;padding:.85rem 1rem;margin:0 0 1.25rem;border-inline-start:4px solid}
.notice.alert{background:var(--alert-tint);border-color:var(--alert);color:var(--alert)}
.notice.note{background:var(--note-tint);border-color:var(--note-edge);color:var(--note)}
.notice.done{background:var(--done-tint);border-color:var(--done-edge);color:var(--done)}
.notice p:last-child{margin:0}
fieldset .notice{margin:.75rem 0 0}
.contact{color:var(--soft)}
.way{color:var(--soft);font-size:.92rem;margin:.25rem 0 .5rem}
.row+.way{margin-block-start:.75rem}
.leave+.way{margin:.25rem 0 0;text-align:center}
.leave+.way+.leave{margin-block-start:.75rem}
details.more{margin-block-start:1.25rem}
details.more summary{cursor:pointer;color:var(--brand);padding:.35rem 0}
button.small{min-height:2rem;padding:.1rem .3rem;font-size:.95rem}
.chart{display:block;inline-size:100%;block-size:auto;margin:1rem 0 .25rem}
.axis{display:flex;justify-content:space-between;gap:1rem;color:var(--soft);font-size:.9rem;margin:0 0 .75rem}
.chart rect{fill:var(--brand)}
.chart .ground{fill:var(--tint)}
.chart .shown{fill:var(--focus)}
.find select{inline-size:100%;font:inherit;color:inherit;padding:.75rem .9rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);min-height:3rem}
.account ul{margin:.25rem 0 0;padding:0;list-style:none;font-size:.95rem}
table.days{border-collapse:collapse;inline-size:100%;font-size:.95rem}
table.days th,table.days td{text-align:start;padding:.35rem .5rem;border-block-end:1px solid var(--line);font-weight:400}
table.days thead th{font-weight:600}
.notice h2{margin:0 0 .2rem}
.sandbox{font-size:.9rem;text-align:center;color:var(--note);background:var(--note-tint);padding:.4rem 1rem;margin:0}
code{font:.92em ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
footer{max-width:40rem;width:100%;margin:0 auto;padding:0 1.25rem 2rem;color:var(--soft);font-size:.9rem;text-align:center}
.links{list-style:none;display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;margin:0 0 .5rem;padding:0}
.links a{display:inline-block;padding:.25rem 0}
@media(max-width:34rem){main{padding:1rem .75rem 2rem}.card{padding:1.25rem;border-radius:14px}.facts>div{grid-template-columns:1fr}.row button,.row .button{flex:1 1 100%}}
@media(forced-colors:active){.account,.card,button{border-color:CanvasText}}
@media print{body{background:none;font-size:11pt}.top{background:none;color:#000;border-block-end:1px solid #000}.top a,.top svg,.skip,.places,.leave,.row,.code,.find,.sandbox,.links{display:none}main{padding:1rem 0;max-width:none}main .card,.card.narrow{border:0;box-shadow:none;padding:0;max-width:none}.facts>div,.account,.notice{break-inside:avoid}h1,h2,legend{break-after:avoid}footer{padding:0;max-width:none}}
`.trim();
