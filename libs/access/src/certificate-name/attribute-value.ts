import { derElement, type BerElement } from './ber-element.js';

/** The value of an attribute: a text, whichever string type it is encoded in, or another BER element, its content in hex. */
export type AttributeValue = { readonly text: string } | { readonly tag: number; readonly content: string };

// A byte order mark is a character of the value.
const decoder = (encoding: string) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
const [utf8, utf16] = [decoder('utf-8'), decoder('utf-16be')];
const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

function utf32(bytes: Buffer): string {
  if (bytes.length % 4 !== 0) throw new RangeError('A UniversalString has four bytes for each character.');
  const points = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4));
  return String.fromCodePoint(...points);
}

const utf8String = 0x0c;
/** The string types of ASN.1 by tag. T61String is read as Latin-1, as OpenSSL does. */
const stringTypes: Readonly<Record<number, (bytes: Buffer) => string>> = {
  [utf8String]: (bytes) => utf8.decode(bytes),
  0x12: latin1,
  0x13: latin1,
  0x14: latin1,
  0x16: latin1,
  0x1a: latin1,
  0x1c: utf32,
  0x1e: (bytes) => utf16.decode(bytes),
};

/** The value in a BER element. A string that its type does not allow is kept as bytes. */
export function attributeValue({ tag, content }: Pick<BerElement, 'tag' | 'content'>): AttributeValue {
  try {
    const text = stringTypes[tag]?.(content);
    if (text !== undefined) return { text };
  } catch {
    // Bytes that are no text equal the same bytes only.
  }
  return { tag, content: content.toString('hex') };
}

/** A value as RFC 4514 §2.4 writes its encoding: `#` and the hex of its DER, a text as UTF8String. */
export function hexValue(value: AttributeValue): string {
  const der = 'text' in value ? derElement(utf8String, Buffer.from(value.text)) : derElement(value.tag, Buffer.from(value.content, 'hex'));
  return `#${der.toString('hex')}`;
}

/** RFC 4518 §2.2: what is mapped to a space. */
const blanks = /[\t\n\v\f\r\u0085\p{Z}]+/gu;
/** Case folding (Unicode), but a dotless i stays one: upper case alone would make it an I. */
const foldCase = (text: string): string => text.replace(/[^ı]+/gu, (run) => run.toLowerCase().toUpperCase());

/**
 * A text in the form in which caseIgnoreMatch compares it (RFC 4517 §4.2.11): case is folded, runs of blanks are one space, and those at
 * its ends none. Characters are composed (NFC): what Unicode counts as another character, however similar, stays another one.
 */
const comparedText = (text: string): string => foldCase(text.normalize('NFC')).normalize('NFC').replace(blanks, ' ').replace(/^ | $/g, '');

/** Equal for values that match: a text never equals bytes. */
export const comparedValue = (value: AttributeValue): string =>
  'text' in value ? `"${comparedText(value.text)}` : `#${value.tag}.${value.content}`;
