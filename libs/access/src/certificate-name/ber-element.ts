/** One element of BER or DER (ITU-T X.690 §8.1): its tag, its content, and the offset behind it. */
export interface BerElement {
  readonly tag: number;
  readonly content: Buffer;
  readonly end: number;
}

const [longForm, maxLengthBytes] = [0x80, 4];

/** The element that begins at `at`. Throws a RangeError where the bytes end before it does, or where its length is indefinite. */
export function berElement(bytes: Buffer, at = 0): BerElement {
  const tag = bytes.readUInt8(at);
  const first = bytes.readUInt8(at + 1);
  const lengthBytes = first < longForm ? 0 : first - longForm;
  if (first === longForm || lengthBytes > maxLengthBytes) throw new RangeError('The length of a BER element is not definite.');
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  const start = at + 2 + lengthBytes;
  if (start + length > bytes.length) throw new RangeError('A BER element is longer than its bytes.');
  return { tag, content: bytes.subarray(start, start + length), end: start + length };
}

/** All elements of these bytes, side by side. Throws a RangeError as `berElement` does. */
export function berElements(bytes: Buffer): BerElement[] {
  const elements: BerElement[] = [];
  for (let at = 0; at < bytes.length; at = elements.at(-1)!.end) elements.push(berElement(bytes, at));
  return elements;
}

/** An element with its length in the shortest form, as DER has it (ITU-T X.690 §10.1). */
export function derElement(tag: number, content: Buffer): Buffer {
  if (content.length < longForm) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const hex = content.length.toString(16);
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, longForm + length.length]), length, content]);
}

/** The dotted form of an object identifier's content (ITU-T X.690 §8.19). Arcs may be larger than a double holds. */
export function dottedOid(content: Buffer): string {
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte < longForm) {
      arcs.push(arc);
      arc = 0n;
    }
  }
  const [first = 0n, ...rest] = arcs;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}
