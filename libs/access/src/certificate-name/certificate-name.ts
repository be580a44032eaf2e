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

/** The subject in the DER of a certificate (RFC 5280 §4.1). Throws a RangeError where there is none. */
export function subjectOf({ raw }: Pick<X509Certificate, 'raw'>): CertificateName {
  const fields = berElements(berElement(berElement(raw).content).content);
  // [version], serialNumber, signature, issuer, validity, subject
  return nameIn(fields[fields[0]?.tag === version ? 5 : 4]);
}

/** The issuer in the DER of a certificate. Throws a RangeError where there is none. */
export function issuerOf({ raw }: Pick<X509Certificate, 'raw'>): CertificateName {
  const fields = berElements(berElement(berElement(raw).content).content);
  return nameIn(fields[fields[0]?.tag === version ? 3 : 2]);
}

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
