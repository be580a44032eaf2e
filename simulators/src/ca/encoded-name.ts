import 'reflect-metadata';
import { attributeTypeOid, readName } from '@open-banking/access/certificate-name';
import { Name, type JsonAttributeObject } from '@peculiar/x509';

const ia5Types = ['emailAddress', 'DC'].map(attributeTypeOid);
/** ITU-T X.680 §41.4. */
const printable = /^[A-Za-z0-9 '()+,./:=?-]*$/;

function stringOf(type: string, text: string): JsonAttributeObject {
  if (ia5Types.includes(type)) return { ia5String: text };
  return printable.test(text) ? { printableString: text } : { utf8String: text };
}

/**
 * Encodes a name (RFC 4514) as certificates have it: from the end of the text, the country first. The library would encode a text in the
 * order in which it is written. Throws a NameFault; an Error for a value that is no text.
 */
export function encodedName(text: string): Name {
  const relativeNames = readName(text).map((set) => {
    const values: Record<string, JsonAttributeObject[]> = {};
    for (const { type, value } of set) {
      if (!('text' in value)) throw new Error(`The sandbox's authority encodes texts only (${type}).`);
      (values[type] ??= []).push(stringOf(type, value.text));
    }
    return values;
  });
  return new Name(relativeNames);
}
