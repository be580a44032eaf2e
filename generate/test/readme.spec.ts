import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { root } from './workspace.js';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const readme = read('README.md');
const { palettePng } = (await import(join(root, 'build/pictures/palette-png.mjs'))) as { palettePng(png: Buffer): Buffer };

/** A PNG of two lines as Chromium writes it: RGB, the second line filtered by the difference from the one above. */
function pngOf(above: readonly number[], below: readonly number[]): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const [named, number] = [Buffer.concat([Buffer.from(type), content]), Buffer.alloc(8)];
    number.writeUInt32BE(content.length);
    number.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([number.subarray(0, 4), named, number.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, above.length / 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]);
  const lines = Buffer.from([0, ...above, 2, ...below.map((byte, at) => (byte - above[at]!) & 255)]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]);
}

describe('the README', () => {
  it('fits on a screen, and its commands, programs and pictures are there', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(80);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
    const programs = [...readme.matchAll(/\$bank\/guides\/([\w.-]+)/g)].map(([, name]) => `docs/guides/programs/${name}`);
    const pictures = [...readme.matchAll(/(?:href|src|srcset)="([^"]+)"/g)].map(([, path]) => path!);
    expect([commands.length, programs.length, pictures.length].every((count) => count > 1)).toBe(true);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    expect([...programs, ...pictures].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has each picture light and dark, all of them in less than 600 KB', () => {
    const folder = join(root, 'docs/pictures');
    const names = readdirSync(folder).sort();
    expect(names).toEqual(['approval', 'portal', 'view'].flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]));
    expect(names.reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0)).toBeLessThan(600_000);
    for (const name of names) expect(readme).toContain(`docs/pictures/${name}`);
  });

  it('has pictures with a palette, which show the same colours', () => {
    const [red, white] = [
      [200, 10, 10],
      [255, 255, 255],
    ];
    const png = palettePng(pngOf([...white!, ...white!, ...red!], [...white!, ...red!, ...white!]));
    const contentOf = (type: string): Buffer => {
      const at = png.indexOf(type);
      return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
    };
    expect([...contentOf('PLTE')]).toEqual([...white!, ...red!]);
    expect([...inflateSync(contentOf('IDAT'))]).toEqual([0, 0, 0, 1, 0, 0, 1, 0]);
  });
});
