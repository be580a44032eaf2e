import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const programs = [
  ...readdirSync(join(root, 'apps')).map((app) => `apps/${app}/dist/bundle/main.js`),
  'cli/dist/bundle/openbank.js',
  ...['start', 'serve-part', 'make-demo-bank'].map((name) => `sandbox/dist/bundle/${name}.js`),
]
  .map((file) => join(root, file))
  .filter((file) => existsSync(file));

/** A program and all files that it loads before it runs, as one text. */
function loadedBy(program: string): string {
  const texts = new Map<string, string>();
  const load = (file: string): void => {
    if (texts.has(file)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const [, path] of text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+\.js)";$/gm)) load(join(dirname(file), path!));
  };
  load(program);
  return [...texts.values()].join('\n');
}

describe('the bundles', () => {
  it('are all there: seven services, the command line and three programs of the sandbox', () => {
    expect(programs).toHaveLength(11);
  });

  it('have no character outside ASCII, as V8 would then keep the whole file in two bytes a character', () => {
    expect(programs.filter((program) => /[^\0-\x7f]/.test(loadedBy(program)))).toEqual([]);
  });

  it('do not import node:http as an ES module, which loads undici', () => {
    expect(programs.filter((program) => /^import\b[^;]*"(node:)?http";$/m.test(loadedBy(program)))).toEqual([]);
  });

  it('of npm start loads TypeORM, certificates and the demo bank only when it needs them', () => {
    const [start, maker] = ['start', 'make-demo-bank'].map((name) => loadedBy(join(root, `sandbox/dist/bundle/${name}.js`)));
    const makesBanks = '// sandbox/dist/demo-bank/generate.js';
    expect(maker).toContain(makesBanks);
    expect(start).toContain('// sandbox/dist/bank/bank.js');
    expect(
      [makesBanks, '// node_modules/typeorm/index.js', '// node_modules/@peculiar/x509/'].filter((module) => start!.includes(module)),
    ).toEqual([]);
  });
});
