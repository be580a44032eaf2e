import { html, type Html } from '@open-banking/pages';
import { codeName } from './code-spans.js';
import { headingAnchor } from './heading-anchor.js';

/**
 * The target of a link: an address, with the words to show if the link's own are a file's name; or a file of the source code, which is
 * on no site.
 */
export type LinkTarget = { readonly href: string; readonly title?: string | undefined } | { readonly sourceFile: string };

/** The parts that rendering needs: `linkTarget` throws if a link leads nowhere. */
interface Rendering {
  readonly linkTarget: (target: string, label: string) => LinkTarget;
  readonly anchors: Map<string, number>;
}

/**
 * Our own documents as pages: headings, paragraphs, lists, tables, links, strong words, emphasis and code, which is all that they have.
 * Everything goes through `html`, so that nothing in a document becomes markup by itself. No link is dropped: one that leads nowhere
 * throws.
 */
export function renderMarkdown(markdown: string, linkTarget: Rendering['linkTarget']): readonly Html[] {
  return blocksOf(markdown.replaceAll(/^<!--[^]*?-->\n/gm, '').split('\n'), { linkTarget, anchors: new Map() });
}

interface BlockKind {
  readonly begins: RegExp;
  /** The index of the first line behind the block that begins at `at`. */
  readonly end: (lines: readonly string[], at: number) => number;
  readonly render: (lines: readonly string[], by: Rendering) => Html;
}

const endWhere = (lines: readonly string[], from: number, isOver: (line: string, index: number) => boolean): number => {
  const found = lines.findIndex((line, index) => index >= from && isOver(line, index));
  return found < 0 ? lines.length : found;
};

const item = /^(?:-|\d+\.) +/;
const interrupting = /^(?:```|#{1,4} |\||- |1\. )/;

const code: BlockKind = {
  begins: /^```/,
  end: (lines, at) => endWhere(lines, at + 1, (line) => line.startsWith('```')) + 1,
  render: (lines) => html`<pre tabindex="0"><code>${lines.slice(1, -1).join('\n').trimEnd()}</code></pre>`,
};

/** A block without fences: its lines are indented by four spaces. */
const indentedCode: BlockKind = {
  begins: /^ {4}\S/,
  end: (lines, at) => endWhere(lines, at, (line) => !line.startsWith('    ')),
  render: (lines) => html`<pre tabindex="0"><code>${lines.map((line) => line.slice(4)).join('\n')}</code></pre>`,
};

