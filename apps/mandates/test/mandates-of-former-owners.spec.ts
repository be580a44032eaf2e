import { randomUUID } from 'node:crypto';
import { Browser, collect, newCustomer, runningBank, type TestCustomer } from '@open-banking/testing';
import { bookedOn } from './a-creditors-bank.js';
import { anAccount, activeMandate, receivedMandate, type DebtorAccount } from './a-debtor.js';

const atWill = { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' } };

describe('mandates on an account that changes hands', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const customers = (count: number) => Promise.all(Array.from({ length: count }, () => newCustomer(bank)));
  /** As a feed does, in one step. */
  const owned = async ({ accountId }: DebtorAccount, by: readonly TestCustomer[], rule: 'any' | 'both') => {
    await bank.database('ais-pis').query(
      `with gone as (delete from holder where resource_id = $1 and psu_id <> all($2::uuid[]))
       insert into holder (psu_id, resource_id, rule) select psu_id, $1, $3 from unnest($2::uuid[]) psu_id
       on conflict (psu_id, resource_id) do update set rule = excluded.rule`,
      [accountId, by.map(({ psuId }) => psuId), rule],
    );
  };
  const entered = async ({ login, password }: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    return browser;
  };
  const collectFrom = (resourceId: string) =>
    collect(bank.operator, resourceId, { collectionId: randomUUID(), amount: { currency: 'EUR', amount: '12.00' } });
  const mandateStatus = async (resourceId: string) => {
    const { rows } = await bank
      .database('mandates')
      .query<{ status: string }>('select mandate_status as status from mandate where resource_id = $1', [resourceId]);
    return rows[0]!.status;
  };

  it('wait for the present owners: the approval of a former one does not count', async () => {
    const [former, stays, enters] = (await customers(3)) as [TestCustomer, TestCustomer, TestCustomer];
    const account = await anAccount(bank, [former, stays], { rule: 'both' });
    const mandate = await receivedMandate(bank, { ...atWill, debtorAccount: { iban: account.iban } });
    const approve = (who: TestCustomer) => mandate.client.approvedBy(who, 'mandates', mandate.scope);
    await approve(former);
    await owned(account, [stays, enters], 'both');
    await expect(approve(former)).rejects.toThrow(/page says/);
    await approve(stays);
    expect(await mandateStatus(mandate.resourceId)).toBe('PATC');
    const browser = await entered(enters);
    await browser.open('/customer/mandates');
    expect(browser.response.text).toContain('waits until');
    await browser.open(`/customer/mandates/${mandate.resourceId}/approval`);
    await browser.press('approve');
    expect(await mandateStatus(mandate.resourceId)).toBe('ACTV');
    expect(await collectFrom(mandate.resourceId)).toMatchObject({ state: 'booked' });
  });

  it.each([
    ['a former owner gave', (_: TestCustomer, next: TestCustomer) => ({ owners: [next], rule: 'any' as const })],
    [
      'one owner gave who may not decide alone any more',
      (first: TestCustomer, next: TestCustomer) => ({ owners: [first, next], rule: 'both' as const }),
    ],
  ])('collect nothing if %s it alone; the period stays free', async (_, change) => {
    const [first, next] = (await customers(2)) as [TestCustomer, TestCustomer];
    const account = await anAccount(bank, [first]);
    const { resourceId } = await activeMandate(bank, {}, { customer: first, account });
    const { owners, rule } = change(first, next);
    await owned(account, owners, rule);
    expect(await collectFrom(resourceId)).toMatchObject({ state: 'returned', reason: 'MD01', text: expect.any(String) });
    expect(await bookedOn(bank, [account])).toEqual([100]);
    await owned(account, [first], 'any');
    expect(await collectFrom(resourceId)).toMatchObject({ state: 'booked' });
  });

  it('are seen, ended and refunded by the present owners, co-owners included, and by no former one', async () => {
    const [former, one, other] = (await customers(3)) as [TestCustomer, TestCustomer, TestCustomer];
    const account = await anAccount(bank, [former]);
    const { resourceId } = await activeMandate(bank, atWill, { customer: former, account });
    const { collectionId } = (await collectFrom(resourceId)) as { collectionId: string };
    await owned(account, [one, other], 'any');

    const gone = await entered(former);
    expect((await gone.open('/customer/mandates')).text).not.toContain('City Power');
    const csrf = /name="csrf" value="([^"]+)"/.exec(gone.response.text)![1]!;
    for (const step of ['suspend', 'end', `refund:${collectionId}`])
      await gone.open(`/customer/mandates/${resourceId}`, new URLSearchParams({ csrf, step, confirmed: 'yes' }));
    expect([await mandateStatus(resourceId), await bookedOn(bank, [account])]).toEqual(['ACTV', [88]]);

    const first = await entered(one);
    expect((await first.open('/customer/mandates')).text).toContain('City Power');
    await first.open(`/customer/mandates/${resourceId}`);
    await first.confirm(`refund:${collectionId}`);
    expect(await bookedOn(bank, [account])).toEqual([100]);
    const second = await entered(other);
    await second.open(`/customer/mandates/${resourceId}`);
    await second.confirm('end');
    expect(await mandateStatus(resourceId)).toBe('CANC');
  });
});
