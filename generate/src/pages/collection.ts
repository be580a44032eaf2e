import { operations, products, simulationClient, type Operation, type Product } from '@open-banking/spec';
import { examplesOf, pathExamples } from '../openapi/examples.js';
import type { GeneratedFile } from '../generated-file.js';

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, (first) => first.toLowerCase());

/** The variable with the token that an operation takes. */
function tokenVariable({ token }: Operation): string | undefined {
  if (!token) return undefined;
  if (token.kind === 'customer') return 'customerToken';
  return token.clientScope === simulationClient.clientScope ? 'loanServicesToken' : `${token.issuer}Token`;
}

const meanings: Readonly<Record<string, string>> = {
  customerToken: "the customer's token of the consents issuer, scope AIS:<consentId>",
  consentsToken: "the client's own token of the consents issuer, scope AIS",
  paymentsToken: "the client's own token of the payments issuer, scope PIS",
  mandatesToken: "the client's own token of the mandates issuer, scope MANDATE",
  loanServicesToken: "the client's own token of the consents issuer, scope loan-services",
  consentId: 'the consent that the customer has approved',
  dateFrom: 'the first day of the period, YYYY-MM-DD',
};

/** The query of the example. Its days are those of the day on which the example was made. */
const exampleQuery = (path: string): string =>
  [...new URL(path, 'http://bank').searchParams]
    .map(([name, value]) => `${name}=${name === 'dateFrom' ? '{{dateFrom}}' : encodeURIComponent(value)}`)
    .filter((pair) => !pair.startsWith('dateTo='))
    .join('&');

function call(row: Operation): string {
  const { success } = examplesOf(row);
  const { path, headers, body } = success.request;
  const values = pathExamples(row, examplesOf(row));
  // A payment product is a word of the bank's, not an id that only a response contains.
  const place = row.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    name === 'payment-product' ? values[name]! : `{{${camel(name)}}}`,
  );
  const query = exampleQuery(path);
  const token = tokenVariable(row);
  return [
    `### ${row.id}`,
    `${row.method} {{baseUrl}}${place}${query === '' ? '' : `?${query}`}`,
    ...(token === undefined ? [] : [`Authorization: Bearer {{${token}}}`]),
    ...('X-Request-ID' in headers ? ['X-Request-ID: {{$guid}}'] : []),
    ...('Consent-ID' in headers ? ['Consent-ID: {{consentId}}'] : []),
    ...('PSU-IP-Address' in headers ? ['PSU-IP-Address: 192.0.2.10'] : []),
    'Accept: application/json',
    ...(body === undefined ? [] : ['Content-Type: application/json', '', JSON.stringify(body, null, 2)]),
  ].join('\n');
}

function collection(product: Product): GeneratedFile {
  const calls = operations.filter((row) => row.product === product.id).map(call);
  const used = new Set([...calls.join('\n').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!));
  const variables = [...used].map((name) => {
    if (name === 'baseUrl') return '@baseUrl = http://127.0.0.1:8080';
    return `# ${meanings[name] ?? 'an id that an answer of the bank has'}\n@${name} = `;
  });
  return {
    path: `docs/collection/${product.id}.http`,
    content: `# Written by \`npm run generate\` from the table (libs/spec) and docs/openapi/examples. Change that, not this.
# ${product.title}

${variables.join('\n')}

${calls.join('\n\n')}
`,
  };
}

/** All operations as files of calls that editors send, with the examples of the documents. */
export const collectionFiles = (): GeneratedFile[] => products.map(({ product }) => collection(product));
