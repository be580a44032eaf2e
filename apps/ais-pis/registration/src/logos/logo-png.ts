import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxBytes = 300_000;
const maxPixels = 256;
const [eightBits, trueColour, trueColourWithAlpha] = [8, 2, 6];

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * What is wrong with a logo. The portal decodes what developers upload and encodes it anew; this process, which has the books, never
 * decodes an image, and holds that only pixels were sent: a small PNG without any other chunk and nothing behind its end.
 */
export function logoFault(png: Buffer): string | undefined {
  if (png.length > maxBytes) return `must be at most ${maxBytes} bytes`;
  const [header, ...rest] = chunksOf(png) ?? [];
  if (header?.type !== 'IHDR' || header.data.length !== 13) return 'must be a PNG';
  return hasPixelsAlone(rest) ? headerFault(header.data) : 'must be a PNG with its pixels alone';
}

function hasPixelsAlone(chunks: readonly Chunk[]): boolean {
  const end = chunks.at(-1);
  const pixels = chunks.slice(0, -1);
  return end?.type === 'IEND' && end.data.length === 0 && pixels.length > 0 && pixels.every(({ type }) => type === 'IDAT');
}

/** PNG §11.2.2. */
function headerFault(header: Buffer): string | undefined {
  const sides = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (sides.some((side) => side < 1 || side > maxPixels)) return `must be at most ${maxPixels} by ${maxPixels} pixels`;
  const [depth, colour, , , interlaced] = header.subarray(8);
  const isPlain = depth === eightBits && (colour === trueColour || colour === trueColourWithAlpha) && interlaced === 0;
  return isPlain ? undefined : 'must have 8 bits a channel, RGB or RGBA, without interlacing';
}

/** The chunks of a PNG; undefined where it is none, one of its checksums is wrong, or something stands behind it. */
function chunksOf(png: Buffer): Chunk[] | undefined {
  if (!png.subarray(0, signature.length).equals(signature)) return undefined;
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at < png.length) {
    if (at + 12 > png.length) return undefined;
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) return undefined;
    if (crc32(png.subarray(at + 4, at + 8 + length)) !== png.readUInt32BE(at + 8 + length)) return undefined;
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}
