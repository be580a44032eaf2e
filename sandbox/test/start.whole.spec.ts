import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import { freePorts } from '@open-banking/installation/ports';
import { holderOf } from '@open-banking/installation/claim';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { heard, npmStart, opened, type Started } from './npm-start.js';
import { exposedBy, processesBelow, showsEnvironments } from './process-exposure.js';

const run = promisify(execFile);

describe('npm start', () => {
  // With a process for each service; start-in-one-process has them all in one.
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-start-'));
  const dataDir = join(folder, 'data');
  let port: number;

  beforeAll(async () => {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    [port] = (await freePorts([undefined])) as [number];
  });

  const start = (settings: NodeJS.ProcessEnv = {}): Started =>
    npmStart({ HOME: folder, PORT: String(port), DATA_DIR: dataDir, PROCESSES: 'separate', ...settings });

  const balancesOf = async (command: string): Promise<unknown[]> => {
    const { accounts } = JSON.parse((await run('sh', ['-c', command])).stdout) as {
      accounts: { balances: { balanceType: string; balanceAmount: unknown }[] }[];
    };
    // Without the day of the answer: the bank's midnight may come between two.
    return accounts.map(({ balances }) => balances.map(({ balanceType, balanceAmount }) => ({ balanceType, balanceAmount })));
  };

  const logLines = () =>
    readdirSync(join(dataDir, 'logs')).flatMap((file) =>
      readFileSync(join(dataDir, 'logs', file), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { service: string; level: string; time: string; event?: string }),
    );

  const nothingIsRunning = () => {
    const data = openDataFolder(dataDir);
    return (['database', 'gateway', 'ais-pis', 'cards'] as const).every((part) => holderOf(data, part) === undefined);
  };

  /** Undefined: it does not run. */
  const processOf = async (of: Started, service: string): Promise<number | undefined> => {
    const line = new RegExp(`^ *(\\d+) +${of.process.pid} .*apps/${service}/dist/bundle/main\\.js$`, 'm');
    const pid = line.exec((await run('ps', ['-A', '-o', 'pid=,ppid=,args='])).stdout)?.[1];
    return pid === undefined ? undefined : Number(pid);
  };

  const password = 'canary-7f2c1e8a4b';
  /** Notes which services have shown it the password. */
  const having = new Set<string>();
  const receiver = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.headers.authorization === password) having.add(/"service\.name","value":\{"stringValue":"([^"]+)"/.exec(body)?.[1] ?? '');
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  /** A start of a bank that sends traces, with a password given in this way. */
  const tracing = (given: NodeJS.ProcessEnv): Started => {
    having.clear();
    return start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
      ...given,
    });
  };
  /** Where processes of an open bank show the password; its services have it all the same. */
  const shownBy = async (bank: Started): Promise<string[]> => {
    const processes = processesBelow(bank.process.pid!);
    expect(processes.length).toBeGreaterThan(services.length + 5);
    const shown = processes.flatMap((pid) => exposedBy(pid, new Map([['the password', password]])));
    while (!having.has('ais-pis')) await pause(50);
    return shown;
  };
  /** Each start takes as long as a bank does: the last one serves the tests after it. */
  let bank: Started;
  let shownWhereInEnvironment: readonly string[];

  it('prints a command that returns balances; Ctrl-C stops everything; after a stop or a kill, the next start has lost nothing', async () => {
    // The values of the settings that another start is refused for.
    const first = start({ SECURITY_CONTACT: 'mailto:security@bank.example', AUDIT_MONTHS: '24', LOG_LEVEL: 'info' });
    const command = await opened(first);
    const balances = await balancesOf(command);
    expect(balances).not.toEqual([]);
    for (const balance of balances)
      expect(balance).toContainEqual(expect.objectContaining({ balanceAmount: expect.anything() as unknown }));

    const meanwhile = start({ PORT: '0' });
    expect(await meanwhile.ended).toBe(1);
    expect(meanwhile.said().trim()).toBe(
      `Another bank is running in ${dataDir} (process ${first.process.pid}): stop it, or set DATA_DIR to another folder.`,
    );

    const stoppedAt = new Date().toISOString();
    // The portal is told as late as can be on a busy machine: ais-pis is gone by then.
    const [portal, accounts] = [await processOf(first, 'portal'), await processOf(first, 'ais-pis')];
    process.kill(portal!, 'SIGSTOP');
    first.process.kill('SIGINT');
    while ((await processOf(first, 'ais-pis')) === accounts) await pause(20);
    process.kill(portal!, 'SIGCONT');
    expect(await first.ended).toBe(0);
    expect(nothingIsRunning()).toBe(true);
    const saidByStop = logLines().filter(({ time }) => time >= stoppedAt);
    expect(saidByStop.filter(({ level }) => level !== 'info')).toEqual([]);
    const operatorFile = join(folder, '.openbank', `${port}.json`);
    expect(JSON.parse(readFileSync(operatorFile, 'utf8'))).not.toHaveProperty('internal');

    const second = tracing({ OTEL_EXPORTER_OTLP_HEADERS: `authorization=${password}` });
    await opened(second);
    expect(second.said()).not.toContain('loading');
    if (showsEnvironments) shownWhereInEnvironment = await shownBy(second);
    second.process.kill('SIGKILL');
    await second.ended;

    const file = join(folder, 'headers');
    writeFileSync(file, `authorization=${password}`);
    bank = tracing({ OTEL_EXPORTER_OTLP_HEADERS_FILE: file });
    await opened(bank);
    // The consents of later starts replaced the first one's; the accounts are the same.
    expect(await balancesOf(/^curl .*$/m.exec(bank.said())![0])).toEqual(balances);
  }, 300_000);

  it('hands on passwords that it is given in another way than in the environments of its processes', async () => {
    if (!showsEnvironments) return;
    // Only where it was put: into the environment of `npm start`. It can be in a file instead.
    expect(shownWhereInEnvironment).toEqual([expect.stringMatching(/ environ: the password$/)]);
    expect(await shownBy(bank)).toEqual([]);
  }, 300_000);

  it('restarts a service that died, three times within a minute; then it reports that it gives up, and the others keep answering', async () => {
    const status = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const kill = async (): Promise<void> => {
      for (let pid: number | undefined; pid === undefined;) {
        pid = await processOf(bank, 'cards');
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      }
    };
    for (let death = 1; death <= 3; death += 1) {
      await kill();
      await heard(bank, /^Restarting cards\.$/gm, death);
      // The others die as soon as they are there: on a slow machine four starts take longer than a minute.
      while (death === 1 && (await status('/v1.7/cards')) !== 401) await pause(20);
    }
    await kill();
    await heard(bank, /^cards has died 4 times within a minute and is not restarted again/gm, 1);
    expect([await status('/v1.7/cards'), await status('/v1.7/accounts')]).toEqual([503, 401]);

    const lines = readdirSync(join(dataDir, 'logs')).flatMap((file) =>
      readFileSync(join(dataDir, 'logs', file), 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean),
    );
    expect(lines.filter((line) => !line.startsWith('{') || JSON.parse(line) === null)).toEqual([]);
    const began = lines
      .map((line) => JSON.parse(line) as { service: string; event?: string })
      .filter(({ service, event }) => service === 'cards' && event === 'listening');
    expect(began.length).toBeGreaterThanOrEqual(2);
    bank.process.kill('SIGTERM');
    expect(await bank.ended).toBe(0);
    expect(nothingIsRunning()).toBe(true);
  }, 300_000);

  it('reports in one line that the port is in use, and how to choose another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port: taken } = server.address() as { port: number };
    const refused = start({ PORT: String(taken) });
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim()).toBe(`Port ${taken} is in use by another program: set PORT to another port.`);
    server.close();
  });

  it('reports in one line that the data folder cannot be written, and why', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const refused = start({ DATA_DIR: join(file, 'below') });
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim()).toMatch(/^Cannot write to .*below: a part of the path is a file\. Set DATA_DIR/);
  });
});
