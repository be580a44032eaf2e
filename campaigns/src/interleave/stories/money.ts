import type { Customer } from '@open-banking/installation/customers-file';
import { type ThirdParty, alertOf } from '@open-banking/sandbox/third-party';
import { feedInternal } from '@open-banking/spec';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import { faultsOfBooks } from '../world/books.js';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { until } from '../world/until.js';
import { shownCode, type Account, type World } from '../world/world.js';

const executeDue = 'ExecutionService.executeDue';

interface Paid {
  readonly party: ThirdParty;
  readonly customer: Customer;
  readonly from: Account;
  readonly to: Account;
  readonly amount: string;
}

const paymentStatus = (world: World, paymentId: string): Promise<string> =>
  world.value('select transaction_status from payment where payment_id = $1', paymentId);

/** A payment between accounts of this bank, approved: it is executed by a job, which `held` makes wait. */
async function approved(world: World, { party, customer, from, to, amount }: Paid, more: object = {}, held = false): Promise<string> {
  const paymentId = await world.payment(party, {
    debtorAccount: { iban: from.iban },
    creditorAccount: { iban: to.iban },
    instructedAmount: { currency: 'EUR', amount },
    ...more,
  });
  const at = await world.atApproval(party, customer, `PIS:${paymentId}`);
  if (held) world.bank.interleaving.holdJobs(paymentId);
  await at.browser.press('approve');
  if (shownCode(at) === undefined) throw new Error(`the payment is not approved: ${alertOf(at.browser.response.text)}`);
  return paymentId;
}

/** A payment that has waited for its day, which has come: it is executed by the work that is due. */
async function due(world: World, paid: Paid): Promise<string> {
  // Before anything is prepared: a run that began earlier would find the payment, too, if its day came meanwhile.
  world.bank.interleaving.holdTask(executeDue);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const paymentId = await approved(world, paid, { requestedExecutionDate: day });
  await until(async () => (await paymentStatus(world, paymentId)) === 'PDNG');
  await world.rows("update payment set execution_date = (now() at time zone 'Asia/Jerusalem')::date where payment_id = $1", [paymentId]);
  return paymentId;
}

/** A payment whose job waits to be an actor. */
async function waiting(world: World, paid: Paid): Promise<string> {
  const paymentId = await approved(world, paid, {}, true);
  await until(() => Promise.resolve(world.bank.interleaving.holdsJob(paymentId)));
  return paymentId;
}

const debited = (status: string): boolean => ['ACSC', 'ACCC', 'ACSP'].includes(status);

/** The work that is due executes one payment beside the job of another. `faults`: what is wrong, by the statuses that they end in. */
async function bothExecuted(
  world: World,
  [one, other]: readonly [Paid, Paid],
  faults: (statuses: readonly string[]) => Promise<string[]>,
): ReturnType<Story['perform']> {
  const first = await due(world, one);
  const second = await waiting(world, other);
  return {
    roles: [
      { name: 'the day of one has come', play: { task: executeDue } },
      { name: 'the other is executed', play: { job: second } },
    ],
    faults: async () => faults([await paymentStatus(world, first), await paymentStatus(world, second)]),
  };
}

async function twoAccounts(world: World): Promise<Pick<Paid, 'party' | 'customer' | 'from' | 'to'>> {
  const [party, customer, other] = await Promise.all([world.client(), world.customer(), world.customer()]);
  const [from, to] = [await world.account([customer]), await world.account([other])];
  return { party, customer, from, to };
}

/** The customer cancels a payment on its day: it is cancelled, or executed. */
export const cancelBesideExecute: Story = {
  name: 'cancel-beside-execute',
  steps: 35,
  perform: async (world) => {
    const { party, customer, from, to } = await twoAccounts(world);
    const paymentId = await due(world, { party, customer, from, to, amount: '30.00' });
    const browser = await world.signedIn(customer);
    await browser.open(`/customer/payments/${paymentId}`);
    await browser.press('cancel-payment');
    browser.formWith('cancel-payment');
    return {
      roles: [
        { name: 'customer cancels', play: { requests: (requestId) => browser.actAs(requestId).press('cancel-payment') } },
        { name: 'the day has come', play: { task: executeDue } },
      ],
      faults: async () => {
        const status = await paymentStatus(world, paymentId);
        const isCancelled = browser.response.text.includes('The payment is cancelled.');
        return [
          ...fail(
            isCancelled !== (status === 'CANC'),
            `the payment is ${status}, and the customer was told ${isCancelled ? 'that it is cancelled' : 'otherwise'}`,
          ),
          ...fail(status !== 'CANC' && status !== 'ACCC', `the payment is ${status}`),
          ...(await faultsOfBooks(world, [from, to], status === 'CANC' ? ['100', '100'] : ['70', '130'])),
        ];
      },
    };
  },
};

