import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { addClient, ThirdParty, type Bank } from '@open-banking/sandbox';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { ledgerCheck } from '@open-banking/verification/ledger';
import pg from 'pg';
import type { Figures, Measured } from '../figures.js';
import { approveConsents, temporaryBank } from '../measured-bank.js';
import { row } from '../table.js';
import { openAccounts, type Account } from './accounts.js';
import { paymentsOf } from './payment.js';
import { readsBesideQueue } from './reads-beside-queue.js';
import { measuredOf, roundsOf, today } from './rounds.js';
import { ask, untilFinal, type Served } from './served.js';
import { atRate } from './steady-rate.js';

export interface PaymentBench {
  readonly rounds: number;
  readonly payments: number;
  readonly concurrency: number;
}
type Log = (line: string) => void;

const accountsCount = 1_000;
/** The least ratio to the bare statements: from many accounts, and from one, where they wait for each other. */
const marks = { spread: 0.8, hot: 2 };
const half = { seconds: 8, markMs: 100 };
const queued = 5_000;

/**
 * Measures payments from request to final state: in a filling queue beside bare statements, and at half of the greatest load; and reads
 * beside a queue.
 */
export async function benchPayments(options: PaymentBench, log: Log): Promise<boolean> {
  const { bank, close } = await temporaryBank({
    demoBank: { customers: 12, seed: 'bench' },
    services: ['ais-pis'],
    settings: { LOG_LEVEL: 'info' },
    log,
  });
  const owner = new pg.Pool({ connectionString: bank.ownerUrls['ais-pis'], max: options.concurrency });
  try {
    const accounts = await openAccounts(owner, accountsCount);
    const operator = JSON.parse(readFileSync(bank.operatorFile, 'utf8')) as OperatorFile;
    const served = await servedBy(bank, operator, owner);
    const good = await inAFillingQueue(served, accounts, options, log);
    await readsToo(served, operator, accounts, log);
    return (await booksAreRight(bank, owner, log)) && good;
  } finally {
    await owner.end();
    await close();
  }
}

async function servedBy(bank: Bank, operator: OperatorFile, database: pg.Pool): Promise<Served> {
  const client = await addClient(operator, { name: 'Bench', roles: ['PSP_PI'], redirectUri: 'http://127.0.0.1/back' });
  const { access_token: token } = await new ThirdParty(bank.baseUrl, client).clientToken('payments', 'PIS');
  return { url: `http://127.0.0.1:${bank.services['ais-pis'].port}`, token, clientId: client.clientId, database };
}

const cells = ({ perSecond, p50, p99 }: Measured): string[] => [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)];

async function inAFillingQueue(served: Served, accounts: readonly Account[], options: PaymentBench, log: Log): Promise<boolean> {
  const { rounds, payments, concurrency } = options;
  log(
    `${availableParallelism()} cores for PostgreSQL, the service and the load together; ${payments} payments a round, ${concurrency} at once, ${rounds} rounds. Milliseconds from request to final state.\n`,
  );
  log(row(['', 'bare/s', 'p50', 'p99', 'service/s', 'p50', 'p99', 'ratio', 'rounds', 'mark']));
  let good = true;
  for (const which of ['spread', 'hot'] as const) {
    const hot = which === 'hot';
    const figures = await roundsOf(served, accounts, { ...options, hot });
    const { floor, ours, ratio, lowest, highest } = figures;
    const isBelow = ratio < marks[which];
    const name = hot ? 'payments from one account' : `payments from ${accounts.length} accounts`;
    const figuresText = [...cells(floor), ...cells(ours), ratio.toFixed(2), `${lowest.toFixed(2)}-${highest.toFixed(2)}`];
    log(row([name, ...figuresText, marks[which].toFixed(1)]) + (isBelow ? '  below' : ''));
    good = (await atHalfLoad(served, accounts, figures, hot, log)) && good && !isBelow;
  }
  return good;
}

/**
 * Offers half of what was the most, at a steady rate, after a second of the same that is not counted: a service that has rested looks for
 * the jobs of other processes, here the approvals of this one, once in 0.9 s.
 */
async function atHalfLoad(served: Served, accounts: readonly Account[], { ours }: Figures, hot: boolean, log: Log): Promise<boolean> {
  const perSecond = ours.perSecond / 2;
  const offered = async (seconds: number) => {
    const payments = paymentsOf(accounts, Math.ceil(perSecond * seconds), { hot }, today());
    return untilFinal(served, await atRate(payments, perSecond, (payment) => ask(served, payment)));
  };
  await offered(1);
  const measured = measuredOf(await offered(half.seconds));
  const isAbove = measured.p99 > half.markMs;
  log(row(['  at half of that load', '', '', '', ...cells(measured), '', '', `${half.markMs} ms`]) + (isAbove ? '  above' : ''));
  return !isAbove;
}

async function readsToo(served: Served, operator: OperatorFile, accounts: readonly Account[], log: Log): Promise<void> {
  const [reader] = await approveConsents(operator, 1);
  const { quiet, beside, left } = await readsBesideQueue(served, reader!, accounts, queued);
  const text = ({ p50, p99 }: typeof quiet): string => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
  log(
    `\nbalances, 100 reads a second: ${text(quiet)}; beside a queue of ${queued} payments of one account: ${text(beside)} (${left} still waited at the end)`,
  );
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
