// Payers who repeat each request until they know its outcome, as those of `npm run campaign -- chaos`, and what became of their payments.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { RetryingPayer, RetryPolicy } from '../../sandbox/dist/payer/index.js';
import { canPay, randomOrder } from '../../sandbox/dist/payer/orders.js';
import { ThirdParty } from '../../sandbox/dist/third-party/third-party.js';
import { compose, openbank, redirectUri, rows, url, within } from './stack.mjs';

const payers = 3;
const betweenMs = 1_000;

/** An order that clearing accepts and that is due today. */
function orderOf(customer, customers) {
  for (;;) {
    const order = randomOrder(customer, customers, new Date().toISOString().slice(0, 10));
    if (order.outcome === 'accepted' && !order.dated) return order;
  }
}

/** Pays until `stop()`, which resolves with what was acknowledged. */
export async function startPaying() {
  const customers = (await openbank('customers')).filter(canPay);
  const retries = new RetryPolicy();
  const paid = [];
  const differing = [];
  let over = false;
  const one = async (at) => {
    const { client_id: clientId, client_secret: clientSecret } = await openbank(
      ...['client', 'add', '--name', `Storm ${at}`, '--roles', 'PSP_PI', '--redirect-uri', redirectUri],
    );
    const client = { name: `Storm ${at}`, clientId, clientSecret, roles: ['PSP_PI'], redirectUri };
    const payer = new RetryingPayer(new ThirdParty(url, client), customers[at], retries);
    while (!over) {
      const order = orderOf(customers[at], customers);
      const payment = await payer.pay(order);
      paid.push(String(order.body.endToEndIdentification));
      if ((await payer.copy(payment, order)) !== payment.paymentId) differing.push(payment.paymentId);
      await pause(betweenMs);
    }
  };
  const working = Promise.all(Array.from({ length: payers }, (_, at) => one(at)));
  working.catch(() => undefined);
  return {
    stop: async () => {
      over = true;
      await working;
      return { paid, differing, retries: retries.retries };
    },
  };
}

/**
 * Each acknowledged and approved payment exists once, is executed within a minute and is debited once; the books and the audit trail are
 * right.
 */
export async function judge({ paid, differing }) {
  assert.deepEqual(differing, [], 'a repeated request made another payment');
  assert.ok(paid.length > 3, `only ${paid.length} payments were made`);
  const unlike = async () =>
    await rows(
      'ais_pis',
      `
      with asked as (select unnest(string_to_array('${paid.join(',')}', ',')) as id)
      select a.id, count(distinct p.payment_id), min(p.transaction_status), count(e.amount)
      from asked a
        left join payment p on p.request->>'endToEndIdentification' = a.id
        left join entry e on e.account_id = p.debtor_account_id and e.end_to_end_id = a.id and e.amount < 0
      group by a.id
      having count(distinct p.payment_id) <> 1 or min(p.transaction_status) not in ('ACSC', 'ACCC') or count(e.amount) <> 1`,
    );
  await within(60_000, async () => assert.equal(await unlike(), '', 'id, payments, status, debits'));
  await compose('run', '--rm', '-T', 'operator', 'ledger', 'check');
  await compose('run', '--rm', '-T', 'operator', 'audit', 'verify');
}
