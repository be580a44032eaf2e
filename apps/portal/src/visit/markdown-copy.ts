// Pages of the documentation as Markdown, made from the page itself: what a page says stands once.

import { markdownAddress } from './markdown-address.js';

interface Element {
  readonly tag: string;
  readonly attributes: string;
  readonly children: Node[];
}
type Node = Element | string;

const withoutEnd: readonly string[] = ['br', 'col', 'img', 'input', 'hr', 'wbr'];
/** Elements to act with, which say nothing, lists of links to other pages, and charts, which have a table beside them. */
const left: readonly string[] = ['button', 'form', 'input', 'img', 'nav', 'svg', 'wbr'];
const token = /<(?<end>\/?)(?<tag>[a-z]\w*)(?<attributes>[^>]*)>|(?<text>[^<]+)/g;
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const unescaped = (text: string): string => text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);

/** The elements of markup that `html` has written: attributes and texts are escaped, and every element but those `withoutEnd` ends. */
function elementsOf(markup: string): Element {
  const root: Element = { tag: 'main', attributes: '', children: [] };
  const open = [root];
  for (const { groups = {} } of markup.matchAll(token)) {
    const { end, tag, attributes = '', text } = groups;
    if (text !== undefined) open.at(-1)!.children.push(unescaped(text));
    else if (end === '/') open.pop();
    else {
      const element = { tag: tag!, attributes: unescaped(attributes), children: [] };
      open.at(-1)!.children.push(element);
      if (!withoutEnd.includes(tag!)) open.push(element);
    }
  }
  return root;
}

const plainText = (node: Node): string => (typeof node === 'string' ? node : node.children.map(plainText).join(''));
const attribute = ({ attributes }: Element, name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];

/** Writes links in full, as the copy is read away from the site. A link to a page that has a copy leads to the copy. */
class MarkdownCopy {
  constructor(private readonly site: string) {}

  blocks(nodes: readonly Node[]): string {
    const blocks: string[] = [];
    let line: Node[] = [];
    const endLine = () => {
      blocks.push(this.inline(line));
      line = [];
    };
    for (const node of nodes) {
      const block = typeof node === 'string' ? undefined : this.block(node);
      if (block === undefined) line.push(node);
      else {
        endLine();
        blocks.push(block);
      }
    }
    endLine();
    return blocks.filter((block) => block !== '').join('\n\n');
  }

  /** Undefined for what stands in a line. */
  private block(element: Element): string | undefined {
    const { tag, children } = element;
    if (/^h[1-4]$/.test(tag)) return `${'#'.repeat(Number(tag[1]))} ${this.inline(children)}`;
    if (tag === 'img') return undefined;
    if (left.includes(tag)) return '';
    return this.blockOfKind[tag]?.(element);
  }

  private readonly blockOfKind: Readonly<Record<string, (element: Element) => string>> = {
    p: ({ children }) => this.inline(children),
    summary: ({ children }) => `**${this.inline(children)}**`,
    pre: (element) => `\`\`\`\n${plainText(element)}\n\`\`\``,
    ul: (element) => this.items(element, () => '- '),
    ol: (element) => this.items(element, (at) => `${at + 1}. `),
    dl: (element) => this.facts(element),
    table: (element) => this.table(element),
    ...Object.fromEntries(['div', 'section', 'details', 'main'].map((tag) => [tag, ({ children }: Element) => this.blocks(children)])),
  };

  private items({ children }: Element, mark: (at: number) => string): string {
    const items = children.filter((child): child is Element => typeof child !== 'string');
    return items.map((item, at) => mark(at) + this.blocks(item.children).replaceAll('\n', '\n  ')).join('\n');
  }

  private facts({ children }: Element): string {
    const cells = children.filter((child): child is Element => typeof child !== 'string');
    return cells
      .map((cell) => (cell.tag === 'dt' ? `\n- **${this.inline(cell.children)}**: ` : this.inline(cell.children)))
      .join('')
      .trim();
  }

  private table(table: Element): string {
    const lines = descendants(table, 'tr').map((row) =>
      [...descendants(row, 'th'), ...descendants(row, 'td')].map((cell) => this.inline(cell.children).replaceAll('|', String.raw`\|`)),
    );
    const [head = []] = lines;
    return [head, head.map(() => '---'), ...lines.slice(1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  }

  private inline(nodes: readonly Node[]): string {
    return nodes
      .map((node) => (typeof node === 'string' ? node : this.mark(node)))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  private mark(element: Element): string {
    const { tag, children } = element;
    if (tag === 'img') return this.picture(element);
    if (left.includes(tag)) return '';
    const words = this.inline(children);
    const marks: Readonly<Record<string, string>> = { code: `\`${plainText(element)}\``, strong: `**${words}**`, em: `*${words}*` };
    const href = tag === 'a' ? attribute(element, 'href') : undefined;
    return href === undefined ? (marks[tag] ?? ` ${words} `) : `[${words}](${this.inFull(href)})`;
  }

  /** Those of a document: charts and logos are the developer's own. */
  private picture(element: Element): string {
    const isOfDocument = attribute(element, 'class') === 'picture';
    return isOfDocument ? `![${attribute(element, 'alt')}](${this.inFull(attribute(element, 'src')!)})` : '';
  }

  private inFull(address: string): string {
    const path = address.startsWith(`${this.site}/`) ? address.slice(this.site.length) : address;
    return path.startsWith('/') ? this.site + markdownAddress(path) : address;
  }
}

const descendants = (element: Element, tag: string): Element[] =>
  element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.tag === tag ? [child] : descendants(child, tag);
  });

/** The content of a page as Markdown. `site` is the portal's address, without a slash at its end. */
export const markdownCopy = (markup: string, site: string): string => `${new MarkdownCopy(site).blocks(elementsOf(markup).children)}\n`;
