import { randomUUID } from 'node:crypto';
import {
  completeInteraction,
  internalCall,
  type HttpResponse,
  type Caller,
  type BankWithClock,
  type TestClient,
  type TestCustomer,
} from '@open-banking/testing';
import { clearingInternal } from '@open-banking/spec';
import { Browser } from '../a-browser.js';
import { aCustomer, anAccount, type TestAccount } from '../a-customer.js';
import { productOf, type Model, type Modelled, type Person, type Purse, type Route } from './model.js';

export const balance = 1_000_000;
export const rejectedIban = 'FR1420041010050500013M02606';
let visits = 0;

/** The running bank, driven by the model's commands: its API, pages and clock. */
export class Real {
  readonly #sessions = new Map<Person, Browser>();

  private constructor(
    readonly bank: BankWithClock,
    readonly client: TestClient,
    readonly stranger: Caller,
    readonly people: Readonly<Record<Person, TestCustomer>>,
    readonly purses: Readonly<Record<Purse, TestAccount>>,
    private readonly ibans: Readonly<Record<Route, string>>,
    private caller: Caller,
  ) {}

  /** Creates customers and accounts for one run. */
  static async begin(bank: BankWithClock): Promise<Real> {
    const [noa, dan, stranger, creditor] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    const booked = (balance / 100).toFixed(2);
    const purses = {
      own: await anAccount(bank, [noa], { booked, bookedBefore: booked }),
      joint: await anAccount(bank, [noa, dan], { rule: 'both', booked, bookedBefore: booked }),
    };
    const [inside, closed] = [
      await anAccount(bank, [creditor], { booked: '0', bookedBefore: '0' }),
      await anAccount(bank, [creditor], { booked: '0', bookedBefore: '0' }),
    ];
    await bank.database('ais-pis').query("update account set status = 'deleted' where account_id = $1", [closed.accountId]);
    const client = await bank.client();
    const outside = 'DE89370400440532013000';
    const ibans = { inside: inside.iban, closed: closed.iban, outside, sepa: outside, rejecting: rejectedIban };
    const other = await (await bank.client()).withClientToken('payments', 'PIS');
    return new Real(bank, client, other, { noa, dan, stranger }, purses, ibans, await client.withClientToken('payments', 'PIS'));
  }

  create(requestId: string, route: Route, body: object, verified: boolean): Promise<HttpResponse> {
    const headers = { 'x-request-id': requestId, 'client-vop-requested': String(verified) };
    return this.caller.post(`/v1.7/payments/${productOf(route)}`, body, { headers });
  }

  paymentRequest(purse: Purse, route: Route, cents: number, requested: string | null): object {
    return {
      debtorAccount: { iban: this.purses[purse].iban },
      creditorAccount: { iban: this.ibans[route] },
      creditorName: 'Model',
      endToEndIdentification: randomUUID().slice(0, 30),
      instructedAmount: { currency: 'EUR', amount: (cents / 100).toFixed(2) },
      ...(requested !== null && { requestedExecutionDate: requested }),
    };
  }

  read({ route, id }: Modelled, below: string, by: Caller = this.caller): Promise<HttpResponse> {
    return by.get(`/v1.7/payments/${productOf(route)}/${id}${below}`);
  }
  remove({ route, id }: Modelled): Promise<HttpResponse> {
    return this.caller.delete(`/v1.7/payments/${productOf(route)}/${id}`);
  }

