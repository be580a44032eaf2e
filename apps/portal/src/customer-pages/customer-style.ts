/** Pages of customers: their accounts as a list, and the editor as wide as the page. */
export const customerStyle = `
ul.accounts{list-style:none;margin:0;padding:0}
.amount{font-variant-numeric:tabular-nums;white-space:nowrap}
form.wide{max-width:none}
form.wide textarea{min-height:24rem;white-space:pre;overflow:auto}
.preset{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
.preset label{flex:1 1 16rem;max-width:34rem}
ul.faults{margin:0;padding-inline-start:1.2rem;color:var(--alert)}
ul.faults code{overflow-wrap:anywhere}
.progress{border:1px solid var(--line);border-radius:10px;padding:.5rem 1rem;margin:1rem 0}
`;
