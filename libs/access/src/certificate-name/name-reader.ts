import { attributeTypeOid } from './attribute-types.js';
import { attributeValue, type AttributeValue } from './attribute-value.js';
import { berElement } from './ber-element.js';
import { isSameName, type Attribute, type CertificateName, type RelativeName } from './certificate-name.js';

/** The fault of a text that is no distinguished name; the message names it and its position. */
export class NameFault extends Error {}

/**
 * Reads a distinguished name (RFC 4514). As readers of RFC 2253 do, it accepts values in quotes, `;` in place of `,`, `OID.` before a
 * dotted type, and blanks around `,`, `+` and `=`. Throws a NameFault.
 */
export const readName = (text: string): CertificateName => new NameReader(text).name();

/** The name that a text is, or undefined where it is none. */
export function nameOf(text: string): CertificateName | undefined {
  try {
    return readName(text);
  } catch (error) {
    if (error instanceof NameFault) return undefined;
    throw error;
  }
}

/** Whether two texts spell the same name. A text that is no name is the same as itself only. */
export function isSameNameText(one: string, other: string): boolean {
  const [name, otherName] = [nameOf(one), nameOf(other)];
  return name && otherName ? isSameName(name, otherName) : one === other;
}

/** The fault of a text as a distinguished name, in words that follow the name of a field; undefined: there is none. */
export function nameTextFault(text: string): string | undefined {
  try {
    readName(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof NameFault)) throw error;
    return `must be a distinguished name (RFC 4514), such as CN=Third Party,O=Third Party Ltd,C=IL: ${error.message}`;
  }
}

/** A type by name or dotted. */
const typePattern = /[A-Za-z0-9][A-Za-z0-9.-]*/y;
const hexPattern = /#((?:[0-9a-f]{2})+)/iy;
const hexPair = /\\([0-9a-f]{2})/iy;
/** RFC 4514 §3: what may follow a backslash besides a hex pair. */
const escapable = ' "#+,;<=>\\';
const separators = ',;+';
/** No text of a form field or of JSON means one; a line break is that of the tool which printed the name. */
const control = /[\p{Cc}\p{Cs}]/u;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

class NameReader {
  #at = 0;

  constructor(private readonly text: string) {}

  /** RFC 4514 §2.1: the text begins with the last relative name. */
  name(): CertificateName {
    const relativeNames = [this.#relativeName()];
    while (this.#accepts(',') || this.#accepts(';')) relativeNames.push(this.#relativeName());
    return relativeNames.reverse();
  }

  #relativeName(): RelativeName {
    const attributes = [this.#attribute()];
    while (this.#accepts('+')) attributes.push(this.#attribute());
    return attributes;
  }

  #attribute(): Attribute {
    const type = this.#type();
    if (!this.#accepts('=')) throw this.#fault(`${this.#found()} stands where = belongs`);
    this.#skipBlanks();
    return { type, value: this.#value() };
  }

  #type(): string {
    this.#skipBlanks();
    const start = this.#at;
    const written = this.#match(typePattern)?.[0];
    if (written === undefined) throw this.#fault(`${this.#found()} stands where an attribute type such as CN or 2.5.4.97 belongs`);
    const oid = attributeTypeOid(written);
    if (oid === undefined) throw this.#fault(`${shortened(written)} is no known attribute type: write its dotted number`, start);
    this.#skipBlanks();
    return oid;
  }

  #value(): AttributeValue {
    const start = this.#at;
    const first = this.text[start];
    const value = first === '#' ? this.#hexValue() : { text: first === '"' ? this.#quoted() : this.#unquoted() };
    const isEmpty = first !== '#' && 'text' in value && value.text === '';
    this.#skipBlanks();
    if (this.#at < this.text.length && !separators.includes(this.text[this.#at]!))
      throw this.#fault(`${this.#found()} stands where the value has ended`);
    if (isEmpty) throw this.#fault('an attribute has no value', start);
    return value;
  }

  #hexValue(): AttributeValue {
    const start = this.#at;
    const bytes = Buffer.from(this.#match(hexPattern)?.[1] ?? '', 'hex');
    try {
      const element = berElement(bytes);
      if (element.end === bytes.length) return attributeValue(element);
    } catch {
      // Named below, with its position.
    }
    throw this.#fault('# is not followed by the hex of one BER value', start);
  }

  #quoted(): string {
    const start = this.#at;
    const parts: Buffer[] = [];
    this.#at += 1;
    while (this.text[this.#at] !== '"') {
      if (this.#at >= this.text.length) throw this.#fault('a quotation mark is not closed', start);
      parts.push(this.#character());
    }
    this.#at += 1;
    return this.#decoded(parts, start);
  }

  #unquoted(): string {
    const start = this.#at;
    const parts: Buffer[] = [];
    let kept = 0;
    while (this.#at < this.text.length && !separators.includes(this.text[this.#at]!)) {
      if ('"<>'.includes(this.text[this.#at]!)) throw this.#fault(`${this.#found()} must be written with a backslash before it`);
      const isBlank = this.text[this.#at] === ' ';
      parts.push(this.#character());
      // Blanks at the end belong to the value only where they are escaped.
      if (!isBlank) kept = parts.length;
    }
    return this.#decoded(parts.slice(0, kept), start);
  }

  /** The next character as UTF-8, or the byte of a hex pair. */
  #character(): Buffer {
    if (this.text[this.#at] !== '\\') {
      const character = String.fromCodePoint(this.text.codePointAt(this.#at)!);
      if (control.test(character)) throw this.#fault(`${this.#found()} is a control character: write it as a hex pair`);
      this.#at += character.length;
      return Buffer.from(character);
    }
    const pair = this.#match(hexPair);
    if (pair) return Buffer.from(pair[1]!, 'hex');
    const escaped = this.text[this.#at + 1];
    if (escaped === undefined || !escapable.includes(escaped))
      throw this.#fault('a backslash is followed neither by two hex digits nor by a character that needs one');
    this.#at += 2;
    return Buffer.from(escaped);
  }

  #decoded(parts: readonly Buffer[], start: number): string {
    try {
      return utf8.decode(Buffer.concat(parts));
    } catch {
      throw this.#fault('the hex pairs of a value are not UTF-8', start);
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #accepts(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    while (this.text[this.#at] === ' ') this.#at += 1;
  }

  #found(): string {
    const point = this.text.codePointAt(this.#at);
    return point === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(point));
  }

  /** Positions count characters from 1. */
  #fault(text: string, at = this.#at): NameFault {
    return new NameFault(`at character ${[...this.text.slice(0, at)].length + 1}, ${text}.`);
  }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
