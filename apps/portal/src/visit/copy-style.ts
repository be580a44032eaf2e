/**
 * The buttons that the portal's script adds to blocks of code. They lie on the block, whose first line can be scrolled from below them; on
 * a phone and in the console's panes they stand above the first line.
 */
export const copyStyle = `
.spoken{position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.copyable{position:relative;margin:.5rem 0 1rem}
.copyable pre{margin:0;padding-inline-end:5.75rem;min-block-size:3.4rem}
button.copy{position:absolute;inset-block-start:.6rem;inset-inline-end:.6rem;min-block-size:0;padding:.3rem .7rem;font-size:.85rem;background:var(--card);color:var(--brand);border:1px solid var(--line)}
@media (max-width:40rem){.copyable pre{padding-block-start:3.2rem;padding-inline-end:1.1rem}}
.panes .copyable pre{padding-block-start:3.2rem;padding-inline-end:1.1rem}
@media print{.copyable pre{padding-inline-end:1.1rem}}
`;
