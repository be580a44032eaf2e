import type { TProperties, TSchema } from 'typebox';
import { withKeywords } from './annotation.js';

/** The kinds of data that a response's field reveals beyond the resource itself. */
export const disclosures = ['none', 'balance', 'owner', 'address', 'otherAccount'] as const;
export type Disclosure = (typeof disclosures)[number];

/** The permissions that a consent can grant on a resource (NextGenPSD2 1.3.11 `accountAccess`, with its `additionalInformation`). */
export type DisclosurePermission = 'accounts' | 'balances' | 'transactions' | 'ownerName';

/** The permission that opens each class of field, unless the field names another one (docs/decisions/0023-disclosure-of-fields.md). */
export const permissionOfDisclosure: Readonly<Record<Exclude<Disclosure, 'none'>, DisclosurePermission>> = {
  balance: 'balances',
  owner: 'ownerName',
  address: 'ownerName',
  otherAccount: 'transactions',
};

/**
 * Classifies fields of an answer: `...discloses('balance', { balanceAfterTransaction: … })` inside `Type.Object`. The
 * class holds for all that is below a field. `permission` is set where the interface names the field under another one
 * than its class has. The class travels with the schema as `x-discloses` and `x-permission`; validation ignores both.
 */
export function discloses<const F extends TProperties>(disclosure: Disclosure, fields: F, permission?: DisclosurePermission): F {
  const marks = {
    'x-discloses': disclosure,
    ...(disclosure !== 'none' && { 'x-permission': permission ?? permissionOfDisclosure[disclosure] }),
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withKeywords(field, marks)])) as F;
}

/** A field of an answer as it was classified; without a class if it was not. `path` is like `transactions.booked[].valueDate`. */
export interface DisclosedField {
  readonly path: string;
  readonly disclosure?: Disclosure;
  readonly permission?: DisclosurePermission;
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-discloses'?: Disclosure;
  readonly 'x-permission'?: DisclosurePermission;
}

/** The classified fields of an answer's schema, and those that still need a class. What only holds other fields needs none of its own. */
export function disclosedFields(schema: TSchema, path = ''): DisclosedField[] {
  const { properties, items, 'x-discloses': disclosure, 'x-permission': permission } = schema as Node;
  if (disclosure) return [{ path, disclosure, ...(permission && { permission }) }];
  if (items) return disclosedFields(items as TSchema, `${path}[]`);
  if (!properties) return [{ path }];
  return Object.entries(properties).flatMap(([name, field]) => disclosedFields(field as TSchema, path === '' ? name : `${path}.${name}`));
}
