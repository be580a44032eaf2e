import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';
import { packageFolders } from './workspace.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const askNx = fileURLToPath(new URL('./affected/ask-nx.mjs', import.meta.url));
/** The packages outside apps and libs, by the name of their folder. */
const tools = packageFolders.filter((folder) => !/^(apps|libs)\//.test(folder)).map((folder) => folder.split('/').at(-1)!);
/** Nx takes seconds each time, and a minute beside other tests on a slow machine. */
const slowMs = 600_000;

/** The workspace without its history and compiled files, so that files can be changed. Its tests only say that they ran. */
function copyOfWorkspace(): string {
  const copy = mkdtempSync(join(tmpdir(), 'open-banking-nx-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');
  for (const file of files.filter((one) => one !== '' && existsSync(join(root, one)))) cpSync(join(root, file), join(copy, file));
  for (const file of ['libs/spec/src/products/project.json', 'nx.json']) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), text.replace(/"command": "[^"]*jest\.js[^"]*"/, '"command": "echo the tests ran"'));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

describe('Nx', () => {
  const workspace = copyOfWorkspace();
  afterAll(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, {
      cwd: workspace,
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NO_COLOR: '1', NX_WORKSPACE_ROOT_PATH: workspace },
    });
  const nx = (...command: string[]): string => node('node_modules/nx/dist/bin/nx.js', ...command);
  const ask = <T>(...question: string[]): T => JSON.parse(node(askNx, ...question)) as T;
  const sorted = (names: readonly string[]): string[] => names.map((name) => name.replace('@open-banking/', '')).sort();
  /** The projects that each of these files affects, in their order. */
  const affectedBy = (...files: string[]): string[][] => {
    const byFile = ask<Record<string, string[]>>('affected', ...files);
    return files.map((file) => sorted(byFile[file]!));
  };
  /** The services among the projects. */
  const servicesOf = (projects: readonly string[]): string[] => services.filter((service) => projects.includes(service));

  it(
    'names for a changed row what reads the table, and of the services those whose tests reach the one that serves it; no library',
    () => {
      const [cards, securities] = affectedBy('libs/spec/src/products/cards.ts', 'libs/spec/src/products/securities.ts');
      // And the domains of ais-pis whose tests reach cards.
      expect(cards!.filter((name) => !name.startsWith('ais-pis-'))).toEqual(
        ['cards', 'ais-pis', 'portal', 'documents', 'rows', ...tools].sort(),
      );
      expect(servicesOf(securities!)).toEqual(['ais-pis', 'securities', 'portal']);
      const named = nx('show', 'projects', '--affected', '--files=libs/spec/src/products/cards.ts').split('\n');
      expect(sorted(named.filter((name) => name !== ''))).toEqual(cards);
    },
    slowMs,
  );

  it(
    'names for a changed source of a service each project whose tests reach it',
    () => {
      const [consents, savings, test] = affectedBy(
        'apps/ais-pis/src/service.ts',
        'apps/savings-loans/src/service.ts',
        'apps/cards/test/read-cards.spec.ts',
      );
      expect(servicesOf(consents!)).toEqual(services);
      expect(servicesOf(savings!)).toEqual(['ais-pis', 'savings-loans', 'loan-services', 'portal']);
      expect(servicesOf(test!)).toEqual(['cards']);
    },
    slowMs,
  );

  it(
    'names all services for a changed limit class, test kit or installed package, and for a page of the documentation those that serve or read it',
    () => {
      const ofAll = ['libs/spec/src/limits.ts', 'testing/src/bank.ts', 'package-lock.json'];
      const found = affectedBy(...ofAll, 'docs/payments.md').map(servicesOf);
      expect(found).toEqual([...ofAll.map(() => services), ['ais-pis', 'portal']]);
    },
    slowMs,
  );

  const ran = (project: string): boolean => {
    const said = nx('test', project);
    expect(said).toContain('the tests ran');
    return !said.includes('read the output from the cache');
  };

  it(
    'takes a test from the cache if nothing that it reads has changed, and runs it again otherwise',
    () => {
      expect([ran('mandates'), ran('mandates')]).toEqual([true, false]);
      const changes = [
        ['apps/mandates/src/main.ts', true],
        ['apps/mandates/test/delete-mandate.spec.ts', true],
        ['libs/spec/src/limits.ts', true],
        ['libs/spec/src/products/ais-pis.ts', true],
        ['libs/spec/src/products/cards.ts', false],
        // Its tests sign customers in there.
        ['apps/ais-pis/src/service.ts', true],
        ['apps/cards/src/main.ts', false],
        ['apps/cards/migrations/0001-cards/up.sql', true],
        ['apps/portal/src/main.ts', false],
        ['libs/issuer/src/index.ts', true],
        ['gateway/src/index.ts', true],
        ['docs/payments.md', false],
        ['docs/ports/customer-alerts.json', true],
        ['testing/src/bank.ts', true],
        ['package-lock.json', true],
      ] as const;
      for (const [file] of changes) expect({ file, exists: existsSync(join(workspace, file)) }).toEqual({ file, exists: true });
      // A test runs again where its key in the cache is another one.
      const [atFirst, ...keys] = ask<string[]>('keys', '@open-banking/mandates', ...changes.map(([file]) => file));
      expect(changes.map(([file], at) => [file, keys[at] !== (keys[at - 1] ?? atFirst)])).toEqual(changes);
      expect([ran('mandates'), ran('mandates')]).toEqual([true, false]);
      appendFileSync(join(workspace, 'apps/cards/src/main.ts'), '\n');
      expect(ran('mandates')).toBe(false);
    },
    slowMs,
  );
});
