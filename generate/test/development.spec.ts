import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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

  it('runs one service from source beside the images: its bundle and migrations stand where its container starts', () => {
    const fromSource = (...services: string[]) =>
      spawnSync(process.execPath, [join(root, 'docker/from-source.mjs'), ...services], { encoding: 'utf8' });
    const compose = read('docker-compose.yml');
    for (const service of ['cards', 'portal']) {
      const { services } = JSON.parse(fromSource(service).stdout) as { services: Record<string, { volumes: Record<string, string>[] }> };
      expect(Object.keys(services)).toEqual([service]);
      const { volumes } = services[service]!;
      expect(volumes.map(({ target }) => target)).toContain(`/bank/apps/${service}/dist/bundle`);
      for (const { source, target } of volumes) expect([existsSync(source!), target]).toEqual([true, `/bank/${relative(root, source!)}`]);
      expect(compose).toContain(`command: [apps/${service}/dist/bundle/main.js]`);
    }
    expect(read('Dockerfile')).toMatch(/^WORKDIR \/bank$/m);
    for (const wrong of [[], ['nothing']]) {
      const { status, stderr } = fromSource(...wrong);
      expect([status, stderr]).toEqual([1, expect.stringContaining('Give a compiled service')]);
    }
  });

  it('starts tests in an editor with the programs that are installed here', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json')) as { configurations: Record<string, string>[] };
    const [tests] = configurations;
    for (const file of [tests!['runtimeExecutable']!, tests!['program']!])
      expect(existsSync(join(root, file.replace('${workspaceFolder}/', '')))).toBe(true);
  });
});
