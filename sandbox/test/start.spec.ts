import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from '../src/bank/addresses.js';
import { holderOf } from '../src/bank/claim.js';
import { openDataFolder } from '../src/bank/data-folder.js';

const program = fileURLToPath(new URL('../dist/start.js', import.meta.url));
const run = promisify(execFile);

interface Started { readonly process: ChildProcess; said(): string; readonly ended: Promise<number | null> }

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-start-'));
  const dataDir = join(folder, 'data');
  let port: number;

  beforeAll(async () => {
    // PostgreSQL runs as another user where this is root.
    chmodSync(folder, 0o755);
    [port] = await freePorts([undefined]) as [number];
  });
  afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

  function start(settings: NodeJS.ProcessEnv = {}): Started {
    const child = spawn(process.execPath, [program], { env: { ...process.env, HOME: folder, PORT: String(port), DATA_DIR: dataDir, CUSTOMERS: '4', ...settings } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { text += chunk.toString(); });
    return { process: child, said: () => text, ended: once(child, 'close').then(([code]) => code as number | null) };
  }

  async function opened(bank: Started): Promise<string> {
    await new Promise<void>((open, failed) => {
      bank.process.stdout!.on('data', () => { if (bank.said().includes('Ctrl-C stops the bank.')) open(); });
      void bank.ended.then(() => { failed(new Error(bank.said())); });
    });
    return /^curl .*$/m.exec(bank.said())![0];
  }

  const balancesOf = async (command: string): Promise<unknown[]> => {
    const { accounts } = JSON.parse((await run('sh', ['-c', command])).stdout) as { accounts: { balances: unknown[] }[] };
    return accounts.map(({ balances }) => balances);
  };

  const nobodyIsLeft = () => {
    const data = openDataFolder(dataDir);
    return (['database', 'gateway', 'ais-pis', 'cards'] as const).every((part) => holderOf(data, part) === undefined);
  };

  it('prints a command that answers with balances; Ctrl-C stops all; stopped or killed, the next start has lost nothing', async () => {
    const first = start();
    const command = await opened(first);
    const balances = await balancesOf(command);
    expect(balances).toEqual([expect.arrayContaining([expect.objectContaining({ balanceAmount: expect.anything() as unknown })]), expect.anything()]);

    const meanwhile = start({ PORT: '0' });
    expect(await meanwhile.ended).toBe(1);
    expect(meanwhile.said().trim()).toBe(`A bank runs over ${dataDir} already (process ${first.process.pid}): stop it, or set DATA_DIR to another folder.`);

    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(nobodyIsLeft()).toBe(true);
    const operatorFile = join(folder, '.openbank', `${port}.json`);
    expect(JSON.parse(readFileSync(operatorFile, 'utf8'))).not.toHaveProperty('internal');

    const second = start();
    await opened(second);
    expect(second.said()).not.toContain('loading');
    second.process.kill('SIGKILL');
    await second.ended;

    const third = start();
    await opened(third);
    // The first start's consent and token were ended by the next consents of the same client; the accounts are the same.
    expect(await balancesOf(/^curl .*$/m.exec(third.said())![0])).toEqual(balances);
    third.process.kill('SIGTERM');
    expect(await third.ended).toBe(0);
  }, 180_000);

  it('says in one line that the port is in use, and where to go', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port: taken } = server.address() as { port: number };
    const refused = start({ PORT: String(taken) });
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim()).toBe(`Port ${taken} is in use by another program: set PORT to another one.`);
    server.close();
  });

  it('says in one line that nothing can be written, and where', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const refused = start({ DATA_DIR: join(file, 'below') });
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim()).toMatch(/^Nothing can be written to .*below: a part of the path is a file\. Set DATA_DIR/);
  });

  it('says which setting is wrong', async () => {
    const refused = start({ PORT: 'eighty' });
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim()).toMatch(/^PORT must be a whole number from 0 to 65535/);
  });
});
