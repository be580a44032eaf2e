import { isUnsupported, type Shapes } from '@open-banking/http';
import { faultsOf } from '@open-banking/messages';
import { operations, parametersOf, products, scopesNeeded } from '@open-banking/spec';
import { closedSchema } from '@open-banking/testing/closed-schema';
import { Type, type TSchema } from 'typebox';
import { handledOperations, type DocumentedHandler } from '../src/handlers.js';
import { openApi } from '../src/openapi/document.js';
import { typedSchema } from '../src/openapi/parameters.js';
import { documentedAnswers } from '../src/openapi/responses.js';
import { Components, inPlainSchema, inPromise, inStorableText, withoutUnsupported } from '../src/openapi/schemas.js';

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
  $ref?: string;
}
interface Operation {
  operationId: string;
  parameters: Parameter[];
  security: Json[];
  'x-limits': Json;
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; headers: Json; content?: Record<string, { schema: Json }> }>;
}
type Document = Json & {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Json;
    responses: Operation['responses'];
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, { readonly flows: Record<string, { readonly scopes: Record<string, string> }> }>;
  };
};

/**
 * A schema as validation reads it, and foreign readers: all references inlined, without names. `change`: what a schema of this place says
 * besides.
 */
function inlined(schema: unknown, { components }: Document, change = (one: Json): Json => one): unknown {
  const within = (value: unknown) => inlined(value, { components } as Document, change);
  if (Array.isArray(schema)) return schema.map(within);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...said } = schema as { $ref?: string };
  if ($ref) return { ...(within(components.schemas[$ref.split('/').at(-1)!]) as Json), ...said };
  const here = change(schema as Json);
  return Object.fromEntries(
    Object.entries({ ...here, ...inPlainSchema(here) })
      .filter(([key, value]) => key !== '$id' && !(key === 'x-discloses' && value === 'none'))
      .map(([key, value]) => [key, within(value)]),
  );
}

const mapped = (of: Json, how: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, how(value)]));

let handled: Map<string, DocumentedHandler>;
let documents: Document[];
const each = function* (): Generator<{ document: Document; operation: Operation; shapes: Shapes; row: DocumentedHandler['row'] }> {
  for (const document of documents) {
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
      yield { document, operation, ...handled.get(operation.operationId)! };
  }
};

beforeAll(async () => {
  handled = await handledOperations();
  documents = products.map(({ product }) => openApi(product, handled) as Document);
});

