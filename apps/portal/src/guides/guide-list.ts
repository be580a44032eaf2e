import { sitePages } from '@open-banking/spec';
import { titleOf } from '../documents/document-links.js';
import type { ListedDocument } from '../documents/document-list.js';
import { documentText, fileNamesIn } from '../documents/document-text.js';

export const guidesIndex = 'README.md';
export const guidePath = (guide: string): string => sitePages.showGuide.path.replace('{guide}', guide);

/** The names of the guides, without that of their list. */
export const guideNames = (): string[] =>
  fileNamesIn('docs/guides', '.md')
    .filter((name) => name !== guidesIndex)
    .map((name) => name.slice(0, -'.md'.length));

/** The guides with their titles. */
export const listGuides = (): ListedDocument[] =>
  guideNames().map((guide) => ({ title: titleOf(documentText(`docs/guides/${guide}.md`)), address: guidePath(guide) }));
