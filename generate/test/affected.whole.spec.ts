import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Nx takes seconds each time, and a minute beside other tests on a slow machine. */
const slowMs = 600_000;

/** The workspace without its history and compiled files, so that files can be changed. Its tests only say that they ran. */
function copyOfWorkspace(): string {
  const copy = mkdtempSync(join(tmpdir(), 'open-banking-nx-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');
  const configured = /(^|\/)(package|project|nx)\.json$|^(libs\/spec|docs)\/.*|^package-lock\.json$|\/main\.ts$|^testing\/src\//;
  for (const file of files.filter((one) => configured.test(one))) cpSync(join(root, file), join(copy, file));
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
    'names for a changed row what reads the table, and of the services only the one that serves it',
    () => {
      expect(affectedBy('libs/spec/src/products/cards.ts')).toEqual(
        ['cards', 'documents', 'gateway', 'generate', 'portal', 'rows', 'sandbox', ...['bench', 'books', 'cli', 'testing']].sort(),
      );
      expect(servicesOf(affectedBy('libs/spec/src/products/mandates.ts'))).toEqual(['mandates', 'portal']);
    },
    slowMs,
  );

  it(
    'names all services for a changed limit class, test kit or installed package, and none for a page of the documentation',
    () => {
      for (const file of ['libs/spec/src/limits.ts', 'testing/src/bank.ts', 'package-lock.json'])
        expect(servicesOf(affectedBy(file))).toEqual(services);
      expect(affectedBy('docs/payments.md')).toEqual(['documents']);
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
      for (const file of [
        'apps/mandates/src/main.ts',
        'libs/spec/src/limits.ts',
        'libs/spec/src/products/cards.ts',
        'apps/ais-pis/src/main.ts',
        'docs/openapi/mandates.json',
        'testing/src/bank.ts',
        'package-lock.json',
      ]) {
        appendFileSync(join(workspace, file), '\n');
        expect({ file, ran: ran('mandates') }).toEqual({ file, ran: true });
      }
      expect(ran('mandates')).toBe(false);
    },
    slowMs,
  );
});
