import { products, type Product } from '@open-banking/spec';
import type { GeneratedFile } from '../generated-file.js';
import { productCalls, variableMeanings, type CollectionCall } from './collection-calls.js';

function call({ row, path, query, headers, token, body }: CollectionCall): string {
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
  return [
    `### ${row.id}`,
    `${row.method} {{baseUrl}}${path}${pairs === '' ? '' : `?${pairs}`}`,
    ...(token === undefined ? [] : [`Authorization: Bearer {{${token}}}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', JSON.stringify(body, null, 2)]),
  ].join('\n');
}

/** httpyac reads `@name =` without a value as a request, and knows none of the variables behind it. */
const placeholder = (name: string): string =>
  name === 'dateFrom' ? 'YYYY-MM-DD' : `YOUR_${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`;

function collection(product: Product): GeneratedFile {
  const calls = productCalls(product.id).map(call);
  const used = new Set([...calls.join('\n').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!));
  const variables = [...used].map((name) => {
    if (name === 'baseUrl') return '@baseUrl = http://127.0.0.1:8080';
    return `# ${variableMeanings[name] ?? 'an id that an answer of the bank has'}\n@${name} = ${placeholder(name)}`;
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
