/** Rules of the status page. */
export const statusStyle = `
.history{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.25rem;margin-block-end:1rem}
.history h3{margin:0 0 .5rem;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
.history .percent{font-variant-numeric:tabular-nums}
.availability{display:block;inline-size:100%;block-size:2.75rem}
.span{display:flex;justify-content:space-between;color:var(--soft);font-size:.85rem;max-width:none;margin:.2rem 0 .6rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 1rem;padding:0}
path.up{fill:var(--ok)}
path.planned{fill:#b58105}
path.down{fill:var(--alert)}
path.unknown{fill:var(--soft);opacity:.6}
th.number{text-align:end}
@media screen and (prefers-color-scheme:dark){path.planned{fill:#ffd98a}}
@media (forced-colors:active){path.up{fill:CanvasText}path.planned{fill:LinkText}path.down{fill:Mark}path.unknown{fill:GrayText}}
`;
