import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import { announced } from '@open-banking/installation/addresses';
import { freePorts } from '@open-banking/installation/ports';
import { holderOf } from '@open-banking/installation/claim';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { processesFor } from '../src/bank/processes.js';
import { heard, npmStart, opened, type Started } from './npm-start.js';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../build/start.mjs', import.meta.url));
const planted = fileURLToPath(new URL('./hosted/planted-error.mjs', import.meta.url));

describe('npm start in one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-one-process-'));
  const dataDir = join(folder, 'data');
  /** Set by half; misspelled; and set by `npm start` itself. */
  const mistaken = { CORE_URL: 'http://127.0.0.1:9/secret-path', LEDGR: 'core', KEYS_DIR: folder };
  let port: number;
  let bank: Started;

  /** The lines of a service's log. */
  const logOf = (service: string) =>
    readFileSync(join(dataDir, 'logs', `${service}.log`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { service: string; event?: string; level: string; message?: string });
  const lastCommand = (): string =>
    bank
      .said()
      .match(/^curl .*$/gm)!
      .at(-1)!;
  const accounts = async (): Promise<number> =>
    (JSON.parse((await run('sh', ['-c', lastCommand()])).stdout) as { accounts: unknown[] }).accounts.length;

  beforeAll(async () => {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    [port] = (await freePorts([undefined])) as [number];
    const settings = { HOME: folder, PORT: String(port), DATA_DIR: dataDir, NODE_OPTIONS: `--import ${planted}` };
    bank = npmStart({ ...settings, ...mistaken }, program);
    await opened(bank);
  }, 300_000);

  it('says so in its first line, and each service writes a log of its own', async () => {
    expect(bank.said().split('\n')[0]).toBe('One process runs the gateway and all services.');
    expect(await accounts()).toBeGreaterThan(0);
    const process = holderOf(openDataFolder(dataDir), 'gateway');
    expect(services.map((service) => holderOf(openDataFolder(dataDir), service))).toEqual(services.map(() => process));
    for (const service of services) {
      const lines = logOf(service);
      expect(lines.filter((line) => line.service !== service)).toEqual([]);
      expect(lines.filter(({ event }) => event === 'listening')).toHaveLength(1);
    }
  });

  it('warns of settings that do not do what they are set for, as the logs and openbank doctor do, without their values', async () => {
    const [halfSet, misspelled, replaced] = [
      'CORE_URL is set without LEDGER=core: it has no effect',
      'LEDGR is not a setting, and is not used: is LEDGER meant?',
      'KEYS_DIR is set and not used: npm start sets it itself',
    ];
    const printed = bank.said().match(/^Warning: .*$/gm) ?? [];
    expect(printed.sort()).toEqual([halfSet, replaced, misspelled].map((text) => `Warning: ${text}.`).sort());
    const logged = (service: string) =>
      logOf(service).flatMap(({ event, level, message }) => (event === 'setting without effect' ? [[level, message]] : []));
    expect(logged('ais-pis')).toEqual([
      ['warn', halfSet],
      ['warn', misspelled],
    ]);
    expect(logged('cards')).toEqual([['warn', misspelled]]);
    const openbank = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));
    const environment = { ...process.env, HOME: folder, PORT: String(port), TLS_CERTIFICATE: 'secret' };
    // On a busy machine it may find a fault too, and exits with 1.
    const { stdout } = await run(process.execPath, [openbank, 'doctor', '--json'], { env: environment }).catch(
      (failed: unknown) => failed as { stdout: string },
    );
    const { findings } = JSON.parse(stdout) as { findings: Record<'check' | 'subject' | 'status' | 'text', string>[] };
    const found = findings
      .filter(({ check, status }) => check === 'settings' && status !== 'ok')
      .map(({ subject, text }) => [subject, text]);
    expect(found).toEqual([
      ['environment of this command', 'TLS_CERTIFICATE is set without TLS_PORT: it has no effect'],
      ...services.flatMap((service) => [...(service === 'ais-pis' ? [[service, halfSet]] : []), [service, misspelled]]),
    ]);
    expect(bank.said() + stdout).not.toContain('secret-path');
  });

  it('names the service that an uncaught error ends, and starts again', async () => {
    const { port: cards } = announced(openDataFolder(dataDir))!.services.cards;
    await fetch(`http://127.0.0.1:${cards}/planted-error`).catch(() => undefined);
    await heard(bank, /^cards ended by an error: the planted error$/gm);
    await heard(bank, /^The bank ended \(exit code 75\)\. Restarting it\.$/gm);
    await heard(bank, /Ctrl-C stops the bank\./g, 2);
    expect(logOf('cards')).toContainEqual(
      expect.objectContaining({ level: 'fatal', event: 'ends by an error', message: 'the planted error' }),
    );
    expect(await accounts()).toBeGreaterThan(0);
  }, 300_000);

  it('starts again when its process is killed, and has lost nothing', async () => {
    const before = await accounts();
    process.kill(holderOf(openDataFolder(dataDir), 'gateway')!, 'SIGKILL');
    await heard(bank, /^The bank ended \(SIGKILL\)\. Restarting it\.$/gm);
    await heard(bank, /Ctrl-C stops the bank\./g, 3);
    expect(await accounts()).toBe(before);
  }, 300_000);

  it('stops in order at Ctrl-C', async () => {
    bank.process.kill('SIGINT');
    expect(await bank.ended).toBe(0);
    const data = openDataFolder(dataDir);
    expect((['database', 'gateway', ...services] as const).filter((part) => holderOf(data, part) !== undefined)).toEqual([]);
  }, 300_000);

  it.each([
    [{}, 'one', 'One process runs the gateway and all services.'],
    [{ baseUrl: 'http://localhost:9000' }, 'one', 'One process runs the gateway and all services.'],
    [{ processes: 'separate' }, 'separate', 'Each service runs as a process of its own: PROCESSES=separate.'],
    [{ replicas: 2 }, 'separate', 'Each service runs as a process of its own: REPLICAS is above 1.'],
    [{ baseUrl: 'https://bank.example' }, 'separate', 'Each service runs as a process of its own: BASE_URL names another machine.'],
  ] as const)('with %j the services run as: %s', (given, where, line) => {
    expect(processesFor({ processes: 'one', replicas: 1, ...given })).toEqual({ processes: where, firstLine: line });
  });
});
