import { addressOfFile, titleOf } from './document-links.js';
import { documentText, fileNamesIn } from './document-text.js';

export interface ListedDocument {
  readonly title: string;
  readonly address: string;
}

/** Documents that third parties need. The others are about running and changing the bank's side. */
const forThirdParties: readonly string[] = [
  'amounts',
  'clients',
  'consents',
  'disclosure',
  'eligibility',
  'errors',
  'fapi',
  'http-libraries',
  'maintenance',
  'mandates',
  'mortgage-simulation',
  'notifications',
  'operations',
  'payments',
  'reading',
  'receipts',
  'registration',
  'scenarios',
  'security',
  'signed-requests',
  'versions',
];

const listed = (paths: readonly string[]): ListedDocument[] =>
  paths.map((path) => ({ title: titleOf(documentText(path)), address: addressOfFile(path)! }));

/** All documents, for third parties and for the bank, and the decisions behind them. */
export function listDocuments(): Readonly<Record<'thirdParties' | 'bank' | 'decisions', readonly ListedDocument[]>> {
  const names = fileNamesIn('docs', '.md').map((name) => name.slice(0, -'.md'.length));
  const pathOf = (name: string): string => `docs/${name}.md`;
  return {
    thirdParties: listed(names.filter((name) => forThirdParties.includes(name)).map(pathOf)),
    bank: listed([
      ...names.filter((name) => !forThirdParties.includes(name)).map(pathOf),
      'docs/ports/README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
    ]),
    decisions: listed(fileNamesIn('docs/decisions', '.md').map((name) => `docs/decisions/${name}`)),
  };
}
