import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { approve } from './bare.js';
import type { Payment, Timed } from './payment.js';

const agent = new Agent({ keepAlive: true });

export interface Served {
  readonly url: string;
  readonly token: string;
  readonly clientId: string;
  readonly database: pg.Pool;
}

/** Requests a payment and approves it for its customer. The service does the rest. */
export async function ask({ url, token, database }: Served, payment: Payment): Promise<{ paymentId: string; started: number }> {
  const started = Date.now();
  const paymentId = await post(`${url}/v1.7/payments/instant-sepa-credit-transfers`, token, payment.body);
  await approve(database, paymentId, payment, { job: true });
  return { paymentId, started };
}

const post = (url: string, token: string, body: string): Promise<string> =>
  new Promise((settle, fail) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-request-id': randomUUID(),
      'content-type': 'application/json',
      accept: 'application/json',
      'psu-ip-address': '192.0.2.7',
    };
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 201) settle((JSON.parse(text) as { paymentId: string }).paymentId);
        else fail(new Error(`${response.statusCode} ${text}`));
      });
    });
    asked.on('error', fail);
    asked.end(body);
  });

const givenUpMs = 120_000;

/** Waits until all payments are final and returns when each became final. */
export async function untilFinal({ database }: Served, asked: readonly { paymentId: string; started: number }[]): Promise<Timed[]> {
  const ids = asked.map(({ paymentId }) => paymentId);
  const open =
    "select count(*)::int as open from payment where payment_id = any($1::uuid[]) and transaction_status not in ('ACCC', 'RJCT')";
  for (const since = Date.now(); (await database.query<{ open: number }>(open, [ids])).rows[0]!.open > 0; await pause(50)) {
    if (Date.now() - since > givenUpMs) throw new Error('payments are still not final after two minutes');
  }
  const { rows } = await database.query<{ id: string; ended: number; status: string }>(
    'select payment_id as id, (extract(epoch from status_changed_at) * 1000)::float8 as ended, transaction_status as status from payment where payment_id = any($1::uuid[])',
    [ids],
  );
  const rejected = rows.filter(({ status }) => status !== 'ACCC');
  if (rejected.length > 0) throw new Error(`${rejected.length} payments were rejected`);
  const ends = new Map(rows.map(({ id, ended }) => [id, ended]));
  return asked.map(({ paymentId, started }) => ({ paymentId, started, ended: ends.get(paymentId)! }));
}
