import type { X509Certificate } from 'node:crypto';
import { comparedValue, attributeValue, type AttributeValue } from './attribute-value.js';
import { berElement, berElements, dottedOid } from './ber-element.js';

/** A type, by its object identifier, and a value. */
export interface Attribute {
  readonly type: string;
  readonly value: AttributeValue;
}

/** A relative distinguished name: a set of attributes. */
export type RelativeName = readonly Attribute[];

/** A distinguished name (ITU-T X.501) in the order of a certificate, which RFC 4514 §2.1 writes from its end. */
export type CertificateName = readonly RelativeName[];

/** Whether two names are the same: the same relative names in the same order, each with the same types and values (RFC 5280 §7.1). */
export const isSameName = (one: CertificateName, other: CertificateName): boolean => comparedName(one) === comparedName(other);

const comparedName = (name: CertificateName): string =>
  JSON.stringify(name.map((set) => set.map(({ type, value }) => `${type}=${comparedValue(value)}`).toSorted()));

const [sequence, set, objectIdentifier, version] = [0x30, 0x31, 0x06, 0xa0];

/** The fields of a certificate in their order, the first of which may be left out (RFC 5280 §4.1). */
const fieldPlaces = { issuer: 3, subject: 5 } as const;

function nameOfField({ raw }: Pick<X509Certificate, 'raw'>, field: keyof typeof fieldPlaces): CertificateName {
  // [version], serialNumber, signature, issuer, validity, subject
  const fields = berElements(berElement(berElement(raw).content).content);
  const leftOut = fields[0]?.tag === version ? 0 : 1;
  return nameIn(fields[fieldPlaces[field] - leftOut]);
}

/** The subject in the DER of a certificate (RFC 5280 §4.1). Throws a RangeError where there is none. */
export const subjectOf = (certificate: Pick<X509Certificate, 'raw'>): CertificateName => nameOfField(certificate, 'subject');

/** The issuer in the DER of a certificate. Throws a RangeError where there is none. */
export const issuerOf = (certificate: Pick<X509Certificate, 'raw'>): CertificateName => nameOfField(certificate, 'issuer');

type Element = ReturnType<typeof berElement>;

const nameIn = (element: Element | undefined): CertificateName =>
  childrenOf(element, sequence).map((relative) => childrenOf(relative, set).map(attributeIn));

function attributeIn(element: Element): Attribute {
  const [type, value] = childrenOf(element, sequence);
  if (type?.tag !== objectIdentifier || !value) throw new RangeError('An attribute of a name has a type and a value.');
  return { type: dottedOid(type.content), value: attributeValue(value) };
}

function childrenOf(element: Element | undefined, tag: number): Element[] {
  if (element?.tag !== tag) throw new RangeError('A name is a sequence of sets of attributes.');
  return berElements(element.content);
}
