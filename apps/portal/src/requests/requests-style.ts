/** Rules for the pages of the request log. */
export const requestsStyle = `
table.log td.why{white-space:normal;min-inline-size:18rem;overflow-wrap:anywhere}
table.log td.call{white-space:normal;min-inline-size:14rem}
table.log td.id{white-space:normal;min-inline-size:11rem}
table.log .sent{display:block;overflow-wrap:anywhere;color:var(--soft);font-size:.9rem}
.days svg{display:block;inline-size:100%;max-inline-size:34rem;block-size:auto}
.days text{fill:var(--ink);font:13px system-ui,sans-serif}
.days .axis{fill:var(--soft)}
.days .answered{fill:var(--brand)}
.days .refused{fill:var(--alert)}
.days .failed{fill:var(--note)}
.days .time{fill:none;stroke:var(--ink);stroke-width:2}
.days .p95{stroke-dasharray:4 4}
.days .dot{fill:var(--ink)}
.again{margin-inline-end:.75rem}
@media (max-width:40rem){table.log td.why,table.log td.call,table.log td.id{min-inline-size:0}.days th,.days td{padding:.4rem}}
`;
