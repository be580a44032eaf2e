import { randomUUID } from 'node:crypto';
import { services } from '@open-banking/spec';
import { daysAgo, inDays, runningBank, type TestClient } from '@open-banking/testing';
import { AScenarist, type Login, type Made } from './a-scenarist.js';

const slowMs = 300_000;

describe('the data of a customer', () => {
  const bank = runningBank(services);

  /** The interim-available balance and the booked entries of the first account. */
  async function accountOf(client: TestClient, login: Login) {
    const reader = await client.consentedBy(login as never, 'allPsd2');
    const { resourceId } = login.accounts.find(({ kind }) => kind === 'account')!;
    const balances = await reader.get(`/v1.7/accounts/${resourceId}/balances`);
    const entries = await reader.get(`/v1.7/accounts/${resourceId}/transactions?bookingStatus=both&dateFrom=${daysAgo(60)}`);
    const all = (balances.body as { balances: { balanceType: string; balanceAmount: { amount: string } }[] }).balances;
    const { booked, pending } = (entries.body as { transactions: Record<'booked' | 'pending', Record<string, unknown>[]> }).transactions;
    return {
      balances: Object.fromEntries(all.map(({ balanceType, balanceAmount }) => [balanceType, balanceAmount.amount])),
      booked,
      pending,
    };
  }

  it(
    'is what the developer gives: names, accounts, entries in their order, and the balance that follows from them',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const path = `/sandbox/customers/${randomUUID()}`;
      // A text stays what it is, though ids of generated data are replaced.
      const uuid = '550e8400-e29b-41d4-a716-446655440000';
      const counterparty = { name: 'Kosher Fit Gym', iban: 'DE89370400440532013000' };
      const body = {
        people: [{ name: 'Zoë Ben-David' }],
        accounts: [
          {
            name: 'Pocket money',
            product: 'Youth Account',
            overdraft: '50.00',
            opening: '3.17',
            entries: [
              { bookingDate: daysAgo(3), amount: '-180.00', kind: 'standingOrder', counterparty, text: 'Membership' },
              { bookingDate: daysAgo(2), amount: '180.00', kind: 'return', counterparty, text: 'Returned (AC04)' },
              {
                bookingDate: daysAgo(0),
                valueDate: inDays(2),
                amount: '-0.17',
                text: uuid,
                endToEndId: 'E2E-1',
              },
              { valueDate: inDays(1), amount: '-2.00', status: 'pending', text: 'Coffee' },
            ],
          },
        ],
      };
      const made = await one.call('PUT', path, body);
      expect(made).toAnswer(200, { logins: [{ name: 'Zoë Ben-David', login: expect.stringMatching(/^first\.[a-z0-9]{6}$/) as string }] });
      const [login] = (made.body as Made).logins;
      const { balances, booked, pending } = await accountOf(client, login!);
      // 3.00 booked and an overdraft of 50.00, less the pending 2.00.
      expect(balances).toMatchObject({ interimAvailable: '51.00' });
      expect(
        booked.map(({ transactionAmount, remittanceInformationUnstructured: text }) => [
          (transactionAmount as { amount: string }).amount,
          text,
        ]),
      ).toEqual([
        ['-0.17', uuid],
        ['180.00', 'Returned (AC04)'],
        ['-180.00', 'Membership'],
        ['3.17', 'Balance brought forward'],
      ]);
      expect(booked[0]).toMatchObject({ endToEndId: 'E2E-1', valueDate: inDays(2) });
      expect(pending).toMatchObject([{ transactionAmount: { amount: '-2.00' }, remittanceInformationUnstructured: 'Coffee' }]);
      expect(await one.call('GET', path)).toAnswer(200, { data: body });
      // The same body again changes nothing.
      expect((await one.call('PUT', path, body)).body).toEqual(made.body);
    },
    slowMs,
  );

  it(
    'can be read, changed and put again: the sign-in stays, and the second owner comes, goes and comes back',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const path = `/sandbox/customers/${randomUUID()}`;
      const put = async (body: object): Promise<Made> => {
        const made = await one.call('PUT', path, body);
        expect(made).toAnswer(200);
        return made.body as Made;
      };
      const accounts = (owners: string) => [{ owners, opening: '100.00' }];
      const alone = await put({ people: [{ name: 'Dana Levi' }], accounts: accounts('first') });
      const reader = await client.consentedBy(alone.logins[0] as never, 'allPsd2');
      const both = await put({ people: [{ name: 'Dana Katz' }, { name: 'Omer Katz' }], accounts: accounts('both') });
      expect(both.logins.map(({ name, accounts: [account] }) => [name, account!.approval])).toEqual([
        ['Dana Katz', 'both'],
        ['Omer Katz', 'both'],
      ]);
      expect(both.logins[0]).toMatchObject({ login: alone.logins[0]!.login, password: alone.logins[0]!.password });
      expect(both.logins[0]!.accounts[0]!.resourceId).not.toBe(alone.logins[0]!.accounts[0]!.resourceId);
      expect(await reader.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
      const names = () =>
        bank
          .database('ais-pis')
          .query<{ name: string }>('select name from psu where login = any($1) order by login', [both.logins.map(({ login }) => login)]);
      expect((await names()).rows.map(({ name }) => name)).toEqual(['Dana Katz', 'Omer Katz']);
      await client.consentedBy(both.logins[1] as never, 'allPsd2');

      const again = await put({ people: [{ name: 'Dana Levi' }], accounts: accounts('first') });
      expect(again.logins).toHaveLength(1);
      await expect(client.consentedBy(both.logins[1] as never, 'allPsd2')).rejects.toThrow();
      const { logins } = await put({ people: [{ name: 'Dana Levi' }, { name: 'Omer Levi' }], accounts: accounts('either') });
      expect(logins[1]).toMatchObject({ name: 'Omer Levi', login: both.logins[1]!.login });
      await client.consentedBy(logins[1] as never, 'allPsd2');
    },
    slowMs,
  );

  it(
    'is refused with all that is wrong with it, each by its place, and then nothing is made',
    async () => {
      const one = await AScenarist.of(bank);
      const put = (body: object) => one.call('PUT', `/sandbox/customers/${randomUUID()}`, body);
      const places = (answer: { readonly body: unknown }) =>
        (answer.body as { tppMessages: { path: string }[] }).tppMessages.map(({ path }) => path).sort();
      const malformed = await put({
        accounts: [{ currency: 'USD', overdraft: '-1', balance: '3.17', entries: [{ amount: '1.005', bookingDate: '2026-02-30' }] }],
      });
      expect(malformed.status).toBe(400);
      expect(places(malformed)).toEqual([
        '/accounts/0/balance',
        '/accounts/0/currency',
        '/accounts/0/entries/0/amount',
        '/accounts/0/entries/0/bookingDate',
        '/accounts/0/overdraft',
      ]);
      const wrong = await put({
        accounts: [
          {
            owners: 'both',
            entries: [
              { amount: '0.00', bookingDate: inDays(2) },
              { amount: '5.00' },
              { amount: '5.00', status: 'pending', bookingDate: daysAgo(1) },
            ],
          },
          { currency: 'EUR' },
        ],
        savings: [{ account: 2, entries: [{ bookingDate: daysAgo(1), amount: '-5.00', kind: 'deposit' }] }],
        cards: [{ transactions: [{ date: daysAgo(1), bookingDate: daysAgo(2), amount: '-5.00' }] }],
        loans: [{ account: 1, kind: 'car', amount: '900.00', interestRate: '5', months: 12, startDate: daysAgo(40), unpaidInstalments: 9 }],
        securities: [{ purchases: [{ instrument: 'IL0000000000', units: 1, date: daysAgo(1_000) }] }],
      });
      expect(wrong.status).toBe(400);
      expect(places(wrong)).toEqual([
        '/accounts/0/entries/0/amount',
        '/accounts/0/entries/0/bookingDate',
        '/accounts/0/entries/1/bookingDate',
        '/accounts/0/entries/2/bookingDate',
        '/accounts/0/owners',
        '/cards/0/transactions/0/bookingDate',
        '/loans/0/account',
        '/loans/0/amount',
        '/loans/0/unpaidInstalments',
        '/savings/0/account',
        '/savings/0/entries/0/amount',
        '/securities/0/purchases/0/date',
        '/securities/0/purchases/0/instrument',
      ]);
      expect(await put({ accounts: [{ overdraft: '100.00', opening: '-100.01' }] })).toAnswer(400, {
        tppMessages: [{ path: '/accounts/0' }],
      });
      expect(places(await put({ preset: 'joint', accounts: [{}], products: ['card'] }))).toEqual(['/accounts', '/products']);
      expect(places(await put({ cards: [{}] }))).toEqual(['/cards']);
      expect((await one.call('GET', '/sandbox/customers')).body).toEqual({ customers: [] });
      expect(await put({ accounts: [{ overdraft: '100.00', opening: '-100.00' }] })).toAnswer(200);
    },
    slowMs,
  );

  it(
    'may have 5,000 entries in a body of 1 MiB, and no more',
    async () => {
      const one = await AScenarist.of(bank);
      const entries = (count: number, text = 'Order') =>
        Array.from({ length: count }, (_, at) => ({ bookingDate: daysAgo(1 + (at % 700)), amount: '1.00', text: `${text} ${at}` }));
      const put = (body: object) => one.call('PUT', `/sandbox/customers/${randomUUID()}`, body);
      const made = await put({ accounts: [{ entries: entries(2_500) }, { entries: entries(2_500) }] });
      expect(made).toAnswer(200);
      expect(await put({ accounts: [{ entries: entries(2_500) }, { entries: entries(2_501) }] })).toAnswer(400, {
        tppMessages: [{ path: '/accounts' }],
      });
      const tooLarge = await put({ accounts: [{ entries: entries(5_000, 'x'.repeat(200)) }] });
      expect(tooLarge).toAnswer(413, { tppMessages: [{ text: expect.stringContaining('at most 1 MiB') as string }] });
      expect(await one.call('POST', `/sandbox/customers/${randomUUID()}/resets`, { x: 'x'.repeat(65_536) })).toAnswer(413);
    },
    slowMs,
  );

  it(
    'goes with the customer: what names people is deleted, and another developer never sees it',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const { customerId } = await one.customer({ people: [{ name: 'Planted Name' }], accounts: [{}] });
      const path = `/sandbox/customers/${customerId}`;
      const stored = async () =>
        (
          await bank.database('portal').query<{ text: string }>(
            `select to_jsonb(c)::text || (select string_agg(to_jsonb(s)::text, '') from sandbox_data_set s where s.customer_id = c.customer_id) as text
             from sandbox_customer c where customer_id = $1`,
            [customerId],
          )
        ).rows[0]!.text;
      expect(await stored()).toContain('Planted Name');
      expect(await other.call('GET', path)).toAnswer(404);
      expect(await other.call('PUT', path, { accounts: [{}] })).toAnswer(409);
      expect(await one.call('DELETE', path)).toAnswer(204);
      expect(await stored()).not.toContain('Planted Name');
    },
    slowMs,
  );
});
