import { headerForms, isUnsupported, type Shapes } from '@open-banking/http';
import { isDate } from '@open-banking/messages';
import { parametersOf, type Operation } from '@open-banking/spec';
import type { DocumentedHandler } from '../handlers.js';
import { pathExamples, type Examples } from './examples.js';
import { published, saying } from './removals.js';
import type { Components } from './schemas.js';

type Json = Record<string, unknown>;

const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
  readonly example?: string;
}
const header = (name: string, required: boolean, description: string, schema: Json = { type: 'string' }, example?: string): Header => ({
  name,
  required,
  description,
  schema,
  ...(example !== undefined && { example }),
});

/** The headers of requests with the forms that the bank checks. */
export const requestHeaders: Readonly<Record<string, Header>> = {
  'X-Request-ID': header(
    'X-Request-ID',
    true,
    'A UUID, new for each request. It comes back on the response, and makes POST and DELETE safe to repeat. In Postman, Bruno and httpyac, `{{$guid}}` is a new one for each request.',
    { type: 'string', format: 'uuid' },
    '{{$guid}}',
  ),
  'Consent-ID': header('Consent-ID', true, 'The consent that the access token was approved for.', { type: 'string', format: 'uuid' }),
  'PSU-IP-Address': header(
    'PSU-IP-Address',
    false,
    "IPv4 or IPv6 address of the customer. Present: the customer is there, and the read is not counted against the consent's frequency.",
    { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
    '192.0.2.10',
  ),
  Digest: header(
    'Digest',
    false,
    'Of a signed request: `SHA-256=` or `SHA-512=` and the base64 of the hash of the body; without a body, of no bytes.',
  ),
  Signature: header(
    'Signature',
    false,
    'Of a signed request: `keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="x-request-id digest …",signature="…"`.',
  ),
  'TPP-Signature-Certificate': header('TPP-Signature-Certificate', false, 'Of a signed request: the certificate, base64 of its DER.'),
  ...Object.fromEntries(
    headerForms.map(({ name, text, does, schema }) => [
      name,
      header(
        name,
        false,
        `${does ?? (name.startsWith('PSU-') ? 'Recorded with a write.' : 'Its form is checked, then it is ignored: with OAuth the authorization request decides.')} ${text}`,
        { type: 'string', ...schema },
      ),
    ]),
  ),
};

function documentedHeader({ name, required, description, schema, example }: Header): Json {
  const { schema: plain, stated } = published(schema, name);
  return {
    name,
    in: 'header',
    required,
    description: saying(description, stated),
    ...(example !== undefined && { example }),
    schema: plain,
  };
}

/** Headers as the documents have them, each written once. */
export const headerParameters: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(requestHeaders).map(([name, one]) => [name, documentedHeader(one)]),
);

function headersOf(row: Operation): Json[] {
  if (row.kind !== 'business') return [];
  const ofWrites =
    row.limits !== 'write'
      ? []
      : headerForms
          .filter(({ name, only = row.id }) => only === row.id && (row.method === 'POST' || name.startsWith('PSU-')))
          .map(({ name }) => name);
  return [
    'X-Request-ID',
    ...(row.token?.consent ? ['Consent-ID'] : []),
    'PSU-IP-Address',
    'Digest',
    'Signature',
    'TPP-Signature-Certificate',
    ...ofWrites,
  ].map(shared);
}

/** Ids are UUIDs; what is not one is nobody's, and answered so. */
function inPath({ row, choices, parameters }: DocumentedHandler, examples: Examples | undefined): Json[] {
  const { formats, path } = row;
  const values = examples ? pathExamples(row, examples) : {};
  return parametersOf(path).map((name) => {
    const format = formats?.[name];
    const parameter = { name, in: 'path', required: true, ...(values[name] !== undefined && { example: values[name] }) };
    if (format?.kind === 'digits')
      return {
        ...parameter,
        description: `${parameters[name]} ${format.text}.`,
        schema: { type: 'string', pattern: format.pattern.source },
      };
    return {
      ...parameter,
      description: parameters[name],
      schema: { type: 'string', ...(format?.kind === 'uuid' && { format: 'uuid' }), ...(choices[name] && { enum: choices[name] }) },
    };
  });
}

interface Text {
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
  readonly 'x-must'?: string;
  readonly 'x-integer'?: object;
}

/**
 * A query is text, and validated as such; its numbers and booleans are documented as what they are, so that clients are generated with
 * them.
 */
export function typedSchema(schema: object): object {
  if (isUnsupported(schema)) return { type: 'string', not: {} };
  const { pattern, enum: values, examples, 'x-must': must, 'x-integer': bounds, ...said } = schema as Text;
  if (bounds) return { ...said, type: 'integer', ...bounds, ...(examples && { examples: examples.map(Number) }) };
  if (values?.join() === 'true,false') return { ...said, type: 'boolean' };
  // Days are judged by a rule of their own, with a code of its own.
  if (examples?.every((example) => isDate(example))) return { ...schema, format: 'date' };
  return schema;
}

function inQuery({ query }: Shapes, components: Components): Json[] {
  const { properties = {}, required = [] } = (query ?? {}) as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const { schema: plain, stated } = published(typedSchema(schema) as Json, name);
    const description = saying((schema as Json)['description'], stated);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: components.inRequest(plain),
    };
  });
}

export const parametersIn = (handled: DocumentedHandler, components: Components, examples: Examples | undefined): Json[] => [
  ...inPath(handled, examples),
  ...inQuery(handled.shapes, components),
  ...headersOf(handled.row),
];
