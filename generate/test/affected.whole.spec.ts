import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = ['gateway', 'generate', 'sandbox', 'bench', 'books', 'cli', 'client', 'testing'];
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

  const nx = (...command: string[]): string =>
    execFileSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', ...command], {
      cwd: workspace,
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NO_COLOR: '1', NX_WORKSPACE_ROOT_PATH: workspace },
    });
  const affectedBy = (file: string): string[] =>
    nx('show', 'projects', '--affected', `--files=${file}`)
      .split('\n')
      .flatMap((name) => (name === '' ? [] : [name.replace('@open-banking/', '')]))
      .sort();
  /** The services among the projects. */
  const servicesOf = (projects: readonly string[]): string[] => services.filter((service) => projects.includes(service));

  it(
    'names for a changed row what reads the table, and of the services those whose tests reach the one that serves it; no library',
    () => {
      expect(affectedBy('libs/spec/src/products/cards.ts')).toEqual(['cards', 'ais-pis', 'portal', 'documents', 'rows', ...tools].sort());
      expect(servicesOf(affectedBy('libs/spec/src/products/securities.ts'))).toEqual(['ais-pis', 'securities', 'portal']);
    },
    slowMs,
  );

  it(
    'names for a changed source of a service each project whose tests reach it',
    () => {
      expect(servicesOf(affectedBy('apps/ais-pis/src/service.ts'))).toEqual(services);
      expect(servicesOf(affectedBy('apps/savings-loans/src/service.ts'))).toEqual(['ais-pis', 'savings-loans', 'loan-services', 'portal']);
      expect(servicesOf(affectedBy('apps/cards/test/read-cards.spec.ts'))).toEqual(['cards']);
    },
    slowMs,
  );

  it(
    'names all services for a changed limit class, test kit or installed package, and for a page of the documentation those that serve or read it',
    () => {
      for (const file of ['libs/spec/src/limits.ts', 'testing/src/bank.ts', 'package-lock.json'])
        expect(servicesOf(affectedBy(file))).toEqual(services);
      expect(servicesOf(affectedBy('docs/payments.md'))).toEqual(['ais-pis', 'portal']);
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
      for (const [file, runsAgain] of [
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
      ] as const) {
        expect({ file, exists: existsSync(join(workspace, file)) }).toEqual({ file, exists: true });
        appendFileSync(join(workspace, file), '\n');
        expect({ file, ran: ran('mandates') }).toEqual({ file, ran: runsAgain });
      }
      expect(ran('mandates')).toBe(false);
    },
    slowMs,
  );
});
