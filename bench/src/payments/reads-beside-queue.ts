import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { statements } from '@open-banking/database';
import { percentile } from '../figures.js';
import type { ConsentedCustomer } from '../targets.js';
import type { Account } from './accounts.js';
import { paymentsOf } from './payment.js';
import { today } from './rounds.js';
import type { Served } from './served.js';
import { atRate } from './steady-rate.js';

const readsPerSecond = 100;
const seconds = 5;

export interface ReadTimes {
  readonly p50: number;
  readonly p99: number;
}

/** Reads balances at a steady rate for some seconds: milliseconds of an answer. Throws if one is not 200. */
async function readTimes({ url }: Served, { token, consentId, resources }: ConsentedCustomer): Promise<ReadTimes> {
  const { resourceId } = resources.find(({ kind }) => kind === 'account')!;
  const took = await atRate(Array.from({ length: readsPerSecond * seconds }), readsPerSecond, async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'consent-id': consentId,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.7',
    };
    const began = performance.now();
    const response = await fetch(`${url}/v1.7/accounts/${resourceId}/balances`, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    return performance.now() - began;
  });
  took.sort((a, b) => a - b);
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}

const addJobs = statements().find(({ name }) => name === 'jobs.add-all')!;
const waiting = "select count(*)::int as count from jobs.job where name = 'execute-payment' and state < 'completed'";

/**
 * Reads without and beside a queue of payments of one account, which was approved at once. `left`: payments still waiting when the reads
 * ended.
 */
export async function readsBesideQueue(
  served: Served,
  reader: ConsentedCustomer,
  accounts: readonly Account[],
  payments: number,
): Promise<{ readonly quiet: ReadTimes; readonly beside: ReadTimes; readonly left: number }> {
  await readTimes(served, reader);
  const quiet = await readTimes(served, reader);
  await queue(served, accounts, payments);
  const beside = await readTimes(served, reader);
  const open = async (): Promise<number> => (await served.database.query<{ count: number }>(waiting)).rows[0]!.count;
  const left = await open();
  while ((await open()) > 0) await pause(100);
  return { quiet, beside, left };
}

/** Accepted and approved payments with their jobs, written directly. */
async function queue({ database, clientId }: Served, accounts: readonly Account[], count: number): Promise<void> {
  const all = paymentsOf(accounts, count, { hot: true }, today()).map((payment) => ({ ...payment, paymentId: randomUUID() }));
  await database.query(
    `
    with approved as (
      insert into payment (payment_id, client_id, payment_product, request, currency, amount, transaction_status, changes, created_at, status_changed_at, debtor_account_id, execution_date)
      select id, $2::text, 'instant-sepa-credit-transfers', request::jsonb, 'EUR', amount::numeric, 'ACTC', 1, now(), now(), $3::uuid, $4::date
      from unnest($1::uuid[], $5::text[], $6::text[]) p (id, request, amount)
      returning payment_id
    ), by_owner as (
      insert into payment_approval (payment_id, psu_id, approved_at) select payment_id, $7::uuid, now() from approved
    )
    insert into payment_status_change (payment_id, change_number, from_status, to_status, changed_at)
    select payment_id, 1, 'RCVD', 'ACTC', now() from approved`,
    [
      all.map(({ paymentId }) => paymentId),
      clientId,
      all[0]!.from.accountId,
      today(),
      all.map(({ body }) => body),
      all.map(({ amount }) => amount),
      all[0]!.from.psuId,
    ],
  );
  await database.query(addJobs.text, ['execute-payment', all.map(({ paymentId }) => JSON.stringify({ paymentId })), all.map(() => null)]);
}
