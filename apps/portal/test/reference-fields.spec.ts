import { html } from '@open-banking/pages';
import { products, sandboxRowsOf } from '@open-banking/spec';
import { codeName } from '../src/documents/code-spans.js';
import { openApiDocument, type OpenApiDocument, type Schema } from '../src/reference/openapi-documents.js';
import { fieldsOf, fieldTree, type FieldNode } from '../src/reference/schema-fields.js';
import { hasWords, typeInWords } from '../src/reference/type-words.js';
import { withColumnLabels } from '../src/visit/column-labels.js';

const documents = [...products.map(({ product }) => product.id), sandboxRowsOf('portal')[0]!.product];

/** Every schema of a document that has a pattern. */
function withPattern(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) return [];
  const below = Object.entries(part).flatMap(([name, value]) => (/^examples?$/.test(name) ? [] : withPattern(value)));
  return 'pattern' in part && typeof part.pattern === 'string' ? [part as Schema, ...below] : below;
}

describe('the type of a field', () => {
  it.each<[Schema, string]>([
    [{ type: 'string', 'x-format': 'iban' }, 'IBAN'],
    [{ type: 'string', 'x-format': 'currency' }, 'currency code (ISO 4217)'],
    [{ type: 'string', 'x-format': 'line', maxLength: 70, pattern: String.raw`^[^\u0000]*$` }, 'text, at most 70 characters'],
    [{ type: 'string', minLength: 2, maxLength: 8 }, 'text, 2 to 8 characters'],
    [{ type: 'integer', minimum: 1, maximum: 500 }, 'whole number, 1 to 500'],
    [{ type: 'integer', minimum: 0 }, 'whole number, at least 0'],
    [{ type: 'boolean' }, 'true or false'],
    [{ type: ['string', 'null'], format: 'date' }, 'date (YYYY-MM-DD)'],
  ])('of %j is "%s"', (schema, words) => {
    expect(typeInWords(schema)).toEqual({ words });
  });

  it('comes with its pattern, unless that is for programs alone', () => {
    const pattern = '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$';
    expect(typeInWords({ type: 'string', 'x-format': 'iban', pattern })).toEqual({ words: 'IBAN', pattern });
    expect(typeInWords({ type: 'string', 'x-format': 'line', pattern: String.raw`\S` })).toEqual({ words: 'text' });
  });

  // A header's description says its form: a place on a map, and the statuses of a notification.
  const saidElsewhere = /\[Gg\]|status=/;

  it.each(documents)('has words for every pattern of %s', (product) => {
    const found = withPattern(openApiDocument(product));
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((schema) => !hasWords(schema) && !saidElsewhere.test(schema.pattern!)).map(({ pattern }) => pattern)).toEqual([]);
    expect(hasWords({ type: 'string', pattern: '^new$' })).toBe(false);
  });
});

describe('the fields of a message', () => {
  const document = {
    paths: {},
    components: {
      schemas: {
        Amount: { type: 'object', required: ['amount'], properties: { amount: { type: 'string' }, currency: { type: 'string' } } },
        Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
      },
    },
  } as unknown as OpenApiDocument;
  const amount = { $ref: '#/components/schemas/Amount' };
  const shape = (nodes: readonly FieldNode[]): unknown =>
    Object.fromEntries(nodes.map(({ name, type, fields }) => [name, fields.length > 0 ? [type, shape(fields)] : type]));

  it('are a tree through references, lists and the parts of a schema', () => {
    const schema: Schema = {
      type: 'object',
      required: ['balances'],
      properties: {
        balances: { type: 'array', items: { type: 'object', properties: { of: amount } } },
        either: {
          oneOf: [
            { type: 'object', properties: { a: { type: 'string' } } },
            { type: 'object', properties: { b: { type: 'boolean' } } },
          ],
        },
        tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
      },
    };
    const tree = fieldTree(document, schema);
    expect(shape(tree)).toEqual({
      balances: ['list of objects', { of: ['object', { amount: 'text', currency: 'text' }] }],
      either: ['object', { a: 'text', b: 'true or false' }],
      tags: 'list of texts',
    });
    expect(tree.map(({ required, values }) => [required, values])).toEqual([
      [true, []],
      [false, []],
      [false, ['x', 'y']],
    ]);
    expect(fieldsOf(document, schema).map(({ name }) => name)).toEqual([
      ...['balances', 'balances[].of', 'balances[].of.amount', 'balances[].of.currency'],
      ...['either', 'either.a', 'either.b', 'tags'],
    ]);
  });

  it('end where a schema contains itself', () => {
    expect(shape(fieldTree(document, { $ref: '#/components/schemas/Node' }))).toEqual({ next: 'object' });
  });
});

describe('a name in code', () => {
  it('can be broken behind a separator, and before a capital letter of a very long word, and nowhere else', () => {
    expect(codeName('listAccounts').text).toBe('<code>listAccounts</code>');
    expect(codeName('/v1.7/accounts/{account-id}/balances').text).toBe(
      '<code>/<wbr>v1.<wbr>7/<wbr>accounts/<wbr>{account-id}/<wbr>balances</code>',
    );
    expect(codeName('originalTransactionInformationAndVopStatus').text).toMatch(/^<code>original<wbr>Transaction<wbr>/);
    expect(codeName('a'.repeat(60)).text).not.toContain('<wbr>');
  });
});

describe('a table on a phone', () => {
  it('has the title of its column with each cell', () => {
    const { text } = withColumnLabels(
      html`<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col"><code>a &amp; "b"</code></th></tr></thead><tbody><tr><td>x</td><td class="number">1</td></tr></tbody></table></div>`,
    );
    expect(text).toContain('<td data-label="Name">x</td><td data-label="a &amp; &quot;b&quot;" class="number">1</td>');
  });

  it('has none with one column, or outside a scrolling box', () => {
    const one = html`<div class="scroll"><table><thead><tr><th scope="col">Name</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table></div>`;
    expect(withColumnLabels(one)).toEqual(one);
    const bare = html`<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>x</td><td>y</td></tr></tbody></table>`;
    expect(withColumnLabels(bare)).toEqual(bare);
  });
});
