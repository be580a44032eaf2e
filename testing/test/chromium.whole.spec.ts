import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@open-banking/testing';
import { chromiumPath } from '../src/chromium.js';

const run = promisify(execFile);

describe('Chromium', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });

  it('can be started by each of three test files that begin at once, and is unpacked into one folder', async () => {
    const place = join(folder.path, 'chromium');
    const started = await Promise.all(
      [1, 2, 3].map(async () => (await run(await chromiumPath(place), ['--no-sandbox', '--version'])).stdout),
    );
    for (const said of started) expect(said).toMatch(/Chrom(e|ium)/);
    expect(readdirSync(folder.path)).toEqual(['chromium']);
  });
});
