import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import { freePorts } from '@open-banking/installation/ports';
import { preparedFolder } from '@open-banking/testing/bank';
import { describeWithValkey } from '@open-banking/testing/valkey';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { heard, npmStart, opened, type Started } from './npm-start.js';
import { exposedBy, processesBelow, secretsOf, showsEnvironments } from './process-exposure.js';

const run = promisify(execFile);

/** The processes whose command line matches, by `ps`. */
async function processes(pattern: RegExp, parent?: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
    .filter((row) => row !== null && pattern.test(row[3]!) && (parent === undefined || Number(row[2]) === parent))
    .map((row) => Number(row![1]));
}

describe('npm start with REPLICAS', () => {
  it('says in one line what is missing where neither Valkey nor Redis is installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'open-banking-replicas-'));
    const refused = npmStart({ REPLICAS: '2', PORT: '0', DATA_DIR: join(folder, 'data'), HOME: folder, PATH: '/nowhere' });
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim()).toMatch(
      /^With REPLICAS above 1 .* neither valkey-server nor redis-server is on the PATH\. Install one .*VALKEY_URL[^\n]*$/,
    );
  });
});

describeWithValkey('npm start with REPLICAS=2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-replicas-'));
  const dataDir = join(folder, 'data');
  let bank: Started;
  let port: number;
  let command: string;

  beforeAll(async () => {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    [port] = (await freePorts([undefined])) as [number];
    await preparedFolder(dataDir);
    bank = npmStart({ REPLICAS: '2', PORT: String(port), DATA_DIR: dataDir, HOME: folder });
    command = await opened(bank);
  }, 300_000);
  afterAll(() => {
    bank.process.kill('SIGKILL');
  });

  /** The call that `npm start` prints, by fetch: its status. */
  const read = async (): Promise<number> => {
    const url = /'(http[^']+)'/.exec(command)![1]!;
    const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name!, value!] as [string, string]);
    return (await fetch(url, { headers: [...headers.filter(([name]) => name !== 'x-request-id'), ['x-request-id', crypto.randomUUID()]] }))
      .status;
  };

  it('runs two processes of every service, which both serve', async () => {
    for (const service of services)
      expect(await processes(new RegExp(`apps/${service}/dist/bundle/main\\.js$`), bank.process.pid)).toHaveLength(2);
    const served = (log: string): number => (readFileSync(join(dataDir, 'logs', log), 'utf8').match(/"listAccounts"/g) ?? []).length;
    while (served('ais-pis.log') === 0 || served('ais-pis-2.log') === 0) expect([200, 429]).toContain(await read());
  });

  it('shows none of its passwords, keys and tokens in the arguments and environments of its processes', () => {
    if (!showsEnvironments) return;
    const secrets = secretsOf(openDataFolder(dataDir), join(folder, '.openbank', `${port}.json`));
    // Of the servers, the services, the operator, the certificate authority and the client of the call that is printed.
    expect([...secrets.keys()]).toEqual(
      expect.arrayContaining(['postgres.password', 'cards.url', 'limit-store.json password', `${port}.json operatorKey d`]),
    );
    expect([...secrets.values()].filter((secret) => secret.length < 16)).toEqual([]);
    const pids = processesBelow(bank.process.pid!);
    // Two of each service, PostgreSQL with its own processes, the store of limits, and the bank itself.
    expect(pids.length).toBeGreaterThan(2 * services.length + 5);
    expect(pids.flatMap((pid) => exposedBy(pid, secrets))).toEqual([]);
  });

  it.each(['ais-pis', 'cards'] as const)('loses at most one read when a replica of %s is killed', async (service) => {
    const before = bank.said().match(new RegExp(`^Restarting ${service}\\.$`, 'gm'))?.length ?? 0;
    const [one] = await processes(new RegExp(`apps/${service}/dist/bundle/main\\.js$`), bank.process.pid);
    process.kill(one!, 'SIGKILL');
    const answers: number[] = [];
    while (answers.length < 20) answers.push(await read());
    // Of those that go to the killed one, half of twenty, one. Two more where the machine stands still.
    expect(answers.filter((status) => status !== 200 && status !== 429).length).toBeLessThanOrEqual(3);
    await heard(bank, new RegExp(`^Restarting ${service}\\.$`, 'gm'), before + 1);
  });

  it('starts the store of the limits again when it dies, and reads are answered meanwhile', async () => {
    const [store] = await processes(/^(valkey|redis)-server 127\.0\.0\.1/, bank.process.pid);
    process.kill(store!, 'SIGKILL');
    const answers: number[] = [];
    while (answers.length < 5) answers.push(await read());
    expect(answers.filter((status) => status !== 200 && status !== 429).length).toBeLessThanOrEqual(1);
    await heard(bank, /^The store of the limits has ended and is started again/gm);
    while ((await processes(/^(valkey|redis)-server 127\.0\.0\.1/, bank.process.pid)).length === 0) await read();
  });

  it('ends everything on Ctrl-C', async () => {
    bank.process.kill('SIGINT');
    expect(await bank.ended).toBe(0);
    expect(await processes(new RegExp(dataDir))).toEqual([]);
    expect(await processes(/^(valkey|redis)-server 127\.0\.0\.1/, bank.process.pid)).toEqual([]);
  });
});
