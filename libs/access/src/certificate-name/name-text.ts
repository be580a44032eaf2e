import { attributeTypeName } from './attribute-types.js';
import { hexValue, type AttributeValue } from './attribute-value.js';
import type { Attribute, CertificateName } from './certificate-name.js';

/** A name as RFC 4514 writes it, last relative name first; texts with the characters that they have. */
export const nameText = (name: CertificateName): string => written(name, ({ text }) => escapedValue(text));

/**
 * The same name in the characters that `error_description` may have (RFC 6749 §5.2: ASCII without quotation marks and backslashes): any
 * other text is written as `#` and hex, which RFC 4514 §2.4 allows for each value.
 */
export const asciiNameText = (name: CertificateName): string =>
  written(name, (value) => (/^[ !#-[\]-~]*$/.test(escapedValue(value.text)) ? value.text : hexValue(value)));

type Text = Extract<AttributeValue, { text: string }>;

const written = (name: CertificateName, textOf: (value: Text) => string): string =>
  name
    .toReversed()
    .map((set) => set.map((attribute) => attributeText(attribute, textOf)).join('+'))
    .join(',');

/** RFC 4514 §2.4: the value of a type without a name is written in hex; so is an empty one, which looks like a slip. */
function attributeText({ type, value }: Attribute, textOf: (value: Text) => string): string {
  const name = attributeTypeName(type);
  return `${name ?? type}=${name === undefined || !('text' in value) || value.text === '' ? hexValue(value) : textOf(value)}`;
}

/** A text as the value of an attribute (RFC 4514 §2.4). Characters that are not seen are written as hex pairs. */
export const escapedValue = (text: string): string =>
  text
    .replace(/["+,;<>\\]/g, '\\$&')
    .replace(/^[ #]|(?<=.) $/gs, '\\$&')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, hexPairs);

const hexPairs = (character: string): string => Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '\\$&');
