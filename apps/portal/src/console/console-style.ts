/**
 * The rules of the console. From 64rem on the request is on the left and the response on the right, where it stays in view. Colours are for
 * the dark ground that blocks of code have in both themes.
 */
export const consoleStyle = `
main:has(>.panes),body:has(>main>.panes)>header>:is(.bar,nav){max-width:92rem}
.panes{display:grid;gap:1rem 2.25rem;grid-template-columns:minmax(0,1fr)}
.panes>section{min-width:0}
.panes>section>h2:first-child{margin-block-start:.75rem}
@media (min-width:64rem){.panes{grid-template-columns:minmax(0,5fr) minmax(0,6fr);align-items:start}.panes>.response{position:sticky;inset-block-start:0;max-block-size:100vh;overflow-y:auto;padding-inline:.25rem}}
.panes form.stack{max-width:none}
.panes .response{scroll-margin-block-start:.5rem}
.field label>span{margin-block-end:.25rem}
.field .hint{margin-block-start:.25rem}
.field .hint code{font-size:.95em}
.tick>span{font-weight:400;margin:0}
details.headers{border:1px solid var(--line);border-radius:10px;padding:.35rem 1rem;margin:0}
details.headers[open]{padding-block-end:.75rem}
details.headers .field{margin-block:.75rem}
.response pre{max-block-size:32rem;overflow:auto}
.calls{list-style:none;margin:.25rem 0 1rem;padding:0}
.calls li{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .75rem;padding:.35rem 0;border-block-end:1px solid var(--line)}
.calls li[aria-current]{background:var(--tint)}
.calls .soft{font-size:.9rem;font-variant-numeric:tabular-nums}
.next{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem;margin:.25rem 0 1rem;padding:0}
.sending{margin-inline-start:.75rem;color:var(--soft)}
.c-name{color:#8fd0ff}
.c-text{color:#a8e6b0}
.c-number{color:#ffc58f}
.c-word{color:#e3b5ff}
.c-mark{color:#a9b7cc}
@media print{.c-name,.c-text,.c-number,.c-word,.c-mark{color:inherit}.panes>.response{position:static;max-block-size:none}.response pre{max-block-size:none}}
`;
