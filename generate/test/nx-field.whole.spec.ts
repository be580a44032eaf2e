import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkspaceCopy } from '@open-banking/testing';

/** The types of a service and its tests are checked in a minute beside other tests. */
const slowMs = 300_000;

describe('npx nx g field cards expiryDate --type date', () => {
  const workspace = new WorkspaceCopy();
  afterAll(() => {
    workspace.remove();
  });
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, {
      cwd: workspace.path,
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false', NX_WORKSPACE_ROOT_PATH: workspace.path, NO_COLOR: '1' },
    });

  it(
    'writes a field whose types fit, in a copy of the workspace; without its column in the row they would not',
    () => {
      const said = node('node_modules/nx/dist/bin/nx.js', 'g', 'field', 'cards', 'expiryDate', '--type', 'date');
      expect(said).toContain('Left to do for expiryDate of Card:');
      const program = join(workspace.path, 'tsconfig.cards.json');
      const include = ['apps/cards/src/main.ts', 'apps/cards/src/load-format.ts', 'libs/feed/src/**/*.d.ts'];
      writeFileSync(program, JSON.stringify({ extends: './tsconfig.json', include }));
      const types = () => node('node_modules/typescript/bin/tsc', '--noEmit', '-p', program);
      expect(types()).toBe('');
      const statements = join(workspace.path, 'apps/cards/src/cards/cards.statements.ts');
      writeFileSync(
        statements,
        readFileSync(statements, 'utf8').replace('readonly expiryDate: string | null;', 'readonly expiryDate: number;'),
      );
      expect(types).toThrow();
    },
    slowMs,
  );
});
