import type { CustomerResource } from '@open-banking/access';
import type { AccountReference } from '@open-banking/messages';
import { resourceFacts, resourceKinds, type OwningService, type Permission, type Service } from '@open-banking/spec';

/** An account reference with the permissions requested for it. */
export interface RequestedResource {
  readonly reference: AccountReference;
  readonly permissions: readonly (Permission | 'ownerName')[];
}

/** The parts of a resource that references are compared with. */
export type Referenced = Pick<CustomerResource, 'reference' | 'currency' | 'cashAccountType'>;

/** Whether a reference denotes this resource. Currency and type must match if the reference contains them. */
export function matches(reference: AccountReference, resource: Referenced): boolean {
  const fits = (['currency', 'cashAccountType'] as const).every(
    (name) => reference[name] === undefined || reference[name] === resource[name],
  );
  return fits && sameNumber(reference, resource.reference);
}

function sameNumber({ iban, bban, maskedPan, other }: AccountReference, own: CustomerResource['reference']): boolean {
  if (iban !== undefined) return iban === own.iban;
  // ISO 13616: the BBAN is the part of an IBAN after country and check digits.
  if (bban !== undefined) return bban.toUpperCase() === (own.bban ?? own.iban?.slice(4));
  if (maskedPan !== undefined) return own.maskedPan !== undefined && plainMaskedPan(maskedPan) === plainMaskedPan(own.maskedPan);
  return other !== undefined && sameOther(other, own.other);
}

type Other = NonNullable<AccountReference['other']>;
const sameOther = (asked: Other, own: Other | undefined): boolean =>
  own !== undefined &&
  (['identification', 'schemeNameCode', 'schemeNameProprietary', 'issuer'] as const).every(
    (part) => asked[part] === undefined || asked[part] === own[part],
  );

/** The services that may own a reference of this form. */
const homesOf = ({ maskedPan }: AccountReference): readonly Service[] => homes[maskedPan === undefined ? 'accountNumber' : 'maskedPan'];

const ownersNamedBy = (namedBy: 'accountNumber' | 'maskedPan'): readonly OwningService[] =>
  resourceKinds.filter((kind) => resourceFacts[kind].namedBy === namedBy).map((kind) => resourceFacts[kind].service);
const homes = { accountNumber: ownersNamedBy('accountNumber'), maskedPan: ownersNamedBy('maskedPan') };

export interface Resolved {
  readonly found: readonly { readonly resource: CustomerResource; readonly permissions: readonly (Permission | 'ownerName')[] }[];
  /** Unavailable services that may own a reference which no other service knows. */
  readonly notQueried: readonly Service[];
  /** Whether a reference matches none of the customer's resources although all services that may own it have answered. */
  readonly hasUnresolved: boolean;
}

/** Resolves the references of a consent among a customer's resources; `absent` services did not answer. */
export function resolve(
  wanted: readonly RequestedResource[],
  resources: readonly CustomerResource[],
  absent: readonly Service[],
): Resolved {
  const missing = wanted.filter(({ reference }) => !resources.some((resource) => matches(reference, resource)));
  const found = resources.flatMap((resource) => {
    const permissions = wanted.filter(({ reference }) => matches(reference, resource)).flatMap((one) => one.permissions);
    return permissions.length > 0 ? [{ resource, permissions: [...new Set(permissions)] }] : [];
  });
  return {
    found,
    notQueried: absent.filter((service) => missing.some(({ reference }) => homesOf(reference).includes(service))),
    hasUnresolved: missing.some(({ reference }) => !homesOf(reference).some((service) => absent.includes(service))),
  };
}

/** References with the same identity denote the same account. */
export const identityOf = (reference: AccountReference): string =>
  JSON.stringify(
    Object.entries(reference)
      .map(([name, value]) => [name, name === 'maskedPan' ? plainMaskedPan(String(value)) : value])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

/** Normalizes the mask characters of a card number: `*`, `x` and `X` are equivalent. */
export const plainMaskedPan = (maskedPan: string): string => maskedPan.replace(/[*xX]/g, '*');
