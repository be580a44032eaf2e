import { inDays, runningBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { statusChanges, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe('an account that changes hands', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let itself: Caller;
  beforeAll(async () => {
    client = await bank.client();
    itself = (await client.withClientToken('payments', 'PIS')).paced;
  });
  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  const created = async ({ iban }: TestAccount, besides: object = {}) =>
    (await itself.post(sepa, { ...inEuro, debtorAccount: { iban }, ...besides })).body.paymentId as string;
  const paymentStatus = async (paymentId: string) =>
    ((await itself.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string }).transactionStatus;
  const approve = (paymentId: string, who: TestCustomer) => client.approvedBy(who, 'payments', `PIS:${paymentId}`);
  const customers = (count: number) => Promise.all(Array.from({ length: count }, () => aCustomer(bank)));
  /** As a feed does, in one step. */
  const owned = async ({ accountId }: TestAccount, by: readonly TestCustomer[], rule: 'any' | 'both') => {
    await bank.database('ais-pis').query(
      `with gone as (delete from holder where resource_id = $1 and psu_id <> all($2::uuid[]))
       insert into holder (psu_id, resource_id, rule) select psu_id, $1, $3 from unnest($2::uuid[]) psu_id
       on conflict (psu_id, resource_id) do update set rule = excluded.rule`,
      [accountId, by.map(({ psuId }) => psuId), rule],
    );
  };

  it('has a payment wait for its present owners: the approval of a former one does not count', async () => {
    const [former, stays, enters] = (await customers(3)) as [TestCustomer, TestCustomer, TestCustomer];
    const shared = await anAccount(bank, [former, stays], { rule: 'both' });
    const paymentId = await created(shared);
    await approve(paymentId, former);
    await owned(shared, [stays, enters], 'both');
    await expect(approve(paymentId, former)).rejects.toThrow(/somebody else/);
    await approve(paymentId, stays);
    await approve(paymentId, stays);
    expect([await paymentStatus(paymentId), await statusChanges(bank, paymentId)]).toEqual(['PATC', ['RCVD>PATC']]);

    const browser = await entered(enters);
    expect((await browser.open('/customer/payments')).text).toContain('waits until');
    await browser.open(`/customer/payments/${paymentId}/approval`);
    await browser.press('approve');
    expect(browser.response.text).toContain('Approved.');
    expect((await statusChanges(bank, paymentId)).slice(0, 2)).toEqual(['RCVD>PATC', 'PATC>ACTC']);
  });

  it('has a dated payment seen and cancelled by its present owners, co-owners included, and by no former one', async () => {
    const [former, one, other] = (await customers(3)) as [TestCustomer, TestCustomer, TestCustomer];
    const account = await anAccount(bank, [former]);
    const [seen, cancelled] = [
      await created(account, { requestedExecutionDate: inDays(30) }),
      await created(account, { requestedExecutionDate: inDays(30) }),
    ];
    for (const paymentId of [seen, cancelled]) {
      await approve(paymentId, former);
      expect(await statusAfter(itself, `${sepa}/${paymentId}`, ['ACTC'])).toBe('PDNG');
    }
    await owned(account, [one, other], 'any');
    for (const owner of [one, other]) {
      const page = await entered(owner);
      expect((await page.open('/customer/payments')).text.match(/Waits for its day/g)).toHaveLength(2);
      expect((await page.open(`/customer/payments/${seen}`)).text).toContain('Bookshop');
    }
    const first = await entered(former);
    expect((await first.open('/customer/payments')).text).toContain('None.');
    expect((await first.open(`/customer/payments/${seen}`)).text).toContain('There is no such payment.');
    const csrf = /name="csrf" value="([^"]+)"/.exec(first.response.text)![1]!;
    await first.open(`/customer/payments/${cancelled}`, new URLSearchParams({ csrf, step: 'cancel-payment', confirmed: 'yes' }));
    expect(await paymentStatus(cancelled)).toBe('PDNG');
    const second = await entered(other);
    await second.open(`/customer/payments/${cancelled}`);
    await second.confirm('cancel-payment');
    expect([await paymentStatus(cancelled), await paymentStatus(seen)]).toEqual(['CANC', 'PDNG']);
  });

  it('has no consent take effect on the approval of a former owner, and one of two owners open nothing once another owns the account', async () => {
    const [former, stays, enters] = (await customers(3)) as [TestCustomer, TestCustomer, TestCustomer];
    const account = await anAccount(bank, [former, stays], { rule: 'both' });
    const consents = await bank.client();
    const [open, valid] = [
      await consents.createConsent({ balances: [{ iban: account.iban }] }),
      await consents.createConsent({ balances: [{ iban: account.iban }] }),
    ];
    const approvedBy = (who: TestCustomer, id: string) => consents.approvedBy(who, 'consents', `AIS:${id}`);
    await approvedBy(former, open);
    await approvedBy(former, valid);
    const token = await approvedBy(stays, valid);
    const read = async () =>
      (await token.get(`/v1.7/accounts/${account.accountId}/balances`, { headers: { 'consent-id': valid, 'psu-ip-address': '127.0.0.1' } }))
        .status;
    expect(await read()).toBe(200);

    await owned(account, [stays, enters], 'both');
    expect(await read()).toBe(404);
    await expect(approvedBy(stays, open)).rejects.toThrow(/page says/);
    expect((await (await entered(stays)).open('/customer')).text).not.toContain(`/customer/pending/${open}`);
    const { rows } = await bank.database('ais-pis').query('select status from consent where consent_id = $1', [open]);
    expect(rows).toEqual([{ status: 'partiallyAuthorised' }]);
    await owned(account, [former, stays], 'both');
    expect(await read()).toBe(200);
    await approvedBy(stays, open);
  });

  it('is opened by no consent of one owner, of named accounts or of everything, once two owners must agree', async () => {
    const [one, other] = (await customers(2)) as [TestCustomer, TestCustomer];
    const account = await anAccount(bank, [one, other]);
    const readers = await Promise.all(
      ([{ balances: [{ iban: account.iban }] }, 'allPsd2'] as const).map(async (access) =>
        (await bank.client()).consentedBy(one, access as never),
      ),
    );
    const statuses = () =>
      Promise.all(readers.map(async (reader) => (await reader.get(`/v1.7/accounts/${account.accountId}/balances`)).status));
    expect(await statuses()).toEqual([200, 200]);
    await owned(account, [one, other], 'both');
    expect(await statuses()).toEqual([404, 404]);
    await owned(account, [one, other], 'any');
    expect(await statuses()).toEqual([200, 200]);
  });
});
