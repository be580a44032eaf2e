/** The head of every page: the bank, the account, the groups of places. In a narrow window each group has a line, in which it scrolls. */
export const navigationStyle = `
header .bar{max-width:72rem;margin:0 auto;padding:.6rem 1.25rem .2rem;display:flex;align-items:center;gap:1rem;justify-content:space-between}
header .home{font-weight:700;font-size:1.1rem;text-decoration:none;color:var(--ink)}
.account{display:flex;align-items:center;gap:.75rem;min-inline-size:0;font-size:.92rem}
.account a{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:.2rem 0}
.account button{padding:.25rem .7rem;min-height:2rem;font-size:.9rem;white-space:nowrap}
header nav{max-width:72rem;margin:0 auto;padding:0 1.25rem .35rem;display:flex;flex-wrap:wrap;gap:0 1.4rem}
header .group{display:flex;align-items:baseline;gap:.55rem;min-inline-size:0}
header .group>span{color:var(--soft);font-size:.8rem;flex:none}
header .group ul{list-style:none;display:flex;gap:0 .7rem;margin:0;padding:0}
header .group a{display:inline-block;padding:.3rem .1rem;text-decoration:none;font-weight:550;font-size:.88rem;white-space:nowrap;border-block-end:3px solid transparent}
header a[aria-current]{color:var(--ink);border-block-end-color:var(--brand)}
.account a[aria-current]{border-block-end:3px solid var(--brand)}
@media (max-width:48rem){
header .bar{padding:.5rem 1rem .1rem}
header nav{padding:0 1rem .2rem;display:block}
header .group>span{inline-size:2.6rem}
header .home span{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
header .home{white-space:nowrap}
header .group ul{overflow-x:auto;scrollbar-width:none;gap:0 .9rem}
header .group a{font-size:.95rem}
header .group a:focus-visible{outline-offset:-3px}
}
`;
