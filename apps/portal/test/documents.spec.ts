import { html } from '@open-banking/pages';
import { addressOfFile, linkTarget } from '../src/documents/document-links.js';
import { listDocuments } from '../src/documents/document-list.js';
import { documentText, fileNamesIn } from '../src/documents/document-text.js';
import { renderMarkdown, type LinkTarget } from '../src/documents/markdown.js';
import { markdownCopy } from '../src/visit/markdown-copy.js';

const shown = (markdown: string, document = 'CHANGELOG.md'): string =>
  html`${renderMarkdown(markdown, (target, label) => linkTarget(document, target, label))}`.text;

const markdownIn = (folder: string): string[] => fileNamesIn(folder, '.md').map((name) => `${folder}/${name}`);
/** Every document that the portal shows. */
const documents = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/collection/README.md',
  'docs/ports/README.md',
  ...['docs', 'docs/guides', 'docs/decisions'].flatMap(markdownIn),
];

describe('a document as a page', () => {
  it('has headings, paragraphs, lists, tables and code', () => {
    expect(shown('# One\n\nText with `a < b`.\n\n## Two\n- first\n- *second*')).toBe(
      '<h1>One</h1><p>Text with <code>a &lt; b</code>.</p><h2 id="two">Two</h2><ul><li>first</li><li><em>second</em></li></ul>',
    );
    const table = shown('| `What` | Why | Test |\n|---|---|---|\n| it holds | a rule | [a test](apps/a.spec.ts) |');
    expect(table).toContain('<th scope="col"><code>What</code></th>');
    expect(table).toContain('<td>it holds</td>');
    expect(table).not.toContain('a test');
  });

  it('has a heading and a list of sentences for a table of rules whose other column names tests', () => {
    expect(shown('| Rules for `a` | Test |\n|---|---|\n| it holds | [a test](apps/a.spec.ts) |\n| It ends. | [b](apps/b.spec.ts) |')).toBe(
      '<h3 id="rules-for-a">Rules for <code>a</code></h3><ul class="rules"><li>it holds.</li><li>It ends.</li></ul>',
    );
  });

  it('has lists in lists, and code in the steps of a list', () => {
    expect(shown('1. one\n\n   ```sh\n   run\n     it\n   ```\n2. two\n   goes on\n   - below\n     it')).toBe(
      '<ol><li>one<pre tabindex="0"><code>run\n  it</code></pre></li><li>two goes on<ul><li>below it</li></ul></li></ol>',
    );
  });

  it('has code that is indented, and not the line of a paragraph that is', () => {
    expect(shown('Run:\n\n    one\n      two\n\nText\n    goes on')).toBe(
      '<p>Run:</p><pre tabindex="0"><code>one\n  two</code></pre><p>Text     goes on</p>',
    );
  });

  it('shows a picture, whose address is that of a page of the portal', () => {
    expect(shown('![The view](pictures/view-light.png)', 'docs/your-bank.md')).toBe(
      '<p><img class="picture" src="/docs/pictures/view-light.png" alt="The view"></p>',
    );
  });

  it('gives two headings of the same words two anchors', () => {
    expect(shown('## New\n\n## New')).toBe('<h2 id="new">New</h2><h2 id="new-1">New</h2>');
  });

  it('links to the portal and the web, with the title of a document where its file is named', () => {
    expect(shown('[errors](docs/errors.md#oauth-endpoints), [SemVer](https://semver.org), ([docs/versions.md](docs/versions.md))')).toBe(
      '<p><a href="/errors#oauth-endpoints">errors</a>, <a href="https://semver.org">SemVer</a>, (<a href="/versions">Versions</a>)</p>',
    );
    expect(shown('[payments](payments.md#payment-flow) [below](#here) [core.json](ports/core.json)', 'docs/reading.md')).toBe(
      '<p><a href="/docs/payments#payment-flow">payments</a> <a href="#here">below</a> <a href="/docs/ports/core.json">core.json</a></p>',
    );
  });

  it('names the file of a link into the source code, which no visitor can open', () => {
    expect(shown('[a test](../apps/a.spec.ts)', 'docs/fapi.md')).toBe('<p>a test (source code: <code>apps/a.spec.ts</code>)</p>');
  });

  it.each(['javascript:alert', 'data:text/html,x', 'mailto:a@example.com'])('is not rendered with a link to %s', (target) => {
    expect(shown('[x](https://example.com)')).toContain('<a href="https://example.com">');
    expect(() => shown(`[x](${target})`)).toThrow(`CHANGELOG.md: a link to ${target} leads to no page`);
  });

  it('has no markup that the document brings', () => {
    expect(shown('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  });
});

describe('the documents of the portal', () => {
  const rendered = new Map<string, { readonly html: string; readonly links: readonly LinkTarget[] }>();
  beforeAll(() => {
    for (const document of documents) {
      const links: LinkTarget[] = [];
      const content = html`${renderMarkdown(documentText(document), (target, label) => {
        const link = linkTarget(document, target, label);
        links.push(link);
        return link;
      })}`;
      rendered.set(addressOfFile(document)!, { html: content.text, links });
    }
  });
  const links = () =>
    [...rendered].flatMap(([page, { links: all }]) => all.flatMap((link) => ('href' in link ? [{ page, href: link.href }] : [])));

  it('drop no link: each one is on its page', () => {
    expect(links().length).toBeGreaterThan(600);
    for (const [page, { html: text, links: all }] of rendered)
      expect([
        page,
        all.filter((link) => !text.replaceAll('<wbr>', '').includes('href' in link ? `="${link.href}"` : link.sourceFile)),
      ]).toEqual([page, []]);
  });

  // /reference and /errors are made from the table, and `/` is the front page: the crawl looks at those.
  it('have the heading that a link names', () => {
    const anchored = links().filter(({ href }) => href.includes('#') && !/^https?:/.test(href));
    const dead = anchored.filter(({ page, href }) => {
      const [path, anchor] = href.split('#');
      const target = rendered.get(path === '' ? page : path!);
      return target !== undefined && !/^\/(?:errors|reference)$/.test(path!) && !target.html.includes(`id="${anchor}"`);
    });
    expect(anchored.length).toBeGreaterThan(100);
    expect(dead).toEqual([]);
  });

  it('name no file of the source code where third parties read', () => {
    // The records of a conformance plan and of a check, which name the files that show them.
    const evidence = ['/docs/fapi', '/docs/clients'];
    const { thirdParties } = listDocuments();
    const guides = [...rendered.keys()].filter((page) => page.startsWith('/guides'));
    const pages = ['/changelog', '/collection', ...guides, ...thirdParties.map(({ address }) => address)];
    const sources = (page: string) => rendered.get(page)!.links.filter((link) => 'sourceFile' in link);
    expect(evidence.filter((page) => sources(page).length === 0)).toEqual([]);
    for (const page of pages.filter((one) => !evidence.includes(one))) expect([page, sources(page)]).toEqual([page, []]);
  });

  it('have no mark of Markdown left', () => {
    for (const [page, { html: text }] of rendered) {
      const prose = text.replaceAll(/<code>[^<]*<\/code>/g, '');
      expect([page, /\]\(|\*\*(?!\*)|```|(^|>)#+ |(^|>)- |\|---/m.exec(prose.replaceAll('******', ''))?.[0]]).toEqual([page, undefined]);
    }
  });
});

describe('a page as Markdown', () => {
  const copy = (markdown: string): string => markdownCopy(shown(markdown), 'https://bank.example');

  it('says what the page says, with links in full', () => {
    const markdown = [
      '# One',
      'Text with `a < b`, **strong** words and [errors](https://bank.example/errors.md#oauth).',
      '- first\n- second\n  - below',
      '| A | B |\n| --- | --- |\n| 1 \\| 2 | `x` |',
      '```\nrun\n```',
    ].join('\n\n');
    expect(copy(markdown.replace('https://bank.example/errors.md', 'docs/errors.md'))).toBe(
      `${markdown.replace('second\n', 'second\n  \n')}\n`,
    );
  });

  it('keeps the pictures of a document', () => {
    expect(markdownCopy(shown('Text ![The view](pictures/view-light.png)', 'docs/your-bank.md'), 'https://bank.example')).toBe(
      'Text ![The view](https://bank.example/docs/pictures/view-light.png)\n',
    );
  });

  it('leaves out forms and buttons, and keeps facts', () => {
    const page = html`<dl class="facts"><dt>Status</dt><dd><code>400</code></dd><dt>Text</dt><dd>a &amp; b</dd></dl><form><input name="x"><button>Go</button></form>`;
    expect(markdownCopy(page.text, '')).toBe('- **Status**: `400`\n- **Text**: a & b\n');
  });
});
