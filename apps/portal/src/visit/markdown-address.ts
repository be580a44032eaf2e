import { downloadPages, markdownPages, sitePages } from '@open-banking/spec';

const lists: ReadonlySet<string> = new Set(Object.values(markdownPages).map(({ path }) => path));
const each = [sitePages.showOperation, sitePages.showGuide, sitePages.showError, downloadPages.showDocument, downloadPages.showDecision];
/** A name with a dot is a file to save, which has no copy. */
const patterns = each.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}$/, '[\\w-]+')}$`));

/** A path of the portal, with that of its Markdown copy where there is one; the anchor is kept. */
export function markdownAddress(address: string): string {
  const [path = '', ...anchor] = address.split(/(?=#)/);
  const copy = `${path}.md`;
  return lists.has(copy) || patterns.some((pattern) => pattern.test(path)) ? [copy, ...anchor].join('') : address;
}
