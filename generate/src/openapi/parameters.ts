import type { Shapes } from '@open-banking/http';
import { parametersOf, type Operation } from '@open-banking/spec';
import type { Components } from './schemas.js';

type Json = Record<string, unknown>;

/** Headers that more than one operation takes. */
export const headerParameters = {
  'X-Request-ID': { name: 'X-Request-ID', in: 'header', required: true, description: 'A UUID, new for each request. It comes back on the response, and makes POST and DELETE safe to repeat.', schema: { type: 'string', format: 'uuid' } },
  'Consent-ID': { name: 'Consent-ID', in: 'header', required: true, description: 'The consent that the access token was approved for.', schema: { type: 'string', format: 'uuid' } },
  'PSU-IP-Address': { name: 'PSU-IP-Address', in: 'header', required: false, description: 'IPv4 or IPv6 address of the customer. Present: the customer is there, and the read is not counted against the consent\'s frequency.', schema: { type: 'string', examples: ['192.0.2.10'] } },
} as const;

const headersOf = (row: Operation): Json[] => {
  const names: (keyof typeof headerParameters)[] = row.kind === 'business' ? ['X-Request-ID', ...(row.token?.consent ? ['Consent-ID' as const] : []), 'PSU-IP-Address'] : [];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
};

/** Ids are UUIDs; what is not one is nobody's, and answered so. */
const inPath = ({ formats, path }: Operation): Json[] => parametersOf(path).map((name) => {
  const format = formats?.[name];
  if (format) return { name, in: 'path', required: true, description: `${format.text}.`, schema: { type: 'string', pattern: format.pattern.source } };
  return { name, in: 'path', required: true, schema: { type: 'string', ...(/id$/i.test(name) && { format: 'uuid' }) } };
});

function inQuery({ query }: Shapes, components: Components): Json[] {
  const { properties = {}, required = [] } = (query ?? {}) as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const { description } = schema as { description?: string };
    return { name, in: 'query', required: required.includes(name), ...(description && { description }), schema: components.of(schema) };
  });
}

export const parametersIn = (row: Operation, shapes: Shapes, components: Components): Json[] =>
  [...inPath(row), ...inQuery(shapes, components), ...headersOf(row)];
