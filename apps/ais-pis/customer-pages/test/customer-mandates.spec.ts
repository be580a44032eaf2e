import { randomUUID } from 'node:crypto';
import { alertOf, collect, runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';

const eur = (amount: string) => ({ currency: 'EUR', amount });

describe("a customer's mandates on the bank's own pages", () => {
  const bank = runningBank(services);
  let client: TestClient;
  beforeEach(async () => {
    client = await bank.client({ name: 'Collector <3' });
  });

  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  const received = async (iban: string, extra?: object) => {
    const created = await (
      await client.withClientToken('mandates', 'MANDATE')
    ).post('/v2/mandates', aMandate(iban, { creditor: { name: 'City Power <&>' }, ...extra }));
    expect(created).toAnswer(201);
    return created.body.resourceId as string;
  };
  const given = async (customer: TestCustomer, iban: string, extra?: object) => {
    const resourceId = await received(iban, extra);
    await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    return resourceId;
  };
  const state = async (resourceId: string) =>
    (await (await client.withClientToken('mandates', 'MANDATE')).get(`/v2/mandates/${resourceId}/status`)).body as object;
  const collected = (resourceId: string, amount = '12.00') =>
    collect(bank.operator, resourceId, { collectionId: randomUUID(), amount: eur(amount) });
  const booked = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  it('show who may collect, how much and from which account; suspend, resume and cancel, each once', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const resourceId = await given(customer, iban);
    const browser = await entered(customer);
    await browser.open('/customer/mandates');
    expect(browser.response.text).toContain('City Power &lt;&amp;&gt;');
    await browser.open(`/customer/mandates/${resourceId}`);
    for (const text of [
      '€60.00',
      'Whenever something is due',
      'Until it is cancelled',
      'DE98ZZZ09999999999',
      iban.slice(-3),
      'Collector &lt;3',
      'Given on',
      'Nothing was collected yet',
      'May collect',
    ])
      expect(browser.response.text).toContain(text);
    const page = browser.response;

    await browser.press('suspend');
    expect(browser.response.text).toContain('Nothing is collected until you resume it');
    expect(await state(resourceId)).toEqual({ mandateStatus: 'SUSP', reasonCode: 'MS02' });
    expect(await collected(resourceId)).toMatchObject({ state: 'returned', reason: 'MS02' });
    browser.response = page;
    await browser.press('suspend');
    expect(browser.response.text).toContain('changed in the meantime');

    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.press('resume');
    expect(await state(resourceId)).toEqual({ mandateStatus: 'ACTV' });
    expect(await collected(resourceId)).toMatchObject({ state: 'booked' });

    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.press('end');
    for (const text of ['Cancel this mandate?', 'City Power &lt;&amp;&gt;', '€60.00', 'for good', 'Keep it as it is', 'class="final"'])
      expect(browser.response.text).toContain(text);
    expect(await state(resourceId)).toEqual({ mandateStatus: 'ACTV' });
    await browser.press('end');
    expect(browser.response.text).toContain('The mandate is cancelled.');
    expect(await state(resourceId)).toEqual({ mandateStatus: 'CANC', reasonCode: 'MD16' });
    expect(await collected(resourceId)).toMatchObject({ state: 'returned', reason: 'MD01' });
    const { text: ended } = await browser.open(`/customer/mandates/${resourceId}`);
    for (const text of ['value="end"', 'Until it is cancelled']) expect(ended).not.toContain(text);
    const { rows } = await bank
      .database('mandates')
      .query<{ operation: string }>('select operation from audit where psu_id = $1 and subject = $2 order by audit_id', [
        customer.psuId,
        resourceId,
      ]);
    expect(rows.map(({ operation }) => operation)).toEqual(['mandates.approve', 'suspendMandate', 'resumeMandate', 'endMandate']);
  });

  it('show collections and refund one of the core scheme once; business collections are not refunded', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const core = await given(customer, account.iban);
    const firms = await given(customer, account.iban, { mandateType: { localInstrumentCode: 'B2B', classificationCode: 'VARI' } });
    const { collectionId } = await collected(core);
    expect(await collected(core, '60.01')).toMatchObject({ state: 'returned' });
    expect(await collected(firms)).toMatchObject({ state: 'booked' });
    expect(await booked(account.accountId)).toBe('76.00');
    const browser = await entered(customer);
    expect((await browser.open(`/customer/mandates/${firms}`)).text).not.toContain('refund:');
    await browser.open(`/customer/mandates/${core}`);
    for (const text of ['Collected.', 'more than the mandate lets']) expect(browser.response.text).toContain(text);
    const page = browser.response;
    await browser.press(`refund:${collectionId}`);
    for (const text of ['Have this collection given back?', '12.00', 'Keep it as it is']) expect(browser.response.text).toContain(text);
    expect(await booked(account.accountId)).toBe('76.00');
    await browser.press(`refund:${collectionId}`);
    expect(browser.response.text).toContain('It is given back to your account.');
    expect(await booked(account.accountId)).toBe('88.00');
    browser.response = page;
    await browser.press(`refund:${collectionId}`);
    expect(browser.response.text).toContain('changed in the meantime');
    expect(await booked(account.accountId)).toBe('88.00');
    expect((await browser.open(`/customer/mandates/${core}`)).text).toContain('Given back on');
    const { rows } = await bank
      .database('ais-pis')
      .query<{ kind: string; whole: boolean }>(
        'select kind, reverses is not null as whole from posting where subject = $1 order by posted_at',
        [collectionId],
      );
    expect(rows).toEqual([
      { kind: 'COLLECTION', whole: false },
      { kind: 'COLLECTION_REFUNDED', whole: true },
    ]);
  });

  it('offer to give back each collection that can be, also of a mandate with more of them than a page has otherwise', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const resourceId = await given(customer, iban);
    const ids: string[] = [];
    for (let collections = 0; collections < 30; collections += 1) {
      const { collectionId, state } = await collected(resourceId, '1.00');
      expect(state).toBe('booked');
      ids.push(collectionId);
    }
    const browser = await entered(customer);
    const { text } = await browser.open(`/customer/mandates/${resourceId}`);
    expect(ids.filter((id) => !text.includes(`value="refund:${id}"`))).toEqual([]);
  });

  it('refund a collection even if the creditor has spent the money', async () => {
    const [customer, firm] = [await aCustomer(bank), await aCustomer(bank)];
    const [account, creditor] = [await anAccount(bank, [customer]), await anAccount(bank, [firm], { booked: '0' })];
    const resourceId = await given(customer, account.iban, { creditorAccount: { iban: creditor.iban } });
    const { collectionId } = await collected(resourceId);
    expect(await booked(creditor.accountId)).toBe('12.00');
    await bank
      .database('ais-pis')
      .query('update account_balance set overdraft = 0, reserved = booked where account_id = $1', [creditor.accountId]);
    const browser = await entered(customer);
    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.confirm(`refund:${collectionId}`);
    expect([await booked(account.accountId), await booked(creditor.accountId)]).toEqual(['100.00', '12.00']);
    const { rows } = await bank
      .database('ais-pis')
      .query(
        'select l.internal_account as account, l.amount::text from internal_leg l join posting p using (posting_id) where p.subject = $1',
        [collectionId],
      );
    expect(rows).toEqual([{ account: 'COLLECTIONS', amount: '-12.00' }]);
  });

  it('let a second owner approve with their own code or refuse, and the first one withdraw', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const waiting = async () => given(one, shared.iban);
    const [approved, refused, withdrawn] = [await waiting(), await waiting(), await waiting()];
    const browser = await entered(two);
    expect(browser.response.text).toContain('3 waiting');
    await browser.open('/customer/mandates');
    expect(browser.response.text.match(/waits until/g)).toHaveLength(3);
    await browser.open(`/customer/mandates/${approved}/approval`);
    for (const text of ['Another owner has approved already', 'City Power', '€60.00']) expect(browser.response.text).toContain(text);
    expect((await browser.press('approve', { code: '' })).status).toBe(422);
    expect(alertOf(browser.response.text)).toContain('code is wrong');
    await browser.press('approve');
    expect(browser.response.text).toContain('It has taken effect.');
    expect(await state(approved)).toEqual({ mandateStatus: 'ACTV' });
    expect(await collected(approved)).toMatchObject({ state: 'booked' });

    await browser.open(`/customer/mandates/${refused}/approval`);
    await browser.press('refuse');
    for (const text of ['Refuse this?', 'City Power', '€60.00', 'You cannot undo the refusal.'])
      expect(browser.response.text).toContain(text);
    expect(await state(refused)).toMatchObject({ mandateStatus: 'PATC' });
    await browser.press('refuse');
    expect(browser.response.text).toContain('Refused. Nothing can be collected.');
    expect(await state(refused)).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS02' });

    const first = await entered(one);
    await first.open(`/customer/mandates/${withdrawn}`);
    await first.confirm('end');
    expect(await state(withdrawn)).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS02' });
    expect((await browser.open(`/customer/mandates/${withdrawn}/approval`)).text).toContain('changed in the meantime');
  });

  it("show and change only the customer's own mandates, and refund only their own collections", async () => {
    const [customer, stranger] = [await aCustomer(bank), await aCustomer(bank)];
    const account = await anAccount(bank, [customer]);
    const resourceId = await given(customer, account.iban);
    const { collectionId } = await collected(resourceId);
    const own = await given(stranger, (await anAccount(bank, [stranger])).iban);
    const browser = await entered(stranger);
    expect((await browser.open(`/customer/mandates/${resourceId}`)).text).toContain('There is no such direct debit.');
    expect((await browser.open(`/customer/mandates/${resourceId}/approval`)).text).toContain('changed in the meantime');
    for (const step of ['suspend', 'resume', 'end', `refund:${collectionId}`]) {
      await browser.open(`/customer/mandates/${own}`);
      const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
      expect((await browser.open(`/customer/mandates/${resourceId}`, new URLSearchParams({ csrf, step }))).text).toContain(
        'changed in the meantime',
      );
    }
    await browser.open(`/customer/mandates/${own}`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
    expect((await browser.open(`/customer/mandates/${own}`, new URLSearchParams({ csrf, step: `refund:${collectionId}` }))).text).toContain(
      'changed in the meantime',
    );
    expect(await state(resourceId)).toEqual({ mandateStatus: 'ACTV' });
    expect(await booked(account.accountId)).toBe('88.00');
  });

  it('do not let the customer resume a mandate that the bank suspended, and are available in Hebrew', async () => {
    const { changeMandate } = await import('@open-banking/testing');
    const customer = await aCustomer(bank);
    const resourceId = await given(customer, (await anAccount(bank, [customer])).iban);
    await changeMandate(bank.operator, resourceId, 'suspend');
    const browser = await entered(customer);
    await browser.open(`/customer/mandates/${resourceId}?lang=he`);
    expect(browser.response.text).toContain('על ידי הבנק');
    expect(browser.response.text).toContain('dir="rtl"');
    expect(browser.response.text).not.toContain('value="resume"');
    expect(browser.response.text).toContain('value="end"');
  });
});
