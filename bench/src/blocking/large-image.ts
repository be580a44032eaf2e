import { crc32, deflateSync } from 'node:zlib';

/** The largest that the portal takes as a logo. */
const side = 1_024;
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG (RGBA, 8 bits) with as many pixels as a logo may have, in stripes: a small file. */
export function largeImage(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const lines = Array.from({ length: side }, (_, y) => {
    const line = Buffer.alloc(1 + side * 4, 0xff);
    line[0] = 0;
    for (let x = 0; x < side; x += 1) line.set([x >> 5, y >> 5, 0x80], 1 + x * 4);
    return line;
  });
  const pixels = deflateSync(Buffer.concat(lines));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
