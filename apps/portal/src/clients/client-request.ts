import { typedJson } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';

/** The messages of the page's fields about their faults, by the field's name. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>;

/** The lines of a field with one entry a line, without blank ones. */
export const nonEmptyLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

const notJson = 'This is no JSON object. Paste a JWKS such as {"keys": [{"kty": "EC", …}]}, or one public key.';

/** A key set (RFC 7517 §5) as pasted: the set, or one key alone. `faults`: it is neither, or the bank's own reader refuses it. */
export function pastedKeys(text: string): { readonly jwks: object } | { readonly faults: FieldFaults } {
  const read = typedJson(text, 'This');
  if ('fault' in read) return { faults: { jwks: [read.fault.startsWith('This is not JSON') ? notJson : read.fault] } };
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { faults: { jwks: [notJson] } };
  return { jwks: 'keys' in value ? value : { keys: [value] } };
}

/** The faults that ais-pis finds, at the fields of the form. Those of an entry of a list say which one. `''`: of no field. */
export function faultsByField(faults: readonly Fault[], fields: readonly string[]): FieldFaults {
  const sorted: Record<string, string[]> = {};
  for (const { path = '', text = '' } of faults) {
    const [member = '', ...rest] = path.split('/').slice(1);
    const field = fields.includes(member) ? member : '';
    const index = rest.find((part) => /^\d+$/.test(part));
    const place = field === '' ? member : index === undefined ? '' : `${field === 'jwks' ? 'Key' : 'Line'} ${Number(index) + 1}`;
    (sorted[field] ??= []).push(sentence(place, text));
  }
  return sorted;
}

/** `must be https` becomes "Must be https.", at a place "Line 2 must be https." */
function sentence(place: string, text: string): string {
  const said = place === '' ? text.charAt(0).toUpperCase() + text.slice(1) : `${place} ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
