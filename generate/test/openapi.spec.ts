import { isUnsupported, type Shapes } from '@open-banking/http';
import { faultsOf } from '@open-banking/messages';
import { documentBaseUrl, issuerHomes, operations, parametersOf, products, scopesNeeded } from '@open-banking/spec';
import { closedSchema } from '@open-banking/testing/closed-schema';
import { Type, type TSchema } from 'typebox';
import { handledOperations, type DocumentedHandler } from '../src/handlers.js';
import { mergedOpenApi, openApi } from '../src/openapi/document.js';
import { requestHeaders, typedSchema } from '../src/openapi/parameters.js';
import { removals } from '../src/openapi/removals.js';
import { documentedAnswers } from '../src/openapi/responses.js';
import { inPlainSchema, inPromise, inStorableText, withoutUnsupported } from '../src/openapi/schemas.js';

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
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
    schemas: Record<string, Json>;
    responses: Operation['responses'];
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, { readonly flows: Json }>;
  };
};

/** A schema of a document with all references inlined. Sentences about a component as a whole are left out. */
function inlined(schema: unknown, { components }: Document): unknown {
  const within = (value: unknown) => inlined(value, { components } as Document);
  if (Array.isArray(schema)) return schema.map(within);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...said } = schema as { $ref?: string };
  if (!$ref) return mapped(said, within);
  const { description: _, ...component } = components.schemas[$ref.split('/').at(-1)!]!;
  return { ...(within(component) as Json), ...said };
}

/** A schema as validation reads it, in keywords that foreign readers know. `change`: what a schema of this place says besides. */
function validating(schema: unknown, change = (one: Json): Json => one): unknown {
  const within = (value: unknown) => validating(value, change);
  if (Array.isArray(schema)) return schema.map(within);
  if (typeof schema !== 'object' || schema === null) return schema;
  const here = change(schema as Json);
  const whole = Object.entries({ ...here, ...inPlainSchema(here) }).filter(([key, value]) => !(key === 'x-discloses' && value === 'none'));
  return Object.fromEntries(whole.map(([key, value]) => [key, within(value)]));
}

/** The keywords of validating schemas that the document does not have, as `removals` lists them: `AccountReference oneOf`. */
const missing = new Set<string>();

/**
 * A validating schema as far as the document has its keywords; the others are added to `missing`. `isOpen`: whether objects are written
 * open.
 */
