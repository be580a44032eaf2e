import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.js';

const { platformRefusal } = (await import(join(root, 'build/platform.mjs'))) as {
  platformRefusal(platform?: string, node?: string): string | undefined;
};

/** Runs the program of `npm start` where `process` has this property. */
const startedWhere = (property: string, value: string) => {
  const changed = `data:text/javascript,Object.defineProperty(process, '${property}', { value: '${value}' })`;
  return spawnSync(process.execPath, ['--import', changed, join(root, 'build/start.mjs')], { encoding: 'utf8' });
};

describe('npm start', () => {
  it('is for Linux and macOS with Node.js 20 or later', () => {
    for (const platform of ['linux', 'darwin']) expect(platformRefusal(platform, 'v20.0.0')).toBeUndefined();
    expect(platformRefusal('linux', 'v19.9.0')).toContain('needs Node.js 20 or later');
  });

  it.each([
    ['platform', 'win32', 'The bank does not run on Windows itself: install WSL'],
    ['version', 'v18.20.8', 'The bank needs Node.js 20 or later, and this is v18.20.8.'],
  ])('ends with one sentence and exit code 1 where the %s is %s', (property, value, sentence) => {
    const { status, stdout, stderr } = startedWhere(property, value);
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(new RegExp(`^${sentence}[^\\n]*\\n$`))]);
  });
});
