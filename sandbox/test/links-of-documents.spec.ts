import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headingAnchors } from './heading-anchors.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = ['*.md', 'docs/**/*.md', '*/README.md', 'libs/*/README.md', 'apps/*/README.md', 'apps/*/*/README.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

/** Links within the repository: the file, from the root, and the anchor. */
function markdownLinks(file: string): { readonly link: string; readonly target: string; readonly anchor: string | undefined }[] {
  return [...withoutCode(read(file)).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, path]) => !/^[a-z]+:/.test(path!))
    .map(([link, path, anchor]) => ({ link, target: path === '' ? file : normalize(join(dirname(file), path!)), anchor }));
}

describe('a link of the documents', () => {
  it('leads to a file that is there, and to a heading in it', () => {
    const links = documents.flatMap((file) => markdownLinks(file).map((link) => ({ file, ...link })));
    expect(links.length).toBeGreaterThan(1_000);
    const dead = links.filter(
      ({ target, anchor }) =>
        !existsSync(join(root, target)) || (anchor !== undefined && target.endsWith('.md') && !headingAnchors(read(target)).has(anchor)),
    );
    expect(dead.map(({ file, link }) => `${file} ${link}`)).toEqual([]);
  });
});
