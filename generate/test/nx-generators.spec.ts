import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './workspace.js';

type Generator = (tree: object, options: Readonly<Record<string, unknown>>) => (print: (text: string) => void) => void;
const generatorOf = async (name: string) => ((await import(`${root}generate/nx/${name}.mjs`)) as { default: Generator }).default;
const operation = await generatorOf('operation');
const migration = await generatorOf('migration');

/** The files of the repository as Nx shows them to a generator, with what it writes in memory. */
class ChangedFiles {
  readonly written = new Map<string, string>();
  children = (folder: string): string[] => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []);
  exists = (file: string): boolean => this.written.has(file) || existsSync(join(root, file));
  isFile = (file: string): boolean => this.written.has(file) || statSync(join(root, file)).isFile();
  read = (file: string): string => this.written.get(file) ?? readFileSync(join(root, file), 'utf8');
  write = (file: string, text: string): void => {
    this.written.set(file, text);
  };
}

/** Runs a generator. Returns its changes and the text that it prints in the end. */
function run(generator: Generator, options: Readonly<Record<string, unknown>>): { files: ChangedFiles; printed: string } {
  const files = new ChangedFiles();
  let printed = '';
  generator(
    files,
    options,
  )((text) => {
    printed += text;
  });
  return { files, printed };
}
const linesAdded = (file: string, text: string): string[] => {
  const before = new Set(existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split('\n') : []);
  return text.split('\n').filter((line) => !before.has(line));
};
const syntaxErrors = (file: string, text: string): string[] =>
  (
    ts.transpileModule(text, { fileName: file, reportDiagnostics: true, compilerOptions: { experimentalDecorators: true } }).diagnostics ??
    []
  ).map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);

describe('nx g operation', () => {
  const names = { english: 'Statements of a card', hebrew: 'דפי פירוט', arabic: 'كشوف بطاقة' };
  const { files, printed } = run(operation, { service: 'cards', id: 'listCardStatements', ...names });

  it('writes the files that CONTRIBUTING.md lists for an operation, each with one addition', () => {
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const [, section] = /^## Add an operation$([^]*?)^## /m.exec(contributing)!;
    const listed = [...section!.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file]) => file!);
    expect(listed).toHaveLength(6);
    expect([...files.written.keys()].sort()).toEqual(
      [
        ...listed,
        'CHANGELOG.md',
        'apps/cards/test/list-card-statements.spec.ts',
        ...['ar', 'en', 'he'].map((code) => `libs/pages/src/locales/receipt-operations.${code}.ts`),
      ].sort(),
    );
    for (const [file, text] of files.written) expect([file, linesAdded(file, text).length]).not.toEqual([file, 0]);
  });

  it('writes sources without a syntax error', () => {
    const sources = [...files.written].filter(([file]) => file.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.flatMap(([file, text]) => syntaxErrors(file, text))).toEqual([]);
  });

  it('gives the row the path of the model, its token and permission, in the columns of the table', () => {
    const file = 'libs/spec/src/products/cards.ts';
    const rows = files.written
      .get(file)!
      .split('\n')
      .filter((line) => /: +get\(/.test(line));
    const [added] = rows.filter((line) => line.includes('listCardStatements'));
    expect(added).toContain("get('/v1.7/cards/{card-id}/statements',");
    expect(added!.replace(/ {2,}/g, ' ')).toContain(
      "{ limits: 'read', token: accountReader, permission: 'accounts', of: 'card', formats }),",
    );
    expect(new Set(rows.map((line) => line.indexOf('{ limits'))).size).toBe(1);
    expect(new Set(rows.map((line) => line.indexOf('get('))).size).toBe(1);
  });

  it('prints the tests that CONTRIBUTING.md names for an operation', () => {
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const [, tests] = /^## Add an operation$[^]*?^ {4}(npm test -- .+)$/m.exec(contributing)!;
    expect(tests).toContain('apps/cards ');
    expect(printed).toContain(tests);
  });

  it('prints what is left to do, the names in other languages only where they were not given', () => {
    expect(printed).toContain('cards.messages.ts: the fields of CardStatements');
    expect(printed).not.toContain('receipt-operations');
    expect(run(operation, { service: 'cards', id: 'listCardStatements' }).printed).toContain('receipt-operations.ar.ts');
  });

  it.each([
    [{ service: 'cards', id: 'readCardBalances' }, 'has an operation readCardBalances already'],
    [{ service: 'cards', id: 'orderCard' }, 'orderCard must be list or read'],
    [{ service: 'cards', id: 'listCardStatements', like: 'listCards' }, 'listCards does not read one resource'],
    [{ service: 'nothing', id: 'listThings' }, 'libs/spec/src/products/nothing.ts does not exist'],
  ])('writes nothing for %j', (options, reason) => {
    const untouched = new ChangedFiles();
    expect(() => operation(untouched, options)).toThrow(reason);
    expect(untouched.written.size).toBe(0);
  });
});

describe('nx g migration', () => {
  it('writes the next number of the service, and prints the rules of a migration', () => {
    const { files, printed } = run(migration, { service: 'cards', name: 'card-expiry' });
    const [[file, text]] = [...files.written] as [[string, string]];
    const numbers = readdirSync(join(root, 'apps/cards/migrations')).flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? []);
    expect(file).toBe(`apps/cards/migrations/${String(Math.max(...numbers.map(Number)) + 1).padStart(4, '0')}-card-expiry/up.sql`);
    expect(text).toBe('-- Card expiry.\n');
    expect(printed).toContain("the previous release's code");
    const outside = run(migration, { service: 'cards', name: 'card-expiry', outsideTransaction: true });
    expect([...outside.files.written.values()]).toEqual(['-- outside a transaction\n-- Card expiry.\n']);
  });

  it.each([
    [{ service: 'cards', name: 'Card Expiry' }, 'is no name of a migration'],
    [{ service: 'nothing', name: 'card-expiry' }, 'nothing is no service with tables'],
  ])('writes nothing for %j', (options, reason) => {
    const files = new ChangedFiles();
    expect(() => migration(files, options)).toThrow(reason);
    expect(files.written.size).toBe(0);
  });
});
