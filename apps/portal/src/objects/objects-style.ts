/** The rules of the pages of consents, payments and mandates. The arrow between two states has an empty text: it is not read out. */
export const objectsStyle = `
ol.states{list-style:none;display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:.5rem 0 1rem;padding:0}
ol.states li{position:relative;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.45rem .8rem;font-variant-numeric:tabular-nums}
ol.states li[aria-current]{border:2px solid var(--brand)}
ol.states li>code{font-weight:700;font-size:1rem}
ol.states li:not(:last-child)::after{content:"→" / "";position:absolute;inset-inline-end:-1.65rem;inset-block-start:.45rem;color:var(--soft)}
ul.plain{list-style:none;margin:0;padding:0}
.acts form p{margin:0}
.acts.cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr))}
.acts.cards .card{display:flex;flex-direction:column;justify-content:space-between}
td.acts form{display:inline-block;margin:0 .4rem .4rem 0}
td.acts button{padding:.35rem .7rem;min-height:2.25rem;font-size:.92rem}
@media (max-width:34rem){ol.states{flex-direction:column;gap:1.5rem}ol.states li:not(:last-child)::after{content:"↓" / "";inset-inline:1rem auto;inset-block:auto -1.6rem}}
`;