const heading: BlockKind = {
  begins: /^#{1,4} /,
  end: (_, at) => at + 1,
  render: ([line = ''], by) => headingOf(line.indexOf(' '), line.replace(/^#+ /, ''), by),
};

const table: BlockKind = {
  begins: /^\|/,
  end: (lines, at) => endWhere(lines, at, (line) => !line.startsWith('|')),
  render: (lines, by) => tableOf(lines, by),
};

/** An item goes on in lines that are indented, also behind an empty one. */
const list: BlockKind = {
  begins: item,
  end: (lines, at) =>
    endWhere(lines, at, (line, index) => {
      const next = line === '' ? (lines[index + 1] ?? '') : line;
      return !item.test(next) && !/^ {2}/.test(next);
    }),
  render: (lines, by) => {
    const items = itemsOf(lines).map((one) => html`<li>${itemOf(one, by)}</li>`);
    return /^\d/.test(lines[0]!) ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
  },
};

const paragraph: BlockKind = {
  begins: /./,
  end: (lines, at) => endWhere(lines, at + 1, (line) => line === '' || interrupting.test(line)),
  render: (lines, by) => html`<p>${inline(lines.join(' '), by)}</p>`,
};

const kinds = [code, indentedCode, heading, table, list, paragraph];

function blocksOf(lines: readonly string[], by: Rendering): Html[] {
  const blocks: Html[] = [];
  for (let at = 0; at < lines.length;) {
    const kind = kinds.find(({ begins }) => begins.test(lines[at]!));
    const end = kind ? kind.end(lines, at) : at + 1;
    if (kind) blocks.push(kind.render(lines.slice(at, end), by));
    at = end;
  }
  return blocks;
}

/** A page has one `h1`, which needs no anchor. */
function headingOf(level: number, title: string, by: Rendering): Html {
  const words = inline(title, by);
  if (level === 1) return html`<h1>${words}</h1>`;
  const anchor = headingAnchor(title, by.anchors);
  if (level === 2) return html`<h2 id="${anchor}">${words}</h2>`;
  return level === 3 ? html`<h3 id="${anchor}">${words}</h3>` : html`<h4 id="${anchor}">${words}</h4>`;
}

/** The lines of each item without its mark and the indentation below it. */
function itemsOf(lines: readonly string[]): string[][] {
  const items: string[][] = [];
  const indentation = new RegExp(`^ {0,${item.exec(lines[0]!)![0].length}}`);
  for (const line of lines) {
    const mark = item.exec(line)?.[0];
    if (mark !== undefined) items.push([line.slice(mark.length)]);
    else items.at(-1)!.push(line.replace(indentation, ''));
  }
  return items;
}

/** The words of an item, and the blocks in it. */
function itemOf(lines: readonly string[], by: Rendering): readonly (Html | string)[] {
  const end = endWhere(lines, 1, (line) => line === '' || interrupting.test(line));
  return [...inline(lines.slice(0, end).join(' '), by), ...blocksOf(lines.slice(end), by)];
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));

/** These columns name tests: files of the source code. */
const columnsOfTests: readonly string[] = ['Test', 'Evidence'];

function tableOf([first, , ...lines]: readonly string[], by: Rendering): Html {
  const head = cellsOf(first!);
  const shown = head.flatMap((name, at) => (columnsOfTests.includes(name) ? [] : [at]));
  const [only] = shown;
  if (shown.length === 1)
    return ruleList(
      head[only!]!,
      lines.map((line) => cellsOf(line)[only!] ?? ''),
      by,
    );
  const cells = (line: string): Html[] => shown.map((at) => html`<td>${inline(cellsOf(line)[at] ?? '', by)}</td>`);
  return html`<div class="scroll"><table><thead><tr>${shown.map((at) => html`<th scope="col">${inline(head[at]!, by)}</th>`)}</tr></thead>
<tbody>${lines.map((line) => html`<tr>${cells(line)}</tr>`)}</tbody></table></div>`;
}

/** A table of rules whose other column names tests is a heading and a list. */
const ruleList = (title: string, rules: readonly string[], by: Rendering): Html =>
  html`${headingOf(3, title, by)}<ul class="rules">${rules.map((rule) => html`<li>${inline(sentence(rule), by)}</li>`)}</ul>`;

const sentence = (rule: string): string => (/[.!?:]$/.test(rule) ? rule : `${rule}.`);

const marked =
  /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|(?<![\w*])\*(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])|(?<picture>!?)\[(?<label>(?:[^\]\\]|\\.)+)\]\((?<target>[^)\s]+)\)/g;

function inline(text: string, by: Rendering): readonly (Html | string)[] {
  const pieces: (Html | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    pieces.push(text.slice(from, match.index), markOf(match.groups ?? {}, by));
    from = match.index + match[0].length;
  }
  return [...pieces, text.slice(from)];
}

function markOf({ code: written, strong, emphasis, picture, label, target }: Readonly<Record<string, string>>, by: Rendering): Html {
  if (written !== undefined) return codeName(written);
  if (strong !== undefined) return html`<strong>${inline(strong, by)}</strong>`;
  if (emphasis !== undefined) return html`<em>${inline(emphasis, by)}</em>`;
  return picture === '!' ? pictureOf(label!, target!, by) : linkOf(label!, target!, by);
}

function pictureOf(label: string, target: string, by: Rendering): Html {
  const found = by.linkTarget(target, label);
  return 'href' in found ? html`<img class="picture" src="${found.href}" alt="${label}">` : linkOf(label, target, by);
}

function linkOf(label: string, target: string, by: Rendering): Html {
  const found = by.linkTarget(target, label);
  if ('sourceFile' in found) return html`${inline(label, by)} (source code: ${codeName(found.sourceFile)})`;
  return html`<a href="${found.href}">${found.title ?? inline(label, by)}</a>`;
}
