import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { services } from '@open-banking/spec';

const root = join(import.meta.dirname, '../..');
const programs = [
  ...readdirSync(join(root, 'apps')).map((app) => `apps/${app}/dist/bundle/main.js`),
  ...['cli', 'sandbox'].map((folder) => `${folder}/dist/bundle/openbank.js`),
  ...['start', 'serve-part', 'make-demo-bank'].map((name) => `sandbox/dist/bundle/${name}.js`),
]
  .map((file) => join(root, file))
  .filter((file) => existsSync(file));

const importedFirst = /^(?:import|export)\b[^;]*?"(\.[^"]+\.js)";$/gm;
const importedEver = /\b(?:import|export|from)\b\s*\(?\s*"(\.[^"]+\.js)"/g;

/** The texts of a program and of all files that it loads before it runs, or ever, by path. Earlier builds leave files beside them. */
function filesOf(program: string, imported: RegExp): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const load = (file: string): void => {
    if (texts.has(file)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const [, path] of text.matchAll(imported)) load(join(dirname(file), path!));
  };
  load(program);
  return texts;
}

const loadedBy = (program: string, imported = importedFirst): string => [...filesOf(program, imported).values()].join('\n');

describe('the bundles', () => {
  it('are all there: each service, the two commands and three programs of the sandbox', () => {
    expect(programs).toHaveLength(services.length + 5);
  });

  it('have no character outside ASCII, as V8 would then keep the whole file in two bytes a character', () => {
    expect(programs.filter((program) => /[^\0-\x7f]/.test(loadedBy(program)))).toEqual([]);
  });

  it('do not import node:http as an ES module, which loads undici', () => {
    expect(programs.filter((program) => /^import\b[^;]*"(node:)?http";$/m.test(loadedBy(program)))).toEqual([]);
  });

  it('of an operator’s command have nothing of the sandbox, of its simulators or of the campaigns, whatever they load when it is needed', () => {
    const foreign = /^\/\/ (?:sandbox|simulators|campaigns)\/dist\/.*$/gm;
    const [operators, sandboxs] = ['cli', 'sandbox'].map((folder) =>
      loadedBy(join(root, `${folder}/dist/bundle/openbank.js`), importedEver),
    );
    expect(operators).toContain('// cli/dist/program.js');
    expect(operators).toContain('// libs/installation/dist/database-passwords.js');
    expect(sandboxs!.match(foreign)).toEqual(
      expect.arrayContaining(['// simulators/dist/ca/sandbox-ca.js', '// sandbox/dist/bank/bank.js']),
    );
    expect(operators!.match(foreign)).toBeNull();
  });

  it('take a CommonJS package that is loaded when needed by its default export: the bundle of one has no other', () => {
    const byName = /const \{ (?!default\b)[^}]*\} = await import\("(\.[^"]+\.js)"\)/g;
    const files = new Map(programs.flatMap((program) => [...filesOf(program, importedEver)]));
    const hasDefaultOnly = (file: string): boolean => /^export default require_\w+\(\);$/m.test(files.get(file)!);
    expect([...files.keys()].filter(hasDefaultOnly).length).toBeGreaterThan(0);
    const taken = [...files].flatMap(([file, text]) =>
      [...text.matchAll(byName)].map(([statement, path]) => ({ statement, from: join(dirname(file), path!) })),
    );
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter(({ from }) => hasDefaultOnly(from)).map(({ statement }) => statement)).toEqual([]);
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
