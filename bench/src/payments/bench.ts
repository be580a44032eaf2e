import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addClient, startBank, ThirdParty, type Bank, type OperatorFile } from '@open-banking/sandbox';
import { ledgerCheck } from '@open-banking/books/ledger';
import pg from 'pg';
import { figuresOf, percentile, type Round } from '../figures.js';
import type { Measured } from '../figures.js';
import { row } from '../table.js';
import { openAccounts, type Account } from './accounts.js';
import { pay } from './bare.js';
import { paymentsOf, type Payment, type Timed } from './payment.js';
import { ask, untilFinal, type Served } from './served.js';

export interface PaymentBench {
  readonly rounds: number;
  readonly payments: number;
  readonly atOnce: number;
}
type Log = (line: string) => void;

const accountsCount = 1_000;
const mark = 0.4;
const many = { second: 1_000_000, minute: 60_000_000, day: 86_400_000_000 };

/** Measures payments from request to final state, through the service and as bare statements, from many accounts and from one. */
export async function benchPayments({ rounds, payments, atOnce }: PaymentBench, log: Log): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-bench-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bank'));
  writeFileSync(join(folder, 'plan.json'), JSON.stringify({ classes: { write: many } }));
  const bank = await startBank({
    dataDir: join(folder, 'bank'),
    port: 0,
    demoBank: { customers: 12, seed: 'bench' },
    services: ['ais-pis'],
    operatorFile: join(folder, 'operator.json'),
    settings: { LOG_LEVEL: 'info', PLAN_FILE: join(folder, 'plan.json') },
    log,
  });
  const owner = new pg.Pool({ connectionString: bank.ownerUrls['ais-pis'], max: atOnce });
  try {
    const accounts = await openAccounts(owner, accountsCount);
    const served = await servedBy(bank, owner);
    log(
      `${availableParallelism()} cores for PostgreSQL, the service and the load together; ${payments} payments a round, ${atOnce} at once, ${rounds} rounds. Milliseconds from request to final state.\n`,
    );
    log(row(['', 'bare/s', 'p50', 'p99', 'service/s', 'p50', 'p99', 'ratio', 'rounds', 'mark']));
    let good = true;
    for (const hot of [false, true]) good = (await measured(served, accounts, { rounds, payments, atOnce }, hot, log)) && good;
    return (await booksAreRight(bank, owner, log)) && good;
  } finally {
    await owner.end();
    await bank.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function servedBy(bank: Bank, database: pg.Pool): Promise<Served> {
  const client = await addClient(JSON.parse(readFileSync(bank.operatorFile, 'utf8')) as OperatorFile, {
    name: 'Bench',
    roles: ['PSP_PI'],
    redirectUri: 'http://127.0.0.1/back',
  });
  const { access_token: token } = await new ThirdParty(bank.baseUrl, client).clientToken('payments', 'PIS');
  return { url: `http://127.0.0.1:${bank.services['ais-pis'].port}`, token, clientId: client.clientId, database };
}

async function measured(
  served: Served,
  accounts: readonly Account[],
  { rounds, payments, atOnce }: PaymentBench,
  hot: boolean,
  log: Log,
): Promise<boolean> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(new Date());
  const of = (count: number) => paymentsOf(accounts, count, { hot }, today);
  const bare = async (all: readonly Payment[]) =>
    measuredOf(await inTurn(all, atOnce, (payment) => pay(served.database, served.clientId, payment)));
  const ours = async (all: readonly Payment[]) =>
    measuredOf(await untilFinal(served, await inTurn(all, atOnce, (payment) => ask(served, payment))));
  for (const arm of [bare, ours]) await arm(of(Math.ceil(payments / 4)));
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    const floor = first ? await bare(of(payments)) : undefined;
    const through = await ours(of(payments));
    done.push({ floor: floor ?? (await bare(of(payments))), ours: through });
  }
  const { floor, ours: service, ratio, lowest, highest } = figuresOf(done);
  const cells = ({ perSecond, p50, p99 }: Measured): string[] => [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)];
  log(
    row([
      hot ? 'payments from one account' : `payments from ${accounts.length} accounts`,
      ...cells(floor),
      ...cells(service),
      ratio.toFixed(2),
      `${lowest.toFixed(2)}-${highest.toFixed(2)}`,
      mark.toFixed(1),
    ]) + (ratio < mark ? '  below' : ''),
  );
  return ratio >= mark;
}

/** Runs all of them, `atOnce` at a time. */
async function inTurn<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < all.length) done.push(await work(all[next++]!));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return done;
}

function measuredOf(timed: readonly Timed[]): Measured {
  const took = timed.map(({ started, ended }) => ended - started).sort((a, b) => a - b);
  const seconds = (Math.max(...timed.map(({ ended }) => ended)) - Math.min(...timed.map(({ started }) => started))) / 1_000;
  return { perSecond: timed.length / seconds, p50: percentile(took, 0.5), p99: percentile(took, 0.99), failed: 0 };
}

/** Checks that there was no deadlock, and that nothing was lost or doubled. */
async function booksAreRight(bank: Bank, owner: pg.Pool, log: Log): Promise<boolean> {
  const {
    rows: [seen],
  } = await owner.query<{ deadlocks: number; payments: number }>(
    "select (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks, (select count(*)::int from payment where transaction_status = 'ACCC') as payments",
  );
  const { ok, checks } = await ledgerCheck(bank.ownerUrls as never);
  const broken = checks.filter((check) => !check.ok).map(({ name, firstBroken }) => `${name}: ${firstBroken}`);
  log(`\n${seen!.payments} payments made, ${seen!.deadlocks} deadlocks, books ${ok ? 'right' : `wrong: ${broken.join('; ')}`}`);
  return ok && seen!.deadlocks === 0;
}
