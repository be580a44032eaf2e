import { limits, operations, products, type LimitClass, type Operation, type Product, scopesNeeded, type Token } from '@open-banking/spec';
import { page, table, type GeneratedFile } from '../generated-file.js';

const windowsOf = (name: LimitClass): string =>
  Object.entries(limits[name])
    .map(([window, admitted]) => `${admitted.toLocaleString('en')}/${window}`)
    .join(', ');

const kinds: Record<Token['kind'], string> = {
  client: "the client's own",
  customer: "a customer's",
  either: "the client's own or a customer's",
};

function tokenOf({ token }: Operation): string {
  if (!token) return 'none';
  const scopes = scopesNeeded(token).map((scope) => `\`${scope}\``);
  return `${kinds[token.kind]}, of issuer ${token.issuer}, scope ${scopes.join(' or ')}${token.role ? `, role ${token.role}` : ''}`;
}

const permissionOf = ({ permission, of }: Operation): string => (permission ? `${permission}${of ? ` of ${of}` : ''}` : '');

const ofProduct = ({ product }: { readonly product: Product }): string[] => [
  '',
  `## ${product.title}`,
  '',
  `Version ${product.version}, ${product.plan}${product.planVersion === undefined ? '' : ` ${product.planVersion}`}, tier ${product.tier}, ${product.given}. Service: \`apps/${product.service}\`. [OpenAPI 3.1](openapi/${product.id}.json), [3.0](openapi/${product.id}-3.0.json)`,
  '',
  ...table(
    ['Operation', '', 'Path', 'Token', 'Permission', 'Limits'],
    operations
      .filter((row) => row.product === product.id)
      .map((row) => [row.id, row.method, `\`${row.path}\``, tokenOf(row), permissionOf(row), row.limits]),
  ),
];

const used = [...new Set(operations.map((row) => row.limits))];

export const operationsPage = (): GeneratedFile =>
  page('docs/operations.md', 'the table (libs/spec)', [
    '# Operations',
    '',
    `The ${operations.length} operations, by product. The name of an operation is the same in the table, the logs, the metrics, \`PLAN_FILE\` and OpenAPI.`,
    'A permission is what the consent must cover, named by `Consent-ID`. ' +
      'All of them in one document: [OpenAPI 3.1](openapi/open-banking.json), [3.0](openapi/open-banking-3.0.json).',
    ...products.flatMap(ofProduct),
    '',
    '## Limits',
    '',
    'Per client and operation (metadata: per address), in windows aligned to Unix time; all windows must have room, and a refusal uses up nothing.',
    '',
    ...table(
      ['Name', 'Requests admitted'],
      used.map((name) => [name, windowsOf(name)]),
    ),
    '',
    "The bank's pages are limited per address too, and signing in there besides, over all pages of a service together.",
    '',
    ...table(
      ['Name', 'Requests admitted'],
      (['page', 'signIn'] as const).map((name) => [name, windowsOf(name)]),
    ),
  ]);
