import { randomUUID } from 'node:crypto';
import { Browser, newCustomer, ownAddress, runningBank, type TestCustomer } from '@open-banking/testing';
import { aCreditorAccount, bookedOn, presentCollection } from './a-creditors-bank.js';
import { aDebtor, anAccount, activeMandate, receivedMandate, type DebtorAccount } from './a-debtor.js';
import { aMandate } from './a-mandate.js';

const monthly = { occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' } };
const exists = /A mandate of this creditor with this number/;

describe('the number of a mandate, which any client may ask for in the name of any creditor', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  /** A mandate with a number for an account of a customer; its collections go to an account at this bank. */
  const aNumber = async () => {
    const debtor = await aDebtor(bank);
    const [genuine, foreign] = [await aCreditorAccount(bank), await aCreditorAccount(bank)];
    const mandateId = randomUUID().slice(0, 30);
    const by = (creditorAccount: DebtorAccount, besides: object = {}) => ({
      ...monthly,
      mandateId,
      debtorAccount: { iban: debtor.account.iban },
      creditorAccount: { iban: creditorAccount.iban },
      ...besides,
    });
    return { ...debtor, genuine, foreign, mandateId, by };
  };
  const present = (mandateId: string, account: DebtorAccount, creditor?: DebtorAccount) =>
    presentCollection(bank, mandateId, account, creditor && { creditorAccount: { iban: creditor.iban } });
  const booked = (...accounts: DebtorAccount[]) => bookedOn(bank, accounts);
  const mandateStatus = async ({ itself, self }: Pick<Awaited<ReturnType<typeof receivedMandate>>, 'itself' | 'self'>) =>
    (await itself.get(`${self}/status`)).body.mandateStatus as string;
  const approvalPage = async ({ client, scope }: Awaited<ReturnType<typeof receivedMandate>>, { login, password }: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('mandates', scope).url);
    await browser.press('sign-in', { login, password });
    return browser;
  };
  const end = async ({ login, password }: TestCustomer, resourceId: string) => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.confirm('end');
  };

  it('is compared without case and without the creditor’s business code: when it is created, approved and collected', async () => {
    const { customer, account, genuine, foreign, mandateId, by } = await aNumber();
    const [number, otherwise] = [`Power-${mandateId.slice(0, 8)}`, `POWER-${mandateId.slice(0, 8).toUpperCase()}`];
    const first = await activeMandate(bank, by(genuine, { mandateId: number }), { customer, account });
    const second = await receivedMandate(bank, by(foreign, { mandateId: otherwise, creditorSchemeIdentification: 'DE98ABC09999999999' }));
    await expect(second.client.approvedBy(customer, 'mandates', second.scope)).rejects.toThrow(exists);
    expect(await first.itself.post('/v2/mandates', aMandate(by(genuine, { mandateId: otherwise })))).toAnswer(400, {
      tppMessages: [{ code: 'PARAMETER_NOT_CONSISTENT', path: '/mandateId' }],
    });
    expect(await first.itself.post('/v2/mandates', aMandate(by(genuine, { mandateId: `${number}-2` })))).toAnswer(201);
    const collectionId = randomUUID();
    const receive = (besides: object) => presentCollection(bank, otherwise, account, besides, collectionId);
    for (const besides of [{ creditorId: 'DE98XYZ09999999999' }, { creditorId: 'de98zzz09999999999', mandateId: number }])
      expect(await receive(besides)).toAnswer(200, { state: 'booked', resourceId: first.resourceId });
    expect(await booked(account, genuine, foreign)).toEqual([88, 12, 0]);
  });

  it('is given once for an account: the same number of another client is refused, and another number, account or a later time is not', async () => {
    const { customer, account, genuine, foreign, mandateId, by } = await aNumber();
    const debtor = { customer, account };
    const first = await activeMandate(bank, by(genuine), debtor);
    const second = await receivedMandate(bank, by(foreign));
    await expect(second.client.approvedBy(customer, 'mandates', second.scope)).rejects.toThrow(exists);
    expect(await mandateStatus(second)).toBe('RCVD');
    expect(await present(mandateId, account)).toAnswer(200, { state: 'booked', resourceId: first.resourceId });
    expect(await booked(account, genuine, foreign)).toEqual([88, 12, 0]);

    expect(await mandateStatus(await activeMandate(bank, by(foreign, { mandateId: randomUUID().slice(0, 30) }), debtor))).toBe('ACTV');
    const other = await aDebtor(bank);
    expect(await mandateStatus(await activeMandate(bank, by(foreign, { debtorAccount: { iban: other.account.iban } }), other))).toBe(
      'ACTV',
    );
    await end(customer, first.resourceId);
    await second.client.approvedBy(customer, 'mandates', second.scope);
    expect(await mandateStatus(second)).toBe('ACTV');
  });

  it('is refused while the mandate that has it is suspended or waits for a second owner, and the page says why in three languages', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const { genuine, foreign, by } = await aNumber();
    const of = { debtorAccount: { iban: shared.iban } };
    const waiting = await receivedMandate(bank, by(genuine, of));
    await waiting.client.approvedBy(one, 'mandates', waiting.scope);
    const second = await receivedMandate(bank, by(foreign, of));
    const page = await approvalPage(second, two);
    const address = /action="([^"?]+)/.exec(page.response.text)![1]!;
    for (const [language, words] of [
      ['en', exists],
      ['he', /הרשאה לאותו נושה עם אותו מספר/],
      ['ar', /تفويض لهذا الدائن بهذا الرقم/],
    ] as const)
      expect((await page.open(`${address}?lang=${language}`)).text).toMatch(words);
    await waiting.client.approvedBy(two, 'mandates', waiting.scope);
    expect(await mandateStatus(waiting)).toBe('ACTV');
    await bank
      .database('mandates')
      .query("update mandate set mandate_status = 'SUSP', suspended_by = 'bank' where resource_id = $1", [waiting.resourceId]);
    await expect(second.client.approvedBy(two, 'mandates', second.scope)).rejects.toThrow(exists);
    expect(await mandateStatus(second)).toBe('RCVD');
  });

  it('leaves a customer who chooses the account the others: the one that already has such a mandate is not offered', async () => {
    const { customer, account, genuine, foreign, by } = await aNumber();
    await activeMandate(bank, by(genuine), { customer, account });
    const second = await receivedMandate(bank, by(foreign, { debtorAccount: undefined }));
    await expect(second.client.approvedBy(customer, 'mandates', second.scope)).rejects.toThrow(exists);
    const other = await anAccount(bank, [customer]);
    await second.client.approvedBy(customer, 'mandates', second.scope);
    expect(await second.itself.get(second.self)).toAnswer(200, { mandateStatus: 'ACTV', debtorAccount: { iban: other.iban } });
  });

  it('is given once if two clients’ mandates are approved at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { customer, genuine, foreign, by } = await aNumber();
      const both = [await receivedMandate(bank, by(genuine)), await receivedMandate(bank, by(foreign))];
      const pages = await Promise.all(both.map((one) => approvalPage(one, customer)));
      await Promise.all(pages.map((page) => page.press('approve')));
      const statuses = await Promise.all(both.map(mandateStatus));
      expect(statuses.sort()).toEqual(['ACTV', 'RCVD']);
    }
  });

  it('is approved by a page that shows the account which the money goes to', async () => {
    const { customer, genuine, by } = await aNumber();
    const asked = await receivedMandate(bank, by(genuine));
    const { response } = await approvalPage(asked, customer);
    expect(response.text).toContain(genuine.iban.replace(/(.{4})(?=.)/g, '$1 '));
    await asked.client.approvedBy(customer, 'mandates', asked.scope);
    expect(await mandateStatus(asked)).toBe('ACTV');
  });
});
