import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customersFile, type Customer } from '@open-banking/installation/customers-file';
import { differencesOfBooks, entriesOf, faultOfBooks } from '@open-banking/simulators/core-banking';
import { readOperatorFile } from '@open-banking/installation/operator-file';
import { until } from '@open-banking/testing';
import { preparedFolder } from '@open-banking/testing/bank';
import {
  startBankWithCoreBanking,
  type BankWithCoreBanking,
  type BankWithCoreBankingOptions,
} from '../src/bank/start-bank-with-core-banking.js';
import { canPay, randomOrder } from '../src/payer/orders.js';
import { RetryPolicy } from '../src/payer/retry-policy.js';
import { RetryingPayer } from '../src/payer/retrying-payer.js';
import { addClient } from '../src/third-party/add-client.js';
import { ThirdParty } from '../src/third-party/third-party.js';

const slowMs = 400_000;

describe('a bank that is started with the reference core', () => {
  let folder: string;
  let bank: BankWithCoreBanking;
  const logged: string[] = [];
  const start = async (core: BankWithCoreBankingOptions['core'] = {}) => {
    bank = await startBankWithCoreBanking({
      dataDir: join(folder, 'bank'),
      port: 0,
      demoBank: { customers: 4, seed: 'tests' },
      services: ['ais-pis'],
      operatorFile: join(folder, 'operator.json'),
      settings: { LOG_LEVEL: 'info' },
      core,
      log: (line) => logged.push(line),
    });
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'core-banking-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    await preparedFolder(join(folder, 'bank'));
    await start();
  }, slowMs);
  afterAll(async () => {
    await bank.stop();
  }, slowMs);

  /** Pays, and waits until the books agree; returns how many entries of the core there are. */
  const pay = async (): Promise<number> => {
    const client = await addClient(readOperatorFile(bank.operatorFile)!, {
      name: 'Payer',
      roles: ['PSP_PI'],
      redirectUri: 'http://127.0.0.1/back',
    });
    const customers = (JSON.parse(readFileSync(customersFile(bank.folder.demoBank), 'utf8')) as Customer[]).filter(canPay);
    const payer = new RetryingPayer(new ThirdParty(bank.baseUrl, client), customers[0]!, new RetryPolicy());
    const before = (await entriesOf(bank)).length;
    const orders = Array.from({ length: 100 }, () => randomOrder(customers[0]!, customers, '2026-01-01'));
    await payer.pay(orders.find(({ dated, outcome }) => !dated && outcome === 'accepted')!);
    await until(
      'the entries are there',
      async () => (await entriesOf(bank)).length > before && (await differencesOfBooks(bank)).length === 0,
    );
    expect(await faultOfBooks(bank, folder)).toBeUndefined();
    return (await entriesOf(bank)).length;
  };

  it(
    'has its payments booked by it, also after a stop and a start on the same data, and once by one that dies of them',
    async () => {
      const once = await pay();
      await bank.stop();
      // Of this seed it dies once when it has booked, once before it looks again, and then lives.
      await start({ misbehaviour: 'dies:0.5', seed: '11' });
      expect(await pay()).toBeGreaterThan(once);
      expect(logged.filter((line) => line.startsWith('core ended (SIGKILL)'))).toHaveLength(2);
    },
    slowMs,
  );
});
