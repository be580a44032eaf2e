// Makes pictures of pages small: 256 colours by number look like all the colours of a page, and take a third of the bytes.
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;
/** Red, green, blue and alpha, as pngjs reads every picture. */
const channels = 4;

/** The pixels of a picture, each as the number of its colour: RGB in 24 bits. */
function pixelsOf(png) {
  const { width, height, data } = PNG.sync.read(png);
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) colours[at] = data.readUIntBE(at * channels, 3);
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

/** The same picture with at most 256 colours, without transparency. Throws where `png` is no PNG. */
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
