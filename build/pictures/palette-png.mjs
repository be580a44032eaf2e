// Makes pictures of pages small: 256 colours by number look like all the colours of a page, and take a third of the bytes.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;

/** The chunks of a PNG: type and content. */
function* chunksOf(png) {
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

/** The byte that a filter of PNG (RFC 2083 §6) adds, from the bytes to the left, above, and left of that above. */
const predictions = [
  () => 0,
  (left) => left,
  (left, above) => above,
  (left, above) => (left + above) >> 1,
  (left, above, corner) => {
    const [a, b, c] = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
    if (a <= b && a <= c) return left;
    return b <= c ? above : corner;
  },
];

/** The bytes of the lines, each of `stride` bytes behind the number of its filter. */
function unfiltered(lines, stride, channels) {
  const bytes = Buffer.alloc(lines.length - lines.length / (stride + 1));
  for (let at = 0; at < bytes.length; at += 1) {
    const [y, x] = [Math.floor(at / stride), at % stride];
    const from = y * (stride + 1);
    const left = x < channels ? 0 : bytes[at - channels];
    const above = y === 0 ? 0 : bytes[at - stride];
    const corner = x < channels || y === 0 ? 0 : bytes[at - stride - channels];
    bytes[at] = lines[from + 1 + x] + predictions[lines[from]](left, above, corner);
  }
  return bytes;
}

/** The pixels of a picture as Chromium writes it: eight bits a channel, RGB or RGBA, not interlaced. */
function pixelsOf(png) {
  const chunks = [...chunksOf(png)];
  const [, header] = chunks[0];
  const [width, height, depth, kind, interlaced] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9], header[12]];
  const channels = { 2: 3, 6: 4 }[kind];
  if (depth !== 8 || channels === undefined || interlaced) throw new Error(`not a PNG of a browser: depth ${depth}, colour type ${kind}`);
  const lines = inflateSync(Buffer.concat(chunks.flatMap(([type, content]) => (type === 'IDAT' ? [content] : []))));
  const bytes = unfiltered(lines, width * channels, channels);
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) colours[at] = bytes.readUIntBE(at * channels, 3);
  return { width, height, colours };
}

const distance = (one, other) => [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

/** The most frequent colours, and for each colour the number of the one that is nearest. */
function paletteOf(colours) {
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxColours)
    .map(([colour]) => colour);
  const numbers = new Map(palette.map((colour, number) => [colour, number]));
  for (const colour of counts.keys()) {
    if (numbers.has(colour)) continue;
    const distances = palette.map((one) => distance(one, colour));
    numbers.set(colour, distances.indexOf(Math.min(...distances)));
  }
  return { palette, numbers };
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The same picture with at most 256 colours. Throws where `png` is not one that Chromium writes. */
export function palettePng(png) {
  const { width, height, colours } = pixelsOf(png);
  const { palette, numbers } = paletteOf(colours);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = numbers.get(colours[y * width + x]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
