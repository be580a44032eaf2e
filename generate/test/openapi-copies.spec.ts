import { readdirSync, readFileSync } from 'node:fs';
import { asOpenApi30, schemaIn30 } from '../src/openapi/openapi-3.0.js';
import { refuseUnsuitable, schemasIn, unsuitableIn } from '../src/openapi/suitability.js';

type Json = Record<string, unknown>;
interface Document extends Json {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Json>>;
}
const folder = new URL('../../docs/openapi/', import.meta.url);
const read = (name: string): Document => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Document;
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && !name.endsWith('-3.0.json'))
  .map((name) => name.slice(0, -'.json'.length));

const headed = (parts: Json = {}): Document => ({
  openapi: '3.1.1',
  info: { title: 'Any', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  servers: [{ url: 'http://127.0.0.1:8080' }],
  paths: {},
  components: {},
  ...parts,
});

describe('a document of OpenAPI 3.1 as one of 3.0.3', () => {
  it.each([
    [
      { type: ['string', 'null'], maxLength: 3 },
      { type: 'string', nullable: true, maxLength: 3 },
    ],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ type: 'null' }, { enum: [null], nullable: true }],
    [{ anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }, { anyOf: [{ type: 'string', enum: ['a'] }], nullable: true }],
    [
      { type: 'string', const: 'Accept', default: 'Accept' },
      { type: 'string', enum: ['Accept'], default: 'Accept' },
    ],
    [
      { type: 'integer', examples: [1, 2] },
      { type: 'integer', example: 1 },
    ],
    [
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ],
    [
      { type: 'number', exclusiveMinimum: 0, minimum: 1 },
      { type: 'number', minimum: 1 },
    ],
    [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A' }],
    [
      { $ref: '#/components/schemas/A', description: 'One.', examples: ['a'] },
      { allOf: [{ $ref: '#/components/schemas/A' }], description: 'One.', example: 'a' },
    ],
    [
      { type: 'object', patternProperties: { '^a': { type: 'string', const: 'a' } }, additionalProperties: false },
      { type: 'object', additionalProperties: { type: 'string', enum: ['a'] } },
    ],
    [
      { type: 'object', patternProperties: { '^a': { type: 'string' } } },
      { type: 'object', additionalProperties: true },
    ],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'array', items: { type: 'string', const: 'a' }, 'x-own': { const: 1 } },
      { type: 'array', items: { type: 'string', enum: ['a'] }, 'x-own': { const: 1 } },
    ],
    [
      { type: 'object', properties: { const: { type: 'string', const: 'a' }, closed: false } },
      { type: 'object', properties: { const: { type: 'string', enum: ['a'] }, closed: { not: {} } } },
    ],
  ])('writes the schema %j as %j', (schema, expected) => {
    expect(schemaIn30(schema)).toEqual(expected);
  });

  it('is refused for a keyword that 3.0.3 has in no form', () => {
    expect(() => schemaIn30({ type: 'object', properties: { a: { type: 'string' } } })).not.toThrow();
    for (const keyword of ['if', 'dependentRequired', 'propertyNames', 'prefixItems', 'unevaluatedProperties', '$defs'])
      expect(() => schemaIn30({ type: 'object', properties: { a: { [keyword]: {} } } })).toThrow(`no form of ${keyword}`);
    expect(() => asOpenApi30(headed({ webhooks: {} }))).toThrow('no webhooks');
  });

  it('leaves examples and extensions as they are, and the document that it is given', () => {
    const media = { schema: { type: 'string', const: 'a' }, examples: { one: { value: { schema: { const: 'a' } } } } };
    const given = headed({ paths: { '/a': { get: { 'x-own': { schema: { const: 1 } }, requestBody: { content: { json: media } } } } } });
    const before = JSON.stringify(given);
    const { openapi, info, paths } = asOpenApi30(given) as Document;
    expect(openapi).toBe('3.0.3');
    expect(info).toEqual({
      title: 'Any',
      version: '1',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    });
    expect(paths['/a']!['get']).toEqual({
      'x-own': { schema: { const: 1 } },
      requestBody: { content: { json: { ...media, schema: { type: 'string', enum: ['a'] } } } },
    });
    expect(JSON.stringify(given)).toBe(before);
  });

  it('lies beside each document, with the same operations and components', () => {
    expect(names).toEqual(expect.arrayContaining(['ais-pis', 'open-banking', 'sandbox']));
    for (const name of names) {
      const [document, copy] = [read(name), read(`${name}-3.0`)];
      expect([name, copy.openapi]).toEqual([name, '3.0.3']);
      const outline = ({ paths, components }: Document) => [
        Object.entries(paths).map(([path, methods]) => [
          path,
          Object.entries(methods).map(([method, one]) => [method, one['operationId']]),
        ]),
        Object.entries(components).map(([kind, parts]) => [kind, Object.keys(parts)]),
      ];
      expect(outline(copy)).toEqual(outline(document));
    }
  });
});