/** Two owners pay 80.00 each from an account with 100.00: one payment is executed. */
export const fundsOnce: Story = {
  name: 'funds-once',
  steps: 30,
  perform: async (world) => {
    const [party, noa, dan, payee] = await Promise.all([world.client(), world.customer(), world.customer(), world.customer()]);
    const [from, to] = [await world.account([noa, dan]), await world.account([payee])];
    const paid = { party, from, to, amount: '80.00' };
    const pair = [
      { ...paid, customer: noa },
      { ...paid, customer: dan },
    ] as const;
    return bothExecuted(world, pair, async (statuses) => [
      ...fail(statuses.filter(debited).length !== 1, `the payments are ${statuses.join(' and ')}`),
      ...(await faultsOfBooks(world, [from, to], ['20', '180'])),
    ]);
  },
};

/** Two payments of 30.00 from two accounts of a customer who may pay 50.00 a day: one is executed. */
export const dayCap: Story = {
  name: 'day-cap',
  steps: 30,
  perform: async (world) => {
    const paid = { ...(await twoAccounts(world)), amount: '30.00' };
    const another = await world.account([paid.customer]);
    await world.rows(
      "insert into payment_cap (psu_id, currency, per_day, set_by, set_at) select $1, 'EUR', 50, (select min(name) from operator), now()",
      [paid.customer.psuId],
    );
    return bothExecuted(world, [paid, { ...paid, from: another }], async (statuses) => {
      const [one, other] = statuses.map(debited);
      return [
        ...fail(one === other, `the payments are ${statuses.join(' and ')}`),
        ...(await faultsOfBooks(
          world,
          [paid.from, another, paid.to],
          [one ? '70' : '100', other ? '70' : '100', one || other ? '130' : '100'],
        )),
      ];
    });
  },
};

/** Two accounts pay each other: both payments are executed, and nobody waits for ever. */
export const oppositeWays: Story = {
  name: 'opposite-ways',
  steps: 30,
  perform: async (world) => {
    const [party, one, other] = await Promise.all([world.client(), world.customer(), world.customer()]);
    const [from, to] = [await world.account([one]), await world.account([other])];
    const there = { party, customer: one, from, to, amount: '40.00' };
    const back = { party, customer: other, from: to, to: from, amount: '15.00' };
    return bothExecuted(world, [there, back], async (statuses) => [
      ...fail(!statuses.every(debited), `the payments are ${statuses.join(' and ')}`),
      ...(await faultsOfBooks(world, [from, to], ['75', '125'])),
    ]);
  },
};

/** The core books on an account while a payment from it is executed: both are booked. */
export const feedBesidePayment: Story = {
  name: 'feed-beside-payment',
  steps: 30,
  perform: async (world) => {
    const paid = { ...(await twoAccounts(world)), amount: '30.00' };
    const paymentId = await waiting(world, paid);
    const today = await world.value<string>("select (now() at time zone 'Asia/Jerusalem')::date::text");
    const line = {
      source: `core-${paymentId}`,
      position: 1,
      type: 'entry',
      accountId: paid.from.accountId,
      transactionId: paymentId.slice(0, 35),
      bookingDate: today,
      valueDate: today,
      amount: '-25.00',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    };
    const feed = async (requestId: () => string) =>
      expectSuccess(
        'feed',
        await internalCall(
          { ...world.operator, requestId: requestId() },
          'ais-pis',
          feedInternal.applyFeed,
          JSON.stringify(line),
          {},
          'application/x-ndjson',
        ),
      );
    return {
      roles: [
        { name: 'the payment is executed', play: { job: paymentId } },
        { name: 'the core books', play: { requests: feed } },
      ],
      faults: async () => {
        const status = await paymentStatus(world, paymentId);
        return [
          ...fail(!debited(status), `the payment is ${status}`),
          ...(await faultsOfBooks(world, [paid.from, paid.to], ['45', '130'])),
        ];
      },
    };
  },
};
