import { posix } from 'node:path';
import { downloadPages, sitePages } from '@open-banking/spec';
import { documentText } from './document-text.js';
import type { LinkTarget } from './markdown.js';

/** Pages with an address of their own, by their document. */
const ownAddresses: Readonly<Record<string, string>> = {
  'CHANGELOG.md': sitePages.showChangelog.path,
  'README.md': sitePages.showHome.path,
  'client/README.md': sitePages.showGuide.path.replace('{guide}', 'package'),
  'docs/collection': downloadPages.showCollection.path,
  'docs/collection/README.md': downloadPages.showCollection.path,
  'docs/errors.md': sitePages.showErrors.path,
  'docs/guides/README.md': sitePages.showGuides.path,
  'docs/openapi': downloadPages.showCollection.path,
  'docs/operations.md': sitePages.showReference.path,
  'docs/ports/README.md': '/docs/ports',
  'docs/reading.md': sitePages.showReading.path,
  'docs/versions.md': sitePages.showVersions.path,
};

/** Addresses of the repository's other files that the portal serves. */
const servedFiles: readonly (readonly [file: RegExp, address: string])[] = [
  [/^docs\/guides\/(?:programs\/)?([^/]+?)(?:\.md)?$/, '/guides/$1'],
  [/^docs\/clients\/([^/]+)$/, '/guides/$1'],
  [/^docs\/collection\/([^/]+\.http)$/, '/collection/$1'],
  [/^docs\/postman\/([^/]+\.json)$/, '/postman/$1'],
  [/^docs\/openapi\/([^/]+\.json)$/, '/openapi/$1'],
  [/^docs\/pictures\/([^/]+\.png)$/, '/docs/pictures/$1'],
  [/^docs\/ports\/([^/]+\.json)$/, '/docs/ports/$1'],
  [/^docs\/decisions\/([^/]+)\.md$/, '/docs/decisions/$1'],
  [/^docs\/([^/]+)\.md$/, '/docs/$1'],
  [/^docs\/([^/]+\.mjs)$/, '/docs/$1'],
  [/^(CONTRIBUTING|SECURITY)\.md$/, '/docs/$1'],
];

/** The portal's address of a file of the repository; undefined if the portal does not serve it. */
export function addressOfFile(path: string): string | undefined {
  const own = ownAddresses[path];
  if (own !== undefined) return own;
  const served = servedFiles.find(([file]) => file.test(path));
  return served && path.replace(...served);
}

/** The title of a document: its first heading. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/**
 * The target of a link in `document`, a path from the repository's root. Throws for an address that is neither on the web nor a path of the
 * repository.
 */
export function linkTarget(document: string, target: string, label: string): LinkTarget {
  if (/^https?:\/\//.test(target) || target.startsWith('#')) return { href: target };
  if (/^[a-z][a-z+.-]*:/i.test(target)) throw new Error(`${document}: a link to ${target} leads to no page`);
  const [file = '', anchor] = target.split('#');
  const path = posix.join(posix.dirname(document), file).replace(/\/$/, '');
  const address = addressOfFile(path);
  if (address === undefined) return { sourceFile: path };
  // The front page stands for the README, and has none of its headings.
  const isWhole = anchor === undefined || address === sitePages.showHome.path;
  return { href: isWhole ? address : `${address}#${anchor}`, title: titleOfLink(path, label) };
}

/** A visitor has no repository: words that name a file of it are replaced by the document's title, or the file's name alone. */
function titleOfLink(path: string, label: string): string | undefined {
  if (!/^[\w./-]+\.(?:md|json|mjs)$/.test(label)) return undefined;
  return path.endsWith('.md') ? titleOf(documentText(path)) : posix.basename(path);
}
