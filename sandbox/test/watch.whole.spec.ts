import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const watcher = new URL('../../build/watch.mjs', import.meta.url).href;
const program = `
  import { watchService } from ${JSON.stringify(watcher)};
  const say = (event) => (said) => console.log(JSON.stringify({ event, said }));
  await watchService(process.argv[1], 'shop', {
    signal: new AbortController().signal,
    onReady: say('ready'), onBuilt: async (file) => say('built')(file), onError: say('error'),
  });`;

interface Said {
  readonly event: 'ready' | 'built' | 'error';
  readonly said?: string;
}

/** A workspace of one service and one library, and what the watcher says of it. */
describe('what nx serve does when a file is saved', () => {
  const root = mkdtempSync(join(tmpdir(), 'open-banking-watch-'));
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  const manifest = (name: string, dependencies = {}) =>
    JSON.stringify({ name: `@open-banking/${name}`, type: 'module', exports: { '.': './dist/index.js' }, dependencies });
  const main = `import { price } from '@open-banking/prices';\nconsole.log('costs ' + price());\n`;
  let child: ReturnType<typeof spawn>;
  let events: AsyncIterator<string>;

  const next = async (): Promise<Said> => JSON.parse((await events.next()).value as string) as Said;

  beforeAll(async () => {
    write('package-lock.json', JSON.stringify({ packages: {} }));
    write('package.json', JSON.stringify({ type: 'module', workspaces: ['apps/*', 'libs/*'] }));
    write('apps/shop/package.json', manifest('shop', { '@open-banking/prices': '1.0.0' }));
    write('apps/shop/src/main.ts', main);
    write('libs/prices/package.json', manifest('prices'));
    write('libs/prices/src/index.ts', `export * from './price.js';\n`);
    write('libs/prices/src/price.ts', `export const price = (): string => 'one';\n`);
    mkdirSync(join(root, 'node_modules/@open-banking'), { recursive: true });
    symlinkSync(join(root, 'libs/prices'), join(root, 'node_modules/@open-banking/prices'));
    child = spawn(process.execPath, ['--input-type=module', '-e', program, root], { stdio: ['ignore', 'pipe', 'inherit'] });
    events = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    expect(await next()).toEqual({ event: 'ready' });
  });
  afterAll(async () => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
    rmSync(root, { recursive: true, force: true });
  });

  const bundle = join(root, 'apps/shop/dist/served/main.js');

  it('bundles the service with a saved file of its own, and with one of a library it uses', async () => {
    write('apps/shop/src/main.ts', main.replace('costs', 'now costs'));
    expect(await next()).toEqual({ event: 'built', said: bundle });
    expect(readFileSync(bundle, 'utf8')).toContain('now costs');
    // As many editors save: a new file takes the place of the old one.
    write('libs/prices/src/price.ts.new', `export const price = (): string => 'two';\n`);
    renameSync(join(root, 'libs/prices/src/price.ts.new'), join(root, 'libs/prices/src/price.ts'));
    expect(await next()).toEqual({ event: 'built', said: bundle });
    expect(readFileSync(bundle, 'utf8')).toContain(`"two"`);
  });

  it('says file, line and column of a fault in one line, keeps the bundle, and goes on with the next save', async () => {
    const before = readFileSync(bundle, 'utf8');
    write('apps/shop/src/main.ts', `const shelf = {\n  milk: 1;\n};\n`);
    expect(await next()).toEqual({ event: 'error', said: `apps/shop/src/main.ts:2:10: Expected ',', got ';'` });
    expect(readFileSync(bundle, 'utf8')).toBe(before);
    write('apps/shop/src/main.ts', `// Sells.\nimport { cost } from '@open-banking/prices';\nconsole.log(cost());\n`);
    const { event, said } = await next();
    expect(event).toBe('error');
    expect(said).toMatch(/^apps\/shop\/src\/main\.ts:2:\d+: No matching export in .* for import "cost"$/);
    expect(readFileSync(bundle, 'utf8')).toBe(before);
    write('apps/shop/src/main.ts', main.replace('costs', 'finally costs'));
    expect(await next()).toEqual({ event: 'built', said: bundle });
    expect(readFileSync(bundle, 'utf8')).toContain('finally costs');
  });

  it('bundles a new file in a new folder', async () => {
    write('apps/shop/src/shelf/milk.ts', `export const milk = 'a bottle of milk';\n`);
    write('apps/shop/src/main.ts', `import { milk } from './shelf/milk.js';\nconsole.log(milk);\n`);
    expect(await next()).toMatchObject({ event: 'built' });
    expect(readFileSync(bundle, 'utf8')).toContain('a bottle of milk');
  });
});
