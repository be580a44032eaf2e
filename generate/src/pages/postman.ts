import { aisPis, operations, products, type Product } from '@open-banking/spec';
import { json, type GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { descriptionOf } from '../openapi/descriptions.js';
import { collectionCall, productCalls, tokenMeanings, variablesIn, type CollectionCall } from './collection-calls.js';
import { oauthFolder, oauthVariables } from './postman-oauth.js';
import { bearer, requestItem, script, type PostmanItem } from './postman-item.js';

type Handled = ReadonlyMap<string, DocumentedHandler>;

/** A tool that follows a link or repeats a call needs the id: the response has it. */
const takeVariables = ({ row }: CollectionCall): string[] =>
  variablesIn(row).map(
    ([variable, place]) =>
      `pm.environment.set('${variable}', pm.response.json()${place
        .split('.')
        .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
        .join('')});`,
  );

function operationItem(call: CollectionCall, handled: Handled, lines = takeVariables(call)): PostmanItem {
  const { row, path, query, headers, token, body } = call;
  return requestItem(row.id, {
    method: row.method,
    path,
    query,
    headers,
    description: descriptionOf(handled.get(row.id)!),
    auth: token === undefined ? { type: 'noauth' } : bearer(token),
    ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
    events: lines.length === 0 ? [] : [script('test', ['if (pm.response.code < 300) {', ...lines.map((line) => `  ${line}`), '}'])],
  });
}

/** Calls that create something come before those that need its id, and calls that end something last. */
const methods = ['POST', 'GET', 'PUT', 'DELETE'];

const { createConsent } = aisPis;

const folder = (product: Product, handled: Handled) => ({
  name: product.title,
  item: productCalls(product.id)
    .toSorted((a, b) => methods.indexOf(a.row.method) - methods.indexOf(b.row.method))
    // A list answers the ids that the calls below it need.
    .toSorted((a, b) => Number(variablesIn(b.row).length > 0) - Number(variablesIn(a.row).length > 0))
    // The consent of the folder OAuth is approved, and stays the one that other calls name.
    .map((call) => operationItem(call, handled, call.row.id === createConsent.id ? [] : takeVariables(call))),
});

/** Deleting the consent ends all reads: its product comes last. */
const inOrderOfRun = [...products].sort((a, b) => Number(a.product.id === 'ais-pis') - Number(b.product.id === 'ais-pis'));

const overview = `All operations, one folder a product, with the examples of the OpenAPI documents. Choose the environment that belongs to the collection, and send the requests of the folder "OAuth" in their order: they register a client, ask for its tokens and for a consent, and show the address at which a customer approves. The ids of later calls are taken from the responses.

\`X-Request-ID\` is new for each request. To repeat a write whose response was lost, send the X-Request-ID of the first attempt: it then takes effect once.

For the security profile \`baseline\` with a client secret. Other clients use the client package or the guides.`;

/** A status of 429 or 500 is no failure for runners of collections unless a test says so. */
const succeeds = script('test', [
  "pm.test('succeeds', () => {",
  '  pm.expect(pm.response.code, pm.response.text()).to.be.within(200, 299);',
  '});',
]);

const withDay = script('prerequest', [
  "if (!pm.environment.get('dateFrom')) {",
  "  pm.environment.set('dateFrom', new Date(Date.now() - 30 * 86400000).toISOString().slice(0, 10));",
  '}',
]);

/** https://schema.getpostman.com/json/collection/v2.1.0/collection.json */
const collectionFile = (handled: Handled) => ({
  info: {
    name: 'Open banking',
    description: overview,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  item: [
    oauthFolder(operationItem(collectionCall(createConsent), handled)),
    ...inOrderOfRun.map(({ product }) => folder(product, handled)),
  ],
  event: [withDay, succeeds],
});

/** Secrets are masked, and are not synchronised by default. */
const variable = (key: string, value = '', type: 'default' | 'secret' = 'default') => ({ key, value, type, enabled: true });

function environmentFile() {
  const ids = [...new Set(operations.flatMap((row) => variablesIn(row).map(([name]) => name)))];
  return {
    name: 'Open banking',
    values: [
      variable('baseUrl', 'http://127.0.0.1:8080'),
      ...oauthVariables.map(({ name, value, isSecret }) => variable(name, value, isSecret ? 'secret' : 'default')),
      ...Object.keys(tokenMeanings).map((name) => variable(name, '', 'secret')),
      ...ids.map((name) => variable(name)),
      variable('dateFrom'),
    ],
    _postman_variable_scope: 'environment',
  };
}

const file = (name: string, content: object): GeneratedFile =>
  json(`docs/postman/open-banking.postman_${name}.json`, 'the table (libs/spec) and docs/openapi/examples', content);

/** All operations as a Postman collection, format 2.1, with its environment. */
export const postmanFiles = (handled: Handled): GeneratedFile[] => [
  file('collection', collectionFile(handled)),
  file('environment', environmentFile()),
];
