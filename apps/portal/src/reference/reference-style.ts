/**
 * Rules of the reference and of documents. A name in code is never broken within a word: it may be broken at a `<wbr>`, and a cell of a
 * table is as wide as its longest word. `anywhere` would let a table make the column of a name as narrow as one character.
 */
export const referenceStyle = `
code{overflow-wrap:break-word}
td code,th code,summary code,.fields code{overflow-wrap:normal}
.beside{display:grid;gap:1.5rem}
.beside>*{min-width:0}
.side p{font-weight:600;margin:1rem 0 .25rem}
.side ul{list-style:none;margin:0;padding:0}
.side li a{display:block;padding:.3rem .6rem;text-decoration:none;border-inline-start:3px solid transparent;overflow-wrap:normal}
.side li a[aria-current]{border-color:var(--brand);background:var(--tint);color:var(--ink);font-weight:600}
.neighbours{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.75rem;margin-block-start:2.5rem}
.neighbours a{display:block;border:1px solid var(--line);border-radius:10px;background:var(--card);padding:.6rem 1rem;text-decoration:none;max-width:22rem}
.neighbours a[rel=next]{margin-inline-start:auto;text-align:end}
.neighbours span{display:block;font-size:.9rem}
.fields{list-style:none;margin:.5rem 0 1rem;padding:0}
.fields>li{border-block-start:1px solid var(--line);padding:.6rem 0}
.fields p{margin:.1rem 0}
.fields p:first-child code{font-weight:600}
.fields details{margin:.2rem 0}
.fields .fields{border-inline-start:3px solid var(--line);padding-inline-start:1rem;margin-block-end:0}
.fields .fields>li:first-child{border-block-start:0}
.fields .type,.fields summary{color:var(--soft);font-weight:400}
.fields pre{margin:.25rem 0}
.badge.required{background:var(--note-tint);color:var(--note)}
.operations col:nth-child(1){width:27%}
.operations col:nth-child(2){width:35%}
.rules{padding-inline-start:1.25rem}
.rules li{margin-block-end:.4rem;max-width:48rem}
@media (min-width:60rem){
.beside{grid-template-columns:15rem minmax(0,1fr);gap:2.5rem}
.side{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow-y:auto;font-size:.92rem}
@supports selector(::details-content){.side summary{display:none}.side details::details-content{content-visibility:visible;display:block;block-size:auto}}
.operations{table-layout:fixed}
}
@media (max-width:40rem){.fields .fields{padding-inline-start:.6rem}}
@media print{.side,.neighbours{display:none}}
`;
