import type { LoadField } from './load-format.js';
import { loadKinds } from './load-kinds.js';

const [quote, backslash, comma, newLine, openBrace, closeBrace, openList, closeList] = [34, 92, 44, 10, 123, 125, 91, 93];
const firstText = 32;

/** A field of a line, with the bytes of its name: `"name":`. */
interface ScannedField extends LoadField {
  readonly lead: Uint8Array;
  readonly isString: boolean;
  /** Its place among the columns. */
  readonly index: number;
  /** The field that came after it in the line before. */
  next: ScannedField | undefined;
  /** The line that has last named it. */
  seenAt: number;
  readonly known: KnownValues;
}

const slots = 4_096;
const slotBytes = 64;

/** Values that were looked at before and are right, by their bytes: a bank's files repeat currencies, codes and IBANs. */
class KnownValues {
  #bytes: Uint8Array | undefined;

  has(value: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (!this.#bytes || length === 0 || length >= slotBytes) return false;
    const slot = this.#slotOf(value, start, end);
    const known = this.#bytes;
    if (known[slot] !== length) return false;
    for (let at = 0; at < length; at += 1) if (known[slot + 1 + at] !== value[start + at]) return false;
    return true;
  }

  add(value: Uint8Array, start: number, end: number): void {
    if (end - start >= slotBytes || end === start) return;
    this.#bytes ??= new Uint8Array(slots * slotBytes);
    const slot = this.#slotOf(value, start, end);
    this.#bytes[slot] = end - start;
    this.#bytes.set(value.subarray(start, end), slot + 1);
  }

  /** FNV-1a. */
  #slotOf(value: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ value[at]!, 0x01000193);
    return ((hash ^ (hash >>> 15)) & (slots - 1)) * slotBytes;
  }
}

/**
 * Reads lines of one type from their bytes, without making anything of them: where each value begins and ends. It takes lines as programs
 * write them, without spaces and escapes, whose values are right; every other line is left to the reader that can say what is wrong with
 * it.
 */
export class LineScanner {
  /** `{"type":"entry"`. */
  readonly #lead: Uint8Array;
  readonly #fields: readonly ScannedField[];
  readonly #required: number;
  #first: ScannedField | undefined;
  /** Two places for each column of the line that was read last: the beginning and the end of its value; -1 if there is none. */
  readonly places: Int32Array;
  /** The end of that line. */
  end = 0;
  #lines = 0;
  /** How many fields that must be there it has not found yet. */
  #missing = 0;

  constructor(type: string, fields: readonly LoadField[]) {
    this.#lead = Buffer.from(`{"type":${JSON.stringify(type)}`);
    this.#fields = fields.map((field, index) => ({
      ...field,
      lead: Buffer.from(`${JSON.stringify(field.name)}:`),
      isString: loadKinds[field.kind].isPlain !== undefined,
      index,
      next: undefined,
      seenAt: 0,
      known: new KnownValues(),
    }));
    this.#required = fields.filter(({ optional }) => !optional).length;
    this.places = new Int32Array(2 * fields.length);
  }

  /** Whether it can read the line that begins here. */
  read(bytes: Uint8Array, start: number): boolean {
    if (!startsWith(bytes, start, this.#lead)) return false;
    this.places.fill(-1);
    this.#lines += 1;
    this.#missing = this.#required;
    let before: ScannedField | undefined;
    let at = start + this.#lead.length;
    while (bytes[at] === comma) {
      const field = this.#fieldAt(bytes, at + 1, before);
      if (!field || field.seenAt === this.#lines) return false;
      field.seenAt = this.#lines;
      before = field;
      at = this.#readValue(field, bytes, at + 1 + field.lead.length);
    }
    if (bytes[at] !== closeBrace || this.#missing !== 0) return false;
    this.end = at + 1;
    return this.end === bytes.length || bytes[this.end] === newLine;
  }

  /** Notes where a value is. Returns the place behind it; -1 where it cannot be read. */
  #readValue(field: ScannedField, bytes: Uint8Array, at: number): number {
    const isString = bytes[at] === quote;
    const quotes = isString ? 1 : 0;
    const from = at + quotes;
    const end = isString ? endOfString(bytes, from) : endOfValue(bytes, from);
    if (end < 0) return -1;
    if (!isString && field.optional && isNull(bytes, from, end)) return end;
    if (isString !== field.isString || !isRight(field, bytes, from, end)) return -1;
    this.places[2 * field.index] = from;
    this.places[2 * field.index + 1] = end;
    if (!field.optional) this.#missing -= 1;
    return end + quotes;
  }

  /** The field that is named here; most often the one that came next in the line before. */
  #fieldAt(bytes: Uint8Array, at: number, before: ScannedField | undefined): ScannedField | undefined {
    const expected = before ? before.next : this.#first;
    if (expected && startsWith(bytes, at, expected.lead)) return expected;
    const found = this.#fields.find(({ lead }) => startsWith(bytes, at, lead));
    if (before) before.next = found;
    else this.#first = found;
    return found;
  }
}

function startsWith(bytes: Uint8Array, at: number, lead: Uint8Array): boolean {
  for (let index = 0; index < lead.length; index += 1) if (bytes[at + index] !== lead[index]) return false;
  return true;
}

/** The place of the closing quote; -1 if there is something to be decoded before it, or no end. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) return at;
    if (byte === backslash || byte < firstText) return -1;
  }
  return -1;
}

/** The end of a value that is no string; -1 if it has spaces, something to be decoded, or no end. It need not be JSON. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (depth === 0 && (byte === comma || byte === closeBrace)) return at;
    if (byte <= firstText) return -1;
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
      if (at < 0) return -1;
    } else depth += depthOf(byte);
  }
  return -1;
}

function depthOf(byte: number): number {
  if (byte === openBrace || byte === openList) return 1;
  return byte === closeBrace || byte === closeList ? -1 : 0;
}

const isNull = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === 4 && bytes[start] === 110 && bytes[start + 1] === 117 && bytes[start + 2] === 108 && bytes[start + 3] === 108;

/** Whether a value is right, and its bytes are what COPY takes. */
function isRight(field: ScannedField, bytes: Uint8Array, start: number, end: number): boolean {
  if (field.isPlain ? field.isPlain(bytes, start, end) : field.known.has(bytes, start, end)) return true;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  const value = field.isString ? text : parsed(text);
  if (value === undefined || value === null || loadKinds[field.kind].encode(value) !== text || field.fault(value) !== undefined)
    return false;
  if (!field.isPlain) field.known.add(bytes, start, end);
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
