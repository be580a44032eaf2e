import { crc32, deflateSync } from 'node:zlib';
import { logoFault } from '../src/logos/logo-png.js';

const chunk = (type: string, data: Buffer = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const header = (width: number, depth = 8, colour = 6, interlaced = 0): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(64, 4);
  data.set([depth, colour, 0, 0, interlaced], 8);
  return chunk('IHDR', data);
};
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(64 * 257)));
const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);

describe('A logo that the portal sends', () => {
  it('is a small PNG with its pixels alone', () => {
    const good = png(header(64), pixels, chunk('IEND'));
    expect(logoFault(good)).toBeUndefined();
    const damaged = Buffer.from(good);
    damaged[60]! ^= 1;
    for (const [bad, says] of [
      [Buffer.from('<svg/>'), 'must be a PNG'],
      [Buffer.alloc(0), 'must be a PNG'],
      [damaged, 'must be a PNG'],
      [good.subarray(0, -1), 'must be a PNG'],
      [Buffer.concat([good, Buffer.from('<script>')]), 'must be a PNG'],
      [png(header(64), chunk('tEXt', Buffer.from('a\0b')), pixels, chunk('IEND')), 'pixels alone'],
      [png(header(64), pixels, chunk('IEND'), chunk('IDAT')), 'pixels alone'],
      [png(header(64), chunk('IEND')), 'pixels alone'],
      [png(header(257), pixels, chunk('IEND')), '256 by 256'],
      [png(header(0), pixels, chunk('IEND')), '256 by 256'],
      [png(header(64, 16), pixels, chunk('IEND')), '8 bits a channel'],
      [png(header(64, 8, 3), pixels, chunk('IEND')), '8 bits a channel'],
      [png(header(64, 8, 6, 1), pixels, chunk('IEND')), 'without interlacing'],
      [png(header(64), chunk('IDAT', Buffer.alloc(300_000)), chunk('IEND')), 'at most 300000 bytes'],
    ] as const)
      expect(logoFault(bad)).toContain(says);
  });
});
