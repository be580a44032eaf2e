import type { LoadField } from '@open-banking/database';

export const uuid: LoadField = { kind: 'uuid' };
export const text: LoadField = { kind: 'text' };
export const date: LoadField = { kind: 'date' };
export const instant: LoadField = { kind: 'instant' };
export const decimal: LoadField = { kind: 'decimal' };
export const integer: LoadField = { kind: 'integer' };
export const boolean: LoadField = { kind: 'boolean' };
export const json: LoadField = { kind: 'json' };
export const texts: LoadField = { kind: 'texts' };

type Optional<F> = { readonly [Name in keyof F]: LoadField };

/** The same fields, each of which may be left out. */
export const optional = <F extends Record<string, LoadField>>(fields: F): Optional<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, optional: true }])) as Optional<F>;

/** Whose a resource is; the same line in every service. */
export const holder = { table: 'holder', fields: { psuId: uuid, resourceId: uuid, rule: text } };