describe('the OpenAPI documents', () => {
  it('contain exactly the operations of the table at their paths', () => {
    const written = documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
      ),
    );
    expect(written.sort()).toEqual(operations.map(({ id, method, path }) => `${id} ${method} ${path}`).sort());
  });

  it('name an operation that is going to end as deprecated, with its last day and headers, and no other', () => {
    const [listed, read] = [handled.get('listCards')!, handled.get('readCard')!];
    const ending = { ...listed, row: { ...listed.row, deprecated: { since: '2027-01-01', lastDay: '2027-07-31' } } };
    const { product } = products.find((one) => one.product.id === 'cards')!;
    const { paths } = openApi(product, new Map([...handled, ['listCards', ending]])) as Document;
    const one = paths[listed.row.path]!['get']!;
    expect(one).toMatchObject({ deprecated: true, 'x-sunset': '2027-07-31' });
    expect(Object.keys(one.responses['200']!.headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
    const other = paths[read.row.path]!['get']!;
    expect(other).not.toHaveProperty('deprecated');
    expect(Object.keys(other.responses['200']!.headers)).not.toContain('Sunset');
  });

  it('describe request and response bodies with the validation schemas, those of responses open', () => {
    for (const { document, operation, shapes, row } of each()) {
      expect(inlined(operation.requestBody?.content['application/json']?.schema, document)).toEqual(
        inlined(shapes.body, document, (schema) => inStorableText(withoutUnsupported(schema))),
      );
      for (const [status, schema] of documentedAnswers(row, shapes)) {
        expect(closedSchema(inlined(operation.responses[status]!.content?.['application/json']?.schema, document))).toEqual(
          inlined(schema ?? undefined, document, (one) => inPromise(withoutUnsupported(one))),
        );
      }
    }
  });

  it('describe exactly the query parameters of the validation schemas', () => {
    for (const { document, operation, shapes } of each()) {
      const { properties = {}, required = [] } = (shapes.query ?? {}) as { properties?: Json; required?: string[] };
      const shown = operation.parameters.filter((parameter) => parameter.in === 'query');
      expect(Object.fromEntries(shown.map(({ name, schema }) => [name, inlined(schema, document)]))).toEqual(
        mapped(properties, (schema) =>
          isUnsupported(schema as object) ? { type: 'string', not: {} } : inlined(typedSchema(schema as object), document, inStorableText),
        ),
      );
      expect(
        shown
          .filter((parameter) => parameter.required)
          .map(({ name }) => name)
          .sort(),
      ).toEqual([...required].sort());
    }
  });

  it('describe numbers and booleans of the query as such, with exactly the values that the bank accepts', () => {
    const described = new Map<string, Json[]>();
    for (const { operation, shapes } of each()) {
      for (const { name, schema } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        const one = (shapes.query as { properties: Record<string, TSchema> }).properties[name]!;
        const query = Type.Object({ [name]: one });
        const accepts = (text: string) => faultsOf(query, { [name]: text }, 'query').length === 0;
        if (!['integer', 'boolean'].includes(schema['type'] as string)) {
          expect(['0', '1', 'true', 'false'].filter((text) => schema['enum'] !== undefined && accepts(text))).toEqual([]);
          continue;
        }
        described.set(name, [...(described.get(name) ?? []), schema]);
        expect(['', ' 1', '+1', '01', '1.0', '1e2', 'True', 'yes'].filter(accepts)).toEqual([]);
        const tried = [...Array.from({ length: 1_002 }, (_, n) => n - 1), true, false];
        expect(tried.filter((value) => accepts(String(value)))).toEqual(
          tried.filter((value) => faultsOf(schema as unknown as TSchema, value).length === 0),
        );
      }
    }
    expect([...described.keys()].sort()).toEqual(['deltaList', 'limit', 'withBalance']);
    expect(described.get('limit')).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'integer', minimum: 1, maximum: 500 })]),
    );
    expect(described.get('withBalance')).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'boolean' })]));
  });

  it('list every path parameter and the headers of the operation', () => {
    for (const { document, operation, row } of each()) {
      expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(parametersOf(row.path));
      const headers = operation.parameters.flatMap(({ $ref }) => ($ref ? [document.components.parameters[$ref.split('/').at(-1)!]!] : []));
      expect(headers.filter(({ required }) => required).map(({ name }) => name)).toEqual(
        row.kind === 'metadata' ? [] : ['X-Request-ID', ...(row.token?.consent ? ['Consent-ID'] : [])],
      );
    }
  });

  it('list the required token, the limits and the error responses', () => {
    for (const { document, operation, row } of each()) {
      expect(operation.security).toEqual(row.token ? scopesNeeded(row.token).map((scope) => ({ [row.token!.issuer]: [scope] })) : []);
      for (const [issuer, scopes] of operation.security.flatMap((one) => Object.entries(one as Record<string, string[]>)))
        expect(Object.values(document.components.securitySchemes[issuer]!.flows).flatMap((flow) => Object.keys(flow.scopes))).toEqual(
          expect.arrayContaining(scopes),
        );
      expect(operation['x-limits']).toMatchObject({ class: row.limits, per: row.token ? 'client' : 'address' });
      const refusals = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
      expect(refusals).toEqual(expect.arrayContaining(['400', '406', '429', '500', '503', ...(row.token ? ['401'] : [])]));
      expect(document.components.responses[operation.responses['429']!.$ref!.split('/').at(-1)!]!.headers).toHaveProperty(['Retry-After']);
    }
  });

  it('contain the targets of all their references', () => {
    for (const document of documents) {
      for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        expect(reference!.split('/').reduce<unknown>((at, name) => (at as Json)?.[name], document)).toBeDefined();
      }
    }
  });

  it('have one schema per name', () => {
    const components = new Components();
    const thing = (a: TSchema, options = {}) => Type.Object({ a }, { $id: 'Thing', ...options });
    components.inAnswer(thing(Type.String()));
    expect(() => components.inAnswer(thing(Type.Number()))).toThrow('Two schemas are called Thing');
    expect(components.inAnswer(thing(Type.String(), { description: 'Another use of it.' }))).toEqual({
      $ref: '#/components/schemas/Thing',
      description: 'Another use of it.',
    });
  });

  it('name a schema apart in requests if responses have it too', () => {
    const Thing = Type.Object({ a: Type.String() }, { $id: 'Thing', additionalProperties: false });
    const components = new Components([Type.Array(Thing)]);
    expect(components.inRequest(Type.Object({ thing: Thing }))).toMatchObject({
      properties: { thing: { $ref: '#/components/schemas/ThingInRequest' } },
    });
    expect(components.inAnswer(Thing)).toEqual({ $ref: '#/components/schemas/Thing' });
    expect(components.schemas).toMatchObject({ ThingInRequest: { additionalProperties: false } });
    expect(components.schemas['Thing']).not.toHaveProperty('additionalProperties');
  });

  it('say of each text of a request that it has no U+0000, and of texts that must say something that blanks do not', () => {
    const components = new Components();
    const texts = ['a', ' ', ' a\nb', 'a\u0000b', '\u0000', ''];
    const accepted = (schema: TSchema) =>
      texts.filter((text) => faultsOf(components.inRequest(schema) as unknown as TSchema, text).length === 0);
    expect(accepted(Type.String())).toEqual(['a', ' ', ' a\nb', '']);
    expect(accepted(Type.String({ pattern: '\\S' }))).toEqual(['a', ' a\nb']);
    expect(accepted(Type.String({ pattern: '^a' }))).toEqual(['a', 'a\u0000b']);
    expect(components.inAnswer(Type.String())).toEqual({ type: 'string' });
  });

  it('say of a line in a request which characters it cannot have, and promise nothing of it in an answer', () => {
    const components = new Components();
    const texts = ['Dana', 'דנה\u200f', ' ', '\u200e', 'Da\nna', 'Da\u202ena', 'Da\u200bna', 'Da\u2028na', 'Da\u0007na'];
    const accepted = (format: string) => {
      const { format: _, ...plain } = components.inRequest(Type.String({ format }));
      return texts.filter((text) => faultsOf(plain as unknown as TSchema, text).length === 0);
    };
    expect([accepted('line'), accepted('identification')]).toEqual([['Dana', 'דנה\u200f'], ['Dana']]);
    expect(components.inAnswer(Type.String({ format: 'line', pattern: '\\S' }))).toEqual({ type: 'string', pattern: '\\S' });
  });
});
