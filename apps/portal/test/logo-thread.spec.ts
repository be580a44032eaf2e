import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { eventLoopTurnsDuring } from '@open-banking/testing';
import { logoPng, UnusableImage } from '../src/clients/logo-image.js';
import { logoPngInThread } from '../src/clients/logo-thread.js';

const [width, height] = [300, 300];
const data = Buffer.alloc(width * height * 4, Buffer.from([10, 20, 30, 255]));
const png = PNG.sync.write(Object.assign(new PNG({ width, height }), { data }));
const photo = jpeg.encode({ width, height, data }, 50).data;

describe('the thread that makes logos', () => {
  it('makes the same logo as this thread would, which goes on meanwhile', async () => {
    for (const file of [png, photo]) {
      const made = logoPngInThread(file);
      expect(await eventLoopTurnsDuring(made)).toBeGreaterThan(100);
      expect((await made).equals(await logoPng(file))).toBe(true);
    }
  });

  it('reports what is wrong with an image, and makes the next one', async () => {
    const [damaged, sound] = [logoPngInThread(png.subarray(0, 60)), logoPngInThread(png)];
    await expect(damaged).rejects.toThrow(new UnusableImage('The image is damaged.'));
    expect(PNG.sync.read(await sound).width).toBe(256);
  });

  it('refuses a logo where eight wait for it, and takes it later', async () => {
    const waiting = Array.from({ length: 8 }, () => logoPngInThread(png.subarray(0, 60)).catch((error: Error) => error.message));
    await expect(logoPngInThread(png)).rejects.toMatchObject({ status: 503, hints: { retryAfterSeconds: 2 } });
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['The image is damaged.']));
    expect(PNG.sync.read(await logoPngInThread(png)).width).toBe(256);
  });
});