describe('a published document', () => {
  it('has nothing that generators of clients do not understand, at any place', () => {
    for (const name of names) {
      const document = read(name);
      expect([name, schemasIn(document).length > 10, unsuitableIn(document)]).toEqual([name, true, []]);
    }
  });

  it.each([
    [{ oneOf: [{ required: ['a'] }, { required: ['b'] }], type: 'object' }, 'oneOf of branches without a type'],
    [{ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }], type: 'string' }, 'anyOf of branches without a type'],
    [{ type: 'string', not: {} }, 'not'],
    [{ type: 'object', if: {}, then: {} }, 'if'],
    [{ type: 'object', dependentRequired: {} }, 'dependentRequired'],
    [{ type: 'object', propertyNames: {} }, 'propertyNames'],
    [{ type: 'object', patternProperties: {} }, 'patternProperties'],
    [{ type: 'string', const: 'a' }, 'const without the same default'],
    [{ type: 'string', format: 'iban' }, 'format: iban'],
    [{ type: ['string', 'null'] }, 'type: a list'],
    [{ enum: ['a'] }, 'no type'],
  ])('is not generated with the schema %j', (bad, fault) => {
    const good = { type: 'object', properties: { a: { type: 'string', const: 'a', default: 'a' } }, 'x-own': { not: {} } };
    const within = (schema: Json) => [
      headed({ components: { schemas: { One: { type: 'array', items: { type: 'object', properties: { b: schema } } } } } }),
      headed({ components: { parameters: { one: { in: 'query', schema } } } }),
      headed({ paths: { '/a': { get: { responses: { 200: { content: { json: { schema } } } } } } } }),
    ];
    for (const document of within(good)) expect(() => refuseUnsuitable(document)).not.toThrow();
    for (const document of within(bad)) expect(() => refuseUnsuitable(document)).toThrow(fault);
  });

  it('has one base URL, which the portal replaces by its own: in servers, in every OAuth address and in its examples', () => {
    for (const name of [...names, ...names.map((one) => `${one}-3.0`)]) {
      const document = read(name);
      expect(document.servers).toEqual([{ url: 'http://127.0.0.1:8080', description: expect.any(String) }]);
      const addresses = [...JSON.stringify(document.components['securitySchemes']).matchAll(/https?:[^"\s]+/g)].map(([address]) => address);
      expect(addresses.filter((address) => !address.startsWith('http://127.0.0.1:8080/v'))).toEqual([]);
      expect([name, addresses.length > 0]).toEqual([name, name !== 'sandbox' && name !== 'sandbox-3.0']);
      const ownAddresses = [...JSON.stringify(document).matchAll(/https?:\/\/127\.0\.0\.1[^"\s]*/g)].map(([address]) => address);
      expect(ownAddresses.filter((address) => !/^http:\/\/127\.0\.0\.1:8080(?:\/|$)/.test(address))).toEqual([]);
    }
  });

  it('has no identifier of an operation twice, all products together', () => {
    const ids = Object.values(read('open-banking').paths).flatMap((methods) => Object.values(methods).map((one) => one['operationId']));
    expect(ids.length).toBe(44);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
