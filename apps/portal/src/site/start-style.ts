/** The start page: its button, and the drawing of the steps, which stand below each other in a narrow window. */
export const startStyle = `
.start{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin:1rem 0 1.5rem}
.start button{font-size:1.1rem;padding:.8rem 1.6rem}
.start p{margin:0}
.flow{list-style:none;display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:1rem 3rem;margin:1.5rem 0;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
.flow li{position:relative}
.flow p{margin:.4rem 0 0;font-size:.95rem;line-height:1.45}
.flow strong{display:block}
.flow .plane{fill:var(--tint);stroke:var(--brand);stroke-width:2}
.flow .line{fill:none;stroke:var(--brand);stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.flow .bar{fill:none;stroke:var(--brand);stroke-width:6}
.flow .dot{fill:var(--brand)}
.flow .arrow{position:absolute;inset-inline-start:-2.5rem;inset-block-start:1rem}
@media (max-width:48rem){
.flow{grid-template-columns:1fr;gap:1.75rem}
.flow li{display:grid;grid-template-columns:4rem 1fr;gap:1rem;align-items:center}
.flow .arrow{inset-inline-start:1rem;inset-block-start:-1.4rem;transform:rotate(90deg)}
.flow p{margin:0}
}
`;
