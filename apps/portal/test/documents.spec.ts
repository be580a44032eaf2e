import { html } from '@open-banking/pages';
import { pageOfDocument } from '../src/documents/document-pages.service.js';
import { documentText } from '../src/documents/document-text.js';
import { renderMarkdown } from '../src/documents/markdown.js';

const shown = (markdown: string): string => html`${renderMarkdown(markdown, pageOfDocument)}`.text;

describe('a document as a page', () => {
  it('has headings, paragraphs, lists, tables and code', () => {
    expect(shown('# One\n\nText with `a < b`.\n\n## Two\n- first\n- second\n\n#### Three')).toBe(
      '<h1>One</h1><p>Text with <code>a &lt; b</code>.</p><h2>Two</h2><ul><li>first</li><li>second</li></ul><h4>Three</h4>',
    );
    const table = shown('| What | Test |\n|---|---|\n| it holds | [a test](../a.spec.ts) |');
    expect(table).toContain('<td>it holds</td>');
    expect(table).not.toContain('a test');
  });

  it('links to the portal and the web, and keeps the words of other links', () => {
    expect(shown('[errors](docs/errors.md), [SemVer](https://semver.org), [docs/fapi.md](docs/fapi.md)')).toBe(
      '<p><a href="/errors">errors</a>, <a href="https://semver.org">SemVer</a>, docs/fapi.md</p>',
    );
  });

  it('leaves out links into the repository that stand in brackets of their own', () => {
    expect(shown('One ([docs/fees.md](docs/fees.md#two)). Two ([docs/errors.md](docs/errors.md)).')).toBe(
      '<p>One. Two (<a href="/errors">docs/errors.md</a>).</p>',
    );
  });

  it('has no markup that the document brings, and no link that runs', () => {
    expect(shown('<script>alert(1)</script> [x](javascript:alert) [y](data:text/html,z)')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; x y</p>',
    );
  });

  it.each(['CHANGELOG.md', 'docs/versions.md', 'docs/reading.md'])('leaves no mark of Markdown in %s', (path) => {
    const text = shown(documentText(path)).replaceAll(/<code>[^<]*<\/code>/g, '');
    expect(text).toContain('<h2>');
    expect(text).not.toMatch(/\]\(|\*\*|```|(^|>)#+ |(^|>)- |\|---/m);
  });
});
