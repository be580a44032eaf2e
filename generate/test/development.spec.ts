import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { dependencies, scripts } = JSON.parse(read('package.json')) as Record<'dependencies' | 'scripts', Record<string, string>>;

describe('what a product team develops with', () => {
  it('pins one Node.js for version managers, the installed packages and the continuous integration', () => {
    expect(read('.nvmrc').trim()).toBe(dependencies['node']);
    expect(read('.github/workflows/check.yml')).toContain('node-version-file: .nvmrc');
    expect(read('docs/ci/gitlab-ci.yml')).toContain(`image: node:${dependencies['node']!.split('.')[0]}-`);
  });

  it('runs the whole check in both examples of continuous integration', () => {
    expect(scripts).toHaveProperty('check');
    for (const file of ['.github/workflows/check.yml', 'docs/ci/gitlab-ci.yml']) expect(read(file)).toMatch(/^ +- (run: )?npm run check$/m);
  });

  it('starts tests in an editor with the programs that are installed here', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json')) as { configurations: Record<string, string>[] };
    const [tests] = configurations;
    for (const file of [tests!['runtimeExecutable']!, tests!['program']!])
      expect(existsSync(join(root, file.replace('${workspaceFolder}/', '')))).toBe(true);
  });
});
