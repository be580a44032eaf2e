const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Headers by name, as the bank checks them. */
const headers = {
  'X-Request-ID': { type: 'string', format: 'uuid' },
  'PSU-IP-Address': { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
};

/** A parameter without an example that is none for the bank, and with the form that the bank checks. */
function strictParameter({ example, ...parameter }) {
  const { name, in: place, description = '' } = parameter;
  if (place === 'header' && Object.hasOwn(headers, name)) return { ...parameter, schema: headers[name] };
  if (place === 'query' && description.startsWith('Not supported by this bank:'))
    return { ...parameter, schema: { type: 'string', not: {} } };
  return example === undefined ? parameter : { ...parameter, example };
}

/**
 * A document with the constraints that it states in words (docs/openapi-findings.md): generators of clients stumble over the keywords, and
 * without them nearly every request that a fuzzer makes would be refused for the same reason.
 */
export function strictDocument(part) {
  if (Array.isArray(part)) return part.map(strictDocument);
  if (!isObject(part)) return part;
  const { 'x-one-of-keys': keys } = part;
  const whole = {
    ...(typeof part.in === 'string' && typeof part.name === 'string' ? strictParameter(part) : part),
    ...(Array.isArray(keys) && { oneOf: keys.map((key) => ({ required: [key] })) }),
  };
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, key.startsWith('example') ? value : strictDocument(value)]));
}
