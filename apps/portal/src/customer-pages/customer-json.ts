/** Lists whose members stand on a line each, so that a page with 5,000 of them stays readable and small. */
const onOneLine: ReadonlySet<string> = new Set(['entries', 'transactions', 'purchases', 'people', 'loans']);

/** A customer's data as JSON for people to edit. */
export const customerJson = (value: unknown): string => written(value, '', '');

function written(value: unknown, name: string, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Array.isArray(value)
    ? value.map((one: unknown) => (onOneLine.has(name) ? spaced(one) : written(one, '', deeper)))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${written(one, key, deeper)}`);
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.map((one) => deeper + one).join(',\n')}\n${indent}${close}`;
}

/** On one line, with a space after each colon and comma. */
function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
    .join(', ')} }`;
}