  /** Approves as the customer on the issuer's pages; returns `approved` or the bank's error message. */
  async answers({ id }: Modelled, person: Person, refuse = false): Promise<'approved' | string> {
    const { login, password } = this.people[person];
    visits += 1;
    try {
      const back = new URL(
        await completeInteraction(this.client.authorization('payments', `PIS:${id}`).url, {
          login,
          password,
          refuse,
          from: `127.77.${Math.floor(visits / 250) % 250}.${(visits % 250) + 1}`,
        }),
      );
      return back.searchParams.has('code') ? 'approved' : back.searchParams.get('error')!;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Presses a button of the payment's page, if it has it. */
  async presses({ id }: Modelled, person: Person, below: string, step: string): Promise<boolean> {
    const browser = await this.session(person);
    await browser.open(`/customer/payments/${id}${below}`);
    if (!browser.response.text.includes(`value="${step}"`)) return false;
    await browser.press(step);
    // Irreversible actions need a confirmation.
    if (browser.response.text.includes('name="confirmed"')) await browser.press(step);
    return true;
  }

  async advance(by: string): Promise<number> {
    const { offsetMs } = await this.bank.advance(by);
    // Tokens and sessions expired in the meantime.
    this.#sessions.clear();
    this.caller = await this.client.withClientToken('payments', 'PIS');
    Object.assign(this.stranger, await this.stranger.party.clientToken('payments', 'PIS').then(({ access_token: token }) => ({ token })));
    return offsetMs;
  }

  private async session(person: Person): Promise<Browser> {
    const known = this.#sessions.get(person);
    if (known) return known;
    visits += 1;
    const browser = new Browser(this.bank.baseUrl, `127.78.${Math.floor(visits / 250) % 250}.${(visits % 250) + 1}`);
    const { login, password } = this.people[person];
    await browser.open('/customer/payments');
    await browser.press('sign-in', { login, password });
    this.#sessions.set(person, browser);
    return browser;
  }
}

/** Clearing returns all payments to this creditor. */
export const rejectBy = (bank: BankWithClock) =>
  internalCall(bank.operator, 'ais-pis', clearingInternal.addClearingRule, { answer: 'rejected', reason: 'MS03', creditor: rejectedIban });

/** Checks the books of a run, and that every status change was an allowed transition. */
export async function proveBooks({ bank, purses }: Real, model: Model): Promise<void> {
  const database = bank.database('ais-pis');
  const {
    rows: [books],
  } = await database.query<Record<'own' | 'joint', number>>(
    `
    select (select ((booked - reserved) * 100)::float8 from account_balance where account_id = $1) as own,
           (select ((booked - reserved) * 100)::float8 from account_balance where account_id = $2) as joint`,
    [purses.own.accountId, purses.joint.accountId],
  );
  const {
    rows: [elsewhere],
  } = await database.query<{ creditor: number; clearing: number; sum: number }>(
    `
    with mine as (select posting_id from posting where subject = any($1))
    select coalesce((select sum(amount) from entry e join mine using (posting_id) where e.amount > 0 and e.account_id <> all($2)), 0)::float8 * 100 as creditor,
           coalesce((select sum(amount) from internal_leg join mine using (posting_id) where internal_account = 'CLEARING'), 0)::float8 * 100 as clearing,
           coalesce((select sum(amount) from entry join mine using (posting_id)), 0)::float8 + coalesce((select sum(amount) from internal_leg join mine using (posting_id)), 0)::float8 as sum`,
    [model.payments.map(({ id }) => id), [purses.own.accountId, purses.joint.accountId]],
  );
  const { rows: stories } = await database.query<{ id: string; story: string[] }>(
    `
    select payment_id::text as id, array_agg(to_status order by change_number) as story from payment_status_change where payment_id = any($1) group by payment_id`,
    [model.payments.map(({ id }) => id)],
  );
  const { rows: strange } = await database.query(`
    select c.* from payment_status_change c
    left join payment_status_change p on p.payment_id = c.payment_id and p.change_number = c.change_number - 1
    where not exists (select from payment_edge e where e.from_status = c.from_status and e.to_status = c.to_status) or c.from_status <> coalesce(p.to_status, 'RCVD')`);
  const inClearing = Math.round(elsewhere!.clearing);
  expect({
    own: Math.round(books!.own),
    joint: Math.round(books!.joint),
    creditor: Math.round(elsewhere!.creditor),
    elsewhere: inClearing,
    sum: elsewhere!.sum,
  }).toEqual({ ...model.money, sum: 0 });
  expect(Object.fromEntries(stories.map(({ id, story }) => [id, story]))).toEqual(
    Object.fromEntries(model.payments.filter(({ story }) => story.length > 0).map(({ id, story }) => [id, story])),
  );
  expect(strange).toEqual([]);
}
