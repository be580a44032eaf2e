import { html, type Html } from '@open-banking/pages';

/**
 * Our own documents as pages: headings, paragraphs, lists, tables, links, strong words and code, which is all that they have. Everything
 * goes through `html`, so that nothing in a document becomes markup by itself. A link leads to a page of the portal or elsewhere on the
 * web; of one into the repository, which a reader of the portal does not have, only the words remain, and nothing of one that stands in
 * brackets of its own.
 */
export function renderMarkdown(markdown: string, pages: Readonly<Record<string, string>>): readonly Html[] {
  // Every second element is what `split` captures: the code between two fences.
  return markdown
    .replaceAll(/^<!--[^]*?-->\n/gm, '')
    .replaceAll(aside, (whole, target: string) => (hrefOf(target, pages) === undefined ? '' : whole))
    .split(/^```\w*\n([^]*?)^```$/m)
    .flatMap((part, at) => (at % 2 === 1 ? [html`<pre tabindex="0"><code>${part.trimEnd()}</code></pre>`] : proseOf(part, pages)));
}

function proseOf(prose: string, pages: Pages): readonly Html[] {
  return prose
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap((block) => block.split(/(?<=^#.*)\n/))
    .map((block) => blockOf(block, pages));
}

type Pages = Readonly<Record<string, string>>;

function blockOf(block: string, pages: Pages): Html {
  const [, marks, title] = /^(#{1,4}) (.+)$/.exec(block) ?? [];
  if (marks === '#') return html`<h1>${inline(title!, pages)}</h1>`;
  if (marks === '##') return html`<h2>${inline(title!, pages)}</h2>`;
  if (marks === '###') return html`<h3>${inline(title!, pages)}</h3>`;
  if (marks === '####') return html`<h4>${inline(title!, pages)}</h4>`;
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('- ')))
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2), pages)}</li>`)}</ul>`;
  if (lines.every((line) => line.startsWith('|'))) return tableOf(lines, pages);
  return html`<p>${inline(lines.join(' '), pages)}</p>`;
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());

/** A table without its column of tests: those are files of the repository. */
function tableOf([first, , ...lines]: readonly string[], pages: Pages): Html {
  const head = cellsOf(first!);
  const shown = head.flatMap((name, at) => (name === 'Test' ? [] : [at]));
  const cells = (line: string): Html[] => shown.map((at) => html`<td>${inline(cellsOf(line)[at] ?? '', pages)}</td>`);
  return html`<div class="scroll"><table><thead><tr>${shown.map((at) => html`<th scope="col">${head[at]}</th>`)}</tr></thead>
<tbody>${lines.map((line) => html`<tr>${cells(line)}</tr>`)}</tbody></table></div>`;
}

/** `([docs/fees.md](docs/fees.md))`, with what stands before it. */
const aside = / \(\[[^\]]*\]\(([^)\s]+)\)\)/g;

const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\[((?:[^\]\\]|\\.)+)\]\(([^)\s]+)\)/g;

function inline(text: string, pages: Pages): readonly (Html | string)[] {
  const pieces: (Html | string)[] = [];
  let from = 0;
  for (const { 0: whole, 1: code, 2: strong, 3: label, 4: target, index } of text.matchAll(marked)) {
    pieces.push(text.slice(from, index));
    if (code !== undefined) pieces.push(html`<code>${code}</code>`);
    else pieces.push(strong === undefined ? linkOf(label!, target!, pages) : html`<strong>${inline(strong, pages)}</strong>`);
    from = index + whole.length;
  }
  return [...pieces, text.slice(from)];
}

function hrefOf(target: string, pages: Pages): string | undefined {
  const name = target.replace(/^.*\//, '').replace(/#.*$/, '');
  return /^https:\/\//.test(target) ? target : pages[name];
}

function linkOf(label: string, target: string, pages: Pages): Html {
  const href = hrefOf(target, pages);
  return href === undefined ? html`${inline(label, pages)}` : html`<a href="${href}">${inline(label, pages)}</a>`;
}
