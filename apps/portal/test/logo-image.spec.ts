import { deflateSync, crc32 } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { logoPng } from '../src/clients/logo-image.js';

/** A chunk of a PNG. */
const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const png = ({
  width = 64,
  height = 64,
  interlaced = 0,
  further = [] as Buffer[],
  pixels = Buffer.concat(Array<Buffer>(height).fill(Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, 0x55)]))),
} = {}) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlaced], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), ...further, chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]);
};
const photo = (width: number, height: number) =>
  jpeg.encode(
    { width, height, data: Buffer.from(Uint8Array.from({ length: width * height * 4 }, (_, index) => (index % 4 === 3 ? 255 : 200))) },
    60,
  ).data;

describe('an uploaded logo', () => {
  it('becomes a PNG of at most 256 pixels with nothing of the file but its pixels', async () => {
    const made = await logoPng(png({ width: 600, height: 300, further: [chunk('tEXt', Buffer.from('Comment\0<script>'))] }));
    const { width, height, data } = PNG.sync.read(made);
    expect([width, height, [...data.subarray(0, 4)]]).toEqual([256, 128, [0x55, 0x55, 0x55, 0x55]]);
    expect(made.toString('latin1')).not.toMatch(/script/);
    const small = PNG.sync.read(await logoPng(png()));
    expect([small.width, small.height]).toEqual([64, 64]);
  });

  it('may be a JPEG', async () => {
    const { width, height, data } = PNG.sync.read(await logoPng(photo(300, 600)));
    expect([width, height]).toEqual([128, 256]);
    for (const value of data.subarray(0, 3)) expect(Math.abs(value - 200)).toBeLessThan(5);
  });

  it('is refused where it is large, small, interlaced, damaged or another thing, by its header alone', async () => {
    const pretending = photo(64, 64);
    const frame = pretending.indexOf(Buffer.from([0xff, 0xc0]));
    pretending.writeUInt16BE(60_000, frame + 5);
    const scans = Buffer.concat([
      photo(64, 64).subarray(0, -2),
      ...Array<Buffer>(40).fill(Buffer.from([0xff, 0xda, 0, 2])),
      Buffer.from([0xff, 0xd9]),
    ]);
    for (const [file, says] of [
      [png({ width: 30_000, height: 30_000, pixels: Buffer.alloc(1) }), /30000 × 30000 pixels/],
      [png({ width: 16, height: 64 }), /each side must have 32 to 1024/],
      [png({ interlaced: 1 }), /without interlacing/],
      [png({ pixels: Buffer.alloc(64 * 257, 0x55) }), /damaged/],
      [Buffer.concat([png(), Buffer.from('<script>')]), /damaged/],
      [png().subarray(0, 60), /damaged/],
      [pretending, /64 × 60000 pixels/],
      [scans, /too many scans/],
      [photo(64, 64).subarray(0, 20), /damaged/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'), /neither a PNG nor a JPEG/],
      [Buffer.from('GIF89a'), /neither a PNG nor a JPEG/],
    ] as const)
      await expect(logoPng(file)).rejects.toThrow(says);
  });
});
