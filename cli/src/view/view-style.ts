/** The style sheet of the operator's view. */
export const viewStyle = `
:root{color-scheme:light dark;--ink:#14213a;--soft:#4d5b75;--line:#d5dce8;--ground:#f6f8fb;--card:#fff;--brand:#0b4f6c;--tint:#e8f2f6;--ok:#14613a;--ok-tint:#e6f4ec;--alert:#8f1d1d;--alert-tint:#fdeeee;--focus:#c2410c}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf6;--soft:#a9b7cc;--line:#33415a;--ground:#0f1726;--card:#172136;--brand:#7cc4e0;--tint:#1b3143;--ok:#8fd8ad;--ok-tint:#143225;--alert:#ffb4b4;--alert-tint:#3b1a1d;--focus:#ffb070}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:400 1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
a{color:var(--brand)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{inset-inline-start:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
header{background:var(--card);border-block-end:1px solid var(--line)}
header>div{max-width:80rem;margin:0 auto;padding:.6rem 1.25rem;display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1.25rem}
header .home{font-weight:700;text-decoration:none;color:var(--ink)}
header nav{flex-basis:100%}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem .9rem;margin:0;padding:0}
nav li a{display:inline-block;padding:.4rem .15rem;text-decoration:none;font-weight:550;border-block-end:3px solid transparent}
nav li a[aria-current]{border-block-end-color:var(--brand);color:var(--ink)}
nav.choices{margin:0 0 1rem}
header form{margin-inline-start:auto;display:flex;gap:.75rem;align-items:center}
main{max-width:80rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
p{margin:.35rem 0 .85rem;max-width:48rem}
.soft{color:var(--soft)}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;background:var(--card);border:1px solid var(--line);margin:.5rem 0 1rem}
th,td{text-align:start;vertical-align:top;padding:.45rem .7rem;border-block-end:1px solid var(--line);font-variant-numeric:tabular-nums}
th{font-size:.9rem;color:var(--soft);font-weight:600}
.badge{display:inline-block;border-radius:999px;padding:.05rem .6rem;font-size:.88rem;background:var(--tint);white-space:nowrap}
.badge.ok{background:var(--ok-tint);color:var(--ok)}
.badge.bad{background:var(--alert-tint);color:var(--alert)}
.notice{border-radius:10px;padding:.6rem 1rem;margin:0 0 1rem}
.notice.alert{background:var(--alert-tint);color:var(--alert)}
.notice.done{background:var(--ok-tint);color:var(--ok)}
.notice p{margin:.2rem 0}
form.stack{display:grid;gap:.75rem;max-width:30rem;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.1rem;margin:.75rem 0}
td form.stack{padding:.6rem .75rem;min-width:13rem}
form p{margin:0}
form.search{display:flex;gap:.75rem;align-items:end;flex-wrap:wrap;margin:0 0 1.25rem}
form.search label{flex:1;min-width:14rem;max-width:32rem}
label>span{display:block;font-weight:600;margin-block-end:.2rem}
.tick{display:flex;gap:.6rem;align-items:flex-start}
.tick span{font-weight:400}
.tick input{flex:none;inline-size:1.5rem;block-size:1.5rem;margin:.1rem 0 0}
input:not([type=checkbox]),select{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid #7b889e;border-radius:8px;padding:.5rem .7rem;min-height:2.75rem}
button{white-space:nowrap;font:inherit;font-weight:600;border:1px solid transparent;border-radius:8px;background:var(--brand);color:var(--card);padding:.5rem 1.1rem;min-height:2.75rem;cursor:pointer}
button.plain{background:transparent;color:var(--brand);border-color:var(--brand)}
button.danger{background:var(--alert);color:var(--card)}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
td{position:relative}
a code{text-decoration:underline}
td code{overflow-wrap:normal}
time{white-space:nowrap}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.25rem;margin:.75rem 0 1rem}
dl.facts dt{color:var(--soft)}
dl.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
@media (max-width:40rem){dl.facts{display:block}dl.facts dt,dl.facts dd{display:inline;line-height:1.75}dl.facts dt::after{content:": "}dl.facts dd::after{content:"";display:block}dl.facts code,td code{display:inline-block;max-width:100%;overflow-wrap:anywhere}td.none{display:none}td form.stack{min-width:0}thead{position:absolute;inset-inline-start:-200vw}tr,td{display:block}tr{border-block-end:1px solid var(--line);padding:.5rem 0}td{border:0;padding:.2rem .75rem}td::before{content:attr(data-label) ": ";color:var(--soft);font-size:.9rem}}
`;
