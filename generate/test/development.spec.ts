import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { dependencies, scripts } = JSON.parse(read('package.json')) as Record<'dependencies' | 'scripts', Record<string, string>>;

/** The source of a compiled program; other programs are their own. */
const sourceOf = (program: string): string => program.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts');

interface Program {
  readonly args: readonly string[];
}
const { commands, partOf, wholes } = (await import(`${root}build/commands.mjs`)) as {
  readonly commands: Readonly<Record<string, Readonly<Record<string, Program>>>>;
  readonly wholes: Readonly<Record<string, Program>>;
  partOf(command: string, argument?: string): Program | undefined;
};

describe('what a product team develops with', () => {
  it('pins one Node.js for version managers, the installed packages and the continuous integration', () => {
    expect(read('.nvmrc').trim()).toBe(dependencies['node']);
    expect(read('.github/workflows/check.yml')).toContain('node-version-file: .nvmrc');
    const [major] = dependencies['node']!.split('.');
    expect(read('docs/ci/gitlab-ci.yml')).toContain(`image: node:${major}-`);
    const { image } = JSON.parse(read('.devcontainer/devcontainer.json')) as { image: string };
    expect(image).toMatch(new RegExp(`:${major}-`));
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

  it('has at most fifteen commands, and parts of them whose programs are there', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
    const programs = [...Object.values(commands).flatMap((parts) => Object.values(parts)), ...Object.values(wholes)].map(({ args }) =>
      args.find((argument) => !argument.startsWith('--'))!,
    );
    expect(programs.length).toBeGreaterThan(20);
    expect(programs.map(sourceOf).filter((program) => !existsSync(join(root, program)))).toEqual([]);
  });

  it.each([
    ['check', 'check:upgrade', 'build/check-upgrade.mjs'],
    ['check', 'upgrade', 'build/check-upgrade.mjs'],
    ['bench', 'test:times', 'node_modules/jest/bin/jest.js'],
    ['campaign', 'chaos', 'campaigns/dist/chaos.js'],
    ['generate', 'examples', 'campaigns/dist/examples.js'],
  ])('runs with npm run %s -- %s the program %s', (command, part, program) => {
    expect(partOf(command, part)!.args).toContain(program);
  });

  it('names the parts of a command that has no such part, and prints them when asked', () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [join(root, 'build/run.mjs'), ...args], { encoding: 'utf8' });
    const { status, stderr } = run('check', 'nothing');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^npm run check has no part nothing:\n.*npm run lint, npm run types[^]*-- upgrade/),
    ]);
    expect(run('campaign', 'help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run campaign -- chaos') });
  });

  it('keeps the root of the repository small: at most 40 entries', () => {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    const files = listed.split('\n').filter((file) => file !== '');
    const entries = new Set(files.filter((file) => existsSync(join(root, file))).map((file) => file.split('/')[0]));
    expect(entries.size).toBeGreaterThan(20);
    expect(entries.size).toBeLessThanOrEqual(40);
  });

  it('starts tests in an editor with the programs that are installed here', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json')) as { configurations: Record<string, string>[] };
    const [tests] = configurations;
    for (const file of [tests!['runtimeExecutable']!, tests!['program']!])
      expect(existsSync(join(root, file.replace('${workspaceFolder}/', '')))).toBe(true);
  });

  it('starts programs in an editor after the task that they need, and offers every service', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json')) as { configurations: Record<string, string>[] };
    const { tasks, inputs } = JSON.parse(read('.vscode/tasks.json')) as {
      tasks: { label: string; command: string }[];
      inputs: { options: string[] }[];
    };
    const needed = configurations.flatMap(({ preLaunchTask }) => preLaunchTask ?? []);
    expect(tasks.map(({ label }) => label)).toEqual(expect.arrayContaining(needed));
    const commandNames = tasks.flatMap(({ command }) => /^npm run (?:--silent )?(\S+)/.exec(command)?.[1] ?? []);
    expect(commandNames.filter((name) => !(name in scripts))).toEqual([]);
    const programs = configurations.flatMap(({ program }) => program?.replace('${workspaceFolder}/', '') ?? []);
    expect(programs.map(sourceOf).filter((program) => !existsSync(join(root, program)))).toEqual([]);
    expect(inputs[0]!.options).toEqual([...services]);
  });

  it('names in the template of pull requests only commands and files that are there', () => {
    const template = read('.github/pull_request_template.md');
    const named = [...template.matchAll(/`(npm run ([\w:]+)[^`]*|[\w./-]+\.md)`/g)].map(([, file, script]) => script ?? file!);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts) && !existsSync(join(root, name)))).toEqual([]);
  });
});
