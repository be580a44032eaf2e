import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createReadStream, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import { asAdmin } from '@open-banking/database';
import { addClient, TestClient, type TestCustomer } from '@open-banking/testing';
import type { Service } from '@open-banking/spec';
import type { RunningBank } from '@open-banking/installation/addresses';
import { freePorts } from '@open-banking/installation/ports';
import { readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { npmStart, opened, type Started } from './npm-start.js';

const program = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const keptAs = (ending: string): string => join(import.meta.dirname, 'kept', `data-5ea2637.${ending}`);

/** Content of the tables when the folder was saved. */
interface KeptData {
  readonly customers: readonly { readonly login: string; readonly accounts: readonly string[] }[];
  readonly booked: Readonly<Record<string, string>>;
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly payments: readonly object[];
  readonly consents: readonly string[];
  readonly clients: readonly string[];
  readonly mandates: readonly object[];
  readonly collections: readonly object[];
  readonly audited: number;
}
interface Account {
  readonly resourceId: string;
  readonly currency: string;
  readonly balances: readonly { readonly balanceType: string; readonly balanceAmount: { readonly amount: string } }[];
}

const kept = readJson<KeptData>(keptAs('json'))!;

describe('npm start on the data folder of an earlier release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-kept-'));
  const dataDir = join(folder, 'data');
  let bank: Started | undefined;
  let baseUrl: string;
  let operatorFile: string;

  beforeAll(async () => {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    mkdirSync(dataDir, { mode: 0o755 });
    await unpack(keptAs('tar.zst'), dataDir);
    const [port] = (await freePorts([undefined])) as [number];
    baseUrl = `http://127.0.0.1:${port}`;
    operatorFile = join(folder, '.openbank', `${port}.json`);
    bank = npmStart({ HOME: folder, PORT: String(port), DATA_DIR: dataDir });
    await opened(bank);
  }, 300_000);
  afterAll(async () => {
    if (!bank) return;
    bank.process.kill('SIGINT');
    await bank.ended;
  });

  const ran = async (name: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [program(name), ...args, '--base-url', baseUrl, '--operator-file', operatorFile])).stdout;
  const openbank = async <T>(...args: string[]): Promise<T> => JSON.parse(await ran('../cli/bin/openbank.mjs', ...args, '--json')) as T;
  const rows = async <T>(service: Service, text: string): Promise<T[]> =>
    asAdmin(serviceDatabaseUrl(service), async (client) => (await client.query(text)).rows as T[]);
  const serviceDatabaseUrl = (service: Service): string => readJson<RunningBank>(join(dataDir, 'addresses.json'))!.databases[service];
  const columns = async (service: Service, text: string): Promise<string[]> =>
    (await rows<{ id: string }>(service, text)).map(({ id }) => id);

  it('runs no migration again and keeps all migration names', async () => {
    for (const [database, names] of Object.entries(kept.migrations)) {
      const found = await asOwner(database, 'select name as id from migration order by migration.id');
      expect(found.slice(0, names.length)).toEqual(names);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('has its customers, who see their previous balances', async () => {
    const customers = await openbank<TestCustomer[]>('customers');
    const customerIds = ({ login, accounts }: TestCustomer) => ({ login, accounts: accounts.map(({ resourceId }) => resourceId) });
    expect(customers.map(customerIds)).toEqual(kept.customers);
    const own = { name: 'Kept', roles: ['PSP_AI' as const], redirectUri: 'http://127.0.0.1/back' };
    const client = new TestClient(baseUrl, await addClient(readJson<OperatorFile>(operatorFile)!, own));
    const reader = await client.consentedBy(customers[0]!);
    const answer = await reader.get('/v1.7/accounts?withBalance=true');
    expect(answer).toAnswer(200);
    const { accounts } = answer.body as { accounts: Account[] };
    // The euro account has no reservations and no credit line, so the booked balance is available.
    const euro = accounts.find(({ currency }) => currency === 'EUR')!;
    const available = euro.balances.find(({ balanceType }) => balanceType === 'interimAvailable')!.balanceAmount.amount;
    expect(available).toBe(kept.booked[euro.resourceId]);
    expect(accounts).toHaveLength(2);
    const booked = await rows<{ id: string; booked: string }>('ais-pis', 'select account_id as id, booked::text from account_balance');
    expect(Object.fromEntries(booked.map(({ id, booked: amount }) => [id, amount]))).toMatchObject(kept.booked);
  });

  it('has its clients, consents, payments and mandates unchanged', async () => {
    expect(await columns('ais-pis', 'select client_id as id from client')).toEqual(expect.arrayContaining([...kept.clients]));
    expect(await columns('ais-pis', 'select consent_id as id from consent')).toEqual(expect.arrayContaining([...kept.consents]));
    const payments = await rows('ais-pis', 'select payment_id as "paymentId", transaction_status as status, amount::text from payment');
    expect(payments).toEqual(expect.arrayContaining([...kept.payments]));
    const mandates = await rows('mandates', 'select resource_id as "resourceId", mandate_status as status from mandate');
    expect(mandates).toEqual(expect.arrayContaining([...kept.mandates]));
    const collections = await rows('mandates', 'select collection_id as "collectionId", state from collection');
    expect(collections).toEqual(expect.arrayContaining([...kept.collections]));
  });

  it('has consistent books and an unbroken audit chain, before and after another tour', async () => {
    const proved = async (): Promise<number> => {
      expect(await openbank('ledger', 'check')).toMatchObject({ ok: true });
      expect(await openbank('audit', 'verify')).toMatchObject({ ok: true });
      return Number((await rows<{ count: string }>('ais-pis', 'select count(*) from audit'))[0]!.count);
    };
    expect(await proved()).toBeGreaterThanOrEqual(kept.audited);
    expect(await ran('dist/tour.js')).toMatch(/The tour succeeded/);
    expect(await proved()).toBeGreaterThan(kept.audited);
  }, 300_000);

  /** Migration names are read with the owner's role, because the service's role cannot read them. */
  const asOwner = async (database: string, text: string): Promise<string[]> => {
    const service = database.replaceAll('_', '-') as Service;
    const url = new URL(serviceDatabaseUrl(service));
    const passwords = readJson<Record<string, { owner: string }>>(join(dataDir, 'passwords.json'))!;
    Object.assign(url, { username: `${database}_owner`, password: passwords[service]!.owner });
    return asAdmin(url.href, async (client) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id));
  };
});

/** Extracts the folder with the system's `tar`. PostgreSQL's files belong to the user that it runs as. */
async function unpack(archive: string, folder: string): Promise<void> {
  // -i: it reads to the end of its input. Otherwise it may close it before the last padding is written, which is an error here.
  const tar = spawn('tar', ['-x', '-i', '-f', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(tar, 'close');
  await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin);
  expect(await ended).toEqual([0, null]);
  chmodSync(folder, 0o755);
  if (process.getuid?.() !== 0) return;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':', 1)[0]);
  execFileSync('chown', ['-R', users.includes('postgres') ? 'postgres' : 'nobody', join(folder, 'postgres')]);
}
