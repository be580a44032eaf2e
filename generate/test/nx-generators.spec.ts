import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './workspace.js';

type Generator = (tree: object, options: Readonly<Record<string, unknown>>) => (print: (text: string) => void) => void;
const generatorOf = async (name: string) => ((await import(`${root}generate/nx/${name}.mjs`)) as { default: Generator }).default;
const operation = await generatorOf('operation');
const migration = await generatorOf('migration');
const field = await generatorOf('field');

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

  it('writes the files that docs/adding.md lists for an operation, each with one addition', () => {
    const adding = readFileSync(join(root, 'docs/adding.md'), 'utf8');
    const [, section] = /^## Add an operation$([^]*?)^## /m.exec(adding)!;
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

  it('prints the tests that docs/adding.md names for an operation', () => {
    const adding = readFileSync(join(root, 'docs/adding.md'), 'utf8');
    const [, tests] = /^## Add an operation$[^]*?^ {4}(npm test -- .+)$/m.exec(adding)!;
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

describe('nx g field', () => {
  const { files, printed } = run(field, { service: 'cards', field: 'expiryDate', type: 'date' });
  const textOf = (ending: string): string => [...files.written].find(([file]) => file.endsWith(ending))![1];
  const [, section] = /^## Add a field$([^]*?)^## /m.exec(readFileSync(join(root, 'docs/adding.md'), 'utf8'))!;

  it('writes the first four files that docs/adding.md lists for a field, each with its addition', () => {
    const listed = [...section!.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file]) => file!);
    const written = [...files.written.keys()].map((file) => file.replace(/\d{4}(?=-card-expiry-date)/, '<next number>'));
    expect(written.sort()).toEqual(listed.slice(0, 4).sort());
    expect(textOf('up.sql')).toBe('-- Card expiry date.\nalter table card add column expiry_date date;\n');
    const added = (ending: string, file: string) => linesAdded(file, textOf(ending)).map((line) => line.trim());
    expect(added('load-format.ts', 'apps/cards/src/load-format.ts')).toEqual(['@Optional() @Day() readonly expiryDate?: string;']);
    const statements = added('.statements.ts', 'apps/cards/src/cards/cards.statements.ts');
    expect(statements).toEqual([
      'readonly expiryDate: string | null;',
      expect.stringMatching(/^c\.expiry_date::text as "expiryDate", c\.card_id/),
    ]);
    expect(added('.messages.ts', 'apps/cards/src/cards/cards.messages.ts').join('\n')).toContain(
      "expiryDate: Type.Optional(withDescription(IsoDate, 'Expiry date; absent where the bank has none.')),",
    );
  });

  it('writes sources without a syntax error, for each type', () => {
    for (const type of ['date', 'text', 'flag', 'number']) {
      const { files: of, printed: said } = run(field, { service: 'cards', field: 'someNote', type });
      expect([...of.written].filter(([file]) => file.endsWith('.ts')).flatMap(([file, text]) => syntaxErrors(file, text))).toEqual([]);
      expect([type, said.includes('docs/personal-data.md')]).toEqual([type, type === 'text']);
    }
  });

  it('prints the tests that docs/adding.md names for a field', () => {
    const [, tests] = /`(npm test -- [^`]+)`/.exec(section!)!;
    expect(printed).toContain(tests);
  });

  it.each([
    [{ service: 'cards', field: 'expiryDate', type: 'day' }, 'day is no type'],
    [{ service: 'cards', field: 'Expiry date' }, 'is no name of a field'],
    [{ service: 'cards', field: 'displayName' }, 'has a field displayName already'],
    [{ service: 'cards', field: 'note', line: 'Wallet' }, 'has no line Wallet'],
    [{ service: 'cards', field: 'note', line: 'Statement' }, 'add the field by hand'],
    [{ service: 'portal', field: 'note' }, 'load-format.ts does not exist'],
  ])('writes nothing for %j', (options, reason) => {
    const untouched = new ChangedFiles();
    expect(() => field(untouched, options)).toThrow(reason);
    expect(untouched.written.size).toBe(0);
  });
});
