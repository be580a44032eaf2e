import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkspaceCopy } from '@open-banking/testing';
import { freePorts } from '@open-banking/installation/ports';

const run = promisify(execFile);

describe('npx nx serve cards', () => {
  const workspace = new WorkspaceCopy();
  const source = join(workspace.path, 'apps/cards/src/cards/cards.service.ts');
  let nx: ChildProcess;
  let ended: Promise<unknown>;
  let said = '';

  /** Resolves when a text is printed after the first `from` characters; returns the place behind it. */
  async function says(text: string, from = 0): Promise<number> {
    for (;;) {
      const at = said.indexOf(text, from);
      if (at >= 0) return at + text.length;
      const isOver = await Promise.race([once(nx.stdout!, 'data').then(() => false), ended.then(() => true)]);
      if (isOver) throw new Error(`nx serve never said "${text}" there, but: ${said}`);
    }
  }
  const lastCall = (): string => said.match(/^curl .*$/gm)!.at(-1)!;
  const answer = async (): Promise<{ cards: unknown[] }> =>
    JSON.parse((await run('sh', ['-c', lastCall()])).stdout) as { cards: unknown[] };

  beforeAll(async () => {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(workspace.path, 0o755);
    const [port] = (await freePorts([undefined])) as [number];
    const home = join(workspace.path, '.home');
    mkdirSync(home);
    nx = spawn(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'serve', 'cards'], {
      cwd: workspace.path,
      env: {
        ...process.env,
        HOME: home,
        PORT: String(port),
        CUSTOMERS: '3',
        NX_DAEMON: 'false',
        NX_WORKSPACE_ROOT_PATH: workspace.path,
        NO_COLOR: '1',
      },
    });
    ended = once(nx, 'close');
    for (const stream of [nx.stdout!, nx.stderr!])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
  }, 300_000);
  afterAll(async () => {
    nx.kill('SIGTERM');
    await ended;
    workspace.remove();
  });

  it('prints a call last, which works, and then the requests of the own service alone', async () => {
    const watching = await says('cards: watching apps/cards/src');
    const call = await says('\ncurl -sS ', watching);
    await says('\n\n', call);
    // No line of a log in JSON, and no warning of services that were left out.
    expect(said).not.toContain('{"level"');
    expect((await answer()).cards.length).toBeGreaterThan(0);
    await says(' info  cards  GET listCards 200 ', call);
    expect(said.slice(call)).not.toMatch(/ais-pis {2}|portal/);
  }, 300_000);

  it('says between save and result that it builds, and prints the call again', async () => {
    const before = said.length;
    appendFileSync(source, '\n// A change.\n');
    const building = await says('cards: change seen, building…', before);
    const replaced = await says('cards: runs with your change', building);
    await says('\n\ncurl -sS ', replaced);
    expect((await answer()).cards.length).toBeGreaterThan(0);
  }, 300_000);

  // Nx may end the output of its tasks before they say that they stop.
  it('ends when Nx is ended', async () => {
    nx.kill('SIGTERM');
    await ended;
  }, 60_000);
});