function documented(schema: unknown, written: unknown, { name, isOpen = false }: { name?: string; isOpen?: boolean } = {}): unknown {
  if (Array.isArray(schema)) return schema.map((one, at) => documented(one, (written as unknown[] | undefined)?.[at], { isOpen }));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id = name ?? '*', ...keywords } = schema as Json;
  const other = (written ?? {}) as Json;
  const kept = Object.entries(keywords).filter(([key, value]) => {
    if (key in other || written === undefined || (isOpen && key === 'additionalProperties')) return true;
    missing.add(`${String($id)} ${key}${key === 'format' ? ` ${String(value)}` : ''}`);
    // `closedSchema` puts formats back.
    return key === 'format' && other['x-format'] === value;
  });
  return Object.fromEntries(kept.map(([key, value]) => [key, documented(value, other[key], { isOpen })]));
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
  const operationsIn = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );

  it('contain exactly the operations of the table at their paths, each of its product, and one document all of them', () => {
    const all = operations.map(({ id, method, path }) => `${id} ${method} ${path}`).sort();
    expect(documents.flatMap(operationsIn).sort()).toEqual(all);
    expect(operationsIn(mergedOpenApi(handled) as Document).sort()).toEqual(all);
  });

  it('are not merged where two products call different schemas by one name', () => {
    const [listed, other] = [handled.get('listCards')!, handled.get('readAccount')!];
    const answers = Type.Object({ amount: Type.Number({ description: 'Another form of an amount.' }) }, { $id: 'Amount' });
    const changed = new Map([...handled, ['listCards', { ...listed, shapes: { ...listed.shapes, answers } as Shapes }]]);
    const both = [listed.row, other.row];
    expect(() => mergedOpenApi(handled, both)).not.toThrow();
    expect(() => mergedOpenApi(changed, both)).toThrow('Two schemas are called Amount');
    for (const row of both) expect(() => mergedOpenApi(changed, [row])).not.toThrow();
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

  it('describe bodies and parameters with the validating schemas, responses open, except for what is listed as removed', () => {
    for (const { document, operation, shapes, row } of each()) {
      const asked = inlined(operation.requestBody?.content['application/json']?.schema, document);
      const askedBody = validating(shapes.body, (schema) => inStorableText(withoutUnsupported(schema)));
      expect(closedSchema(asked)).toEqual(documented(askedBody, asked));
      for (const [status, schema] of documentedAnswers(row, shapes)) {
        const answered = inlined(operation.responses[status]!.content?.['application/json']?.schema, document);
        const answer = validating(schema ?? undefined, (one) => inPromise(withoutUnsupported(one)));
        expect(closedSchema(answered)).toEqual(documented(answer, answered, { isOpen: true }));
      }
      const { properties = {} } = (shapes.query ?? {}) as { properties?: Json };
      for (const { name, in: place, schema } of operation.parameters) {
        if (place !== 'query') continue;
        const written = inlined(schema, document);
        const query = validating(typedSchema(properties[name] as object), inStorableText);
        expect([name, closedSchema(written)]).toEqual([name, documented(query, written, { name })]);
      }
    }
    for (const { components } of documents)
      for (const { name, schema } of Object.values(components.parameters))
        expect([name, closedSchema(schema)]).toEqual([name, documented(requestHeaders[name]!.schema, schema, { name })]);
    const listed = removals.map(({ schema, keyword, value }) => [schema, keyword, value].filter(Boolean).join(' '));
    expect([...missing].sort()).toEqual(listed.sort());
  });

  it('say in words what was removed, where its reason is not a format', () => {
    const sentences = removals.flatMap(({ schema, keyword, stated }) => (stated === undefined ? [] : [{ schema, keyword, stated }]));
    expect(sentences.length).toBeGreaterThan(4);
    for (const { schema, keyword, stated } of sentences) {
      const places = documents.flatMap(({ components, paths }) => [
        ...[schema, `${schema}InRequest`].map((name) => components.schemas[name]?.['description']),
        components.parameters[schema]?.description,
        ...Object.values(paths).flatMap((methods) =>
          Object.values(methods).flatMap(({ parameters }) =>
            parameters.filter(({ name }) => name === schema).map(({ description }) => description),
          ),
        ),
      ]);
      // A parameter that one operation does not support may be supported by another.
      const descriptions = places.filter(
        (text) => text !== undefined && (keyword !== 'not' || isUnsupported({ description: String(text) })),
      );
      expect([schema, descriptions.length]).not.toEqual([schema, 0]);
      for (const description of descriptions) expect(description).toContain(stated);
    }
  });

  it('describe exactly the query parameters of the validation schemas', () => {
    for (const { operation, shapes } of each()) {
      const { properties = {}, required = [] } = (shapes.query ?? {}) as { properties?: Json; required?: string[] };
      const shown = operation.parameters.filter((parameter) => parameter.in === 'query');
      expect(shown.map(({ name }) => name)).toEqual(Object.keys(properties));
      const needed = shown.filter((parameter) => parameter.required).map(({ name }) => name);
      expect(needed.sort()).toEqual([...required].sort());
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
      const used = operation.security.flatMap((one) => Object.entries(one as Record<string, [string]>));
      expect(used.map(([, [scope]]) => scope)).toEqual(row.token ? scopesNeeded(row.token) : []);
      for (const [scheme, [scope]] of used) {
        const home = `${documentBaseUrl}${issuerHomes[row.token!.issuer].path}`;
        const named = { tokenUrl: `${home}/token`, scopes: { [scope]: expect.any(String) as string } };
        const ofCustomer = { ...named, authorizationUrl: `${home}/authorize`, refreshUrl: `${home}/token` };
        // Importers take the first flow of a scheme with all its scopes.
        expect(document.components.securitySchemes[scheme]!.flows).toEqual(
          scope === row.token!.customerScope ? { authorizationCode: ofCustomer } : { clientCredentials: named },
        );
      }
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
});
