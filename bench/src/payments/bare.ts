import { createHash, randomUUID } from 'node:crypto';
import {
  approvePayment,
  bookPosting,
  insertPayment,
  paymentLegs,
  lockAccounts,
  lockPaymentToExecute,
  movePayment,
  schemes,
  type PaymentToExecute,
} from '@open-banking/ais-pis/statements';
// Declares the additional statements of a write: idempotency look-up, stored response, audit row.
import { CommandSettings } from '@open-banking/commands';
import { statements } from '@open-banking/database';
import type pg from 'pg';
import type { Payment, Timed } from './payment.js';

type NamedStatement = { readonly name: string; readonly text: string };

const named = (name: string): NamedStatement => {
  const found = statements().find((statement) => statement.name === name);
  if (!found) throw new Error(`Statement ${name} does not exist.`);
  return found;
};
const copies = {
  tryLock: named('commands.try-lock'),
  answered: named('commands.answered'),
  keepAnswer: named('commands.keep-answer'),
  record: named('audit.record'),
  addJob: named('jobs.add'),
};
const product = 'instant-sepa-credit-transfers';
/** The service's default: how long answers are kept for copies. */
const answerDays = new CommandSettings().answerDays;

const run = async <Row>(client: pg.ClientBase, { name, text }: NamedStatement, ...values: unknown[]): Promise<Row[]> =>
  (await client.query({ name, text, values })).rows as Row[];

async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Acts as the customer: writes the approval in one transaction. With `job`, the service executes the payment. */
export const approve = (pool: pg.Pool, paymentId: string, { from, today }: Payment, { job }: { readonly job: boolean }): Promise<void> =>
  transaction(pool, async (client) => {
    await run(client, approvePayment, paymentId, from.psuId, from.accountId, '0', today, 'RCVD', 'ACTC', new Date());
    if (job) await run(client, copies.addJob, 'execute-payment', JSON.stringify({ paymentId }), null, null);
  });

/** Runs only the statements of one payment, from acceptance to its final state, as the service does. */
export async function pay(pool: pg.Pool, clientId: string, payment: Payment): Promise<Timed> {
  const started = Date.now();
  const paymentId = await accept(pool, clientId, payment);
  await approve(pool, paymentId, payment, { job: false });
  await execute(pool, paymentId, payment);
  return { paymentId, started, ended: Date.now() };
}

const accept = (pool: pg.Pool, clientId: string, { body, amount }: Payment): Promise<string> =>
  transaction(pool, async (client) => {
    const key = [clientId, 'createPayment', randomUUID()];
    await run(client, copies.tryLock, ...key);
    await run(client, copies.answered, ...key, answerDays);
    const paymentId = randomUUID();
    const now = new Date();
    await run(
      client,
      insertPayment,
      paymentId,
      clientId,
      product,
      body,
      'EUR',
      amount,
      null,
      'RCVD',
      now,
      new Date(now.getTime() + 1_800_000),
    );
    const sha256 = createHash('sha256').update(body).digest();
    const path = `/v1.7/payments/${product}`;
    await run(
      client,
      copies.keepAnswer,
      ...key,
      path,
      sha256,
      201,
      JSON.stringify({ location: `${path}/${paymentId}`, 'aspsp-sca-approach': 'REDIRECT' }),
      JSON.stringify({ transactionStatus: 'RCVD', paymentId, _links: {} }),
    );
    await run(client, copies.record, 'createPayment', clientId, null, key[2], path, sha256, null, 201, paymentId, null);
    return paymentId;
  });

const execute = (pool: pg.Pool, paymentId: string, { today }: Payment): Promise<void> =>
  transaction(pool, async (client) => {
    const [payment] = await run<PaymentToExecute>(client, lockPaymentToExecute, paymentId);
    const legs = paymentLegs(payment!, schemes[product]!);
    await run(client, lockAccounts, [payment!.debtorAccountId, payment!.creditorAccountId], paymentId);
    const entries = legs.map((leg, at) =>
      'accountId' in leg ? { ...leg.facts, at, accountId: leg.accountId, amount: String(leg.amount) } : leg,
    );
    await run(client, bookPosting, 'PAYMENT', paymentId, null, today, today, new Date(), JSON.stringify(entries), '[]', 2, false);
    await run(client, movePayment, paymentId, ['ACTC', 'ACFC', 'ACSP', 'ACCC'], null, new Date());
  });
