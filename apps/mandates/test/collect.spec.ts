import { randomUUID } from 'node:crypto';
import { changeMandate, collect, inDays, newCustomer, presentCollection, runningBank } from '@open-banking/testing';
import { active } from './an-active-mandate.js';
import { aDebtor, anAccount, block, activeMandate, receivedMandate } from './a-debtor.js';

const eur = (amount: string) => ({ currency: 'EUR', amount });
const fixed = (amount: string) => ({
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'FIXE' },
  maximumAmount: undefined,
  collectionAmount: eur(amount),
});
const byUsage = { mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' }, maximumAmount: undefined };
const every = (frequencyType: string, besides: object = {}) => ({ occurrences: { sequenceType: 'RCUR', frequencyType, ...besides } });

describe('a collection', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const one = (resourceId: string, amount = eur('12.00'), collectionId: string = randomUUID()) =>
    collect(bank.operator, resourceId, { collectionId, amount, endToEndId: 'E2E-1', remittance: 'Power, November' });
  const balance = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;
  const accountEntries = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ amount: string }>('select amount::text from entry where account_id = $1 order by entry_reference', [accountId])
    ).rows.map(({ amount }) => amount);

  it("is booked, and appears at once in the debtor's balance and transactions", async () => {
    const { resourceId, account, customer, itself, self } = await activeMandate(bank);
    const { body: mandate } = await itself.get(self);
    const reader = await (
      await bank.client()
    ).consentedBy(customer, { balances: [{ iban: account.iban }], transactions: [{ iban: account.iban }] });
    expect(await one(resourceId)).toMatchObject({
      resourceId,
      amount: eur('12.00'),
      state: 'booked',
      presentedOn: inDays(0),
      bookedOn: inDays(0),
    });
    const below = `/v1.7/accounts/${account.accountId}`;
    expect(await reader.get(`${below}/balances`)).toAnswer(200, {
      balances: expect.arrayContaining([expect.objectContaining({ balanceType: 'interimAvailable', balanceAmount: eur('88.00') })]),
    });
    const { body } = await reader.get(`${below}/transactions?bookingStatus=booked&dateFrom=${inDays(-1)}`);
    expect(body.transactions.booked).toEqual([
      expect.objectContaining({
        transactionAmount: eur('-12.00'),
        mandateId: mandate.mandateId,
        creditorId: mandate.creditorSchemeIdentification,
        creditorName: 'City Power',
        endToEndId: 'E2E-1',
        remittanceInformationUnstructured: 'Power, November',
        bankTransactionCode: 'PMNT-RDDT-ESDD',
      }),
    ]);
  });

  it("is credited in the same posting if the creditor's account is at this bank", async () => {
    const creditor = await anAccount(bank, [await newCustomer(bank)], { booked: '0.00' });
    const { resourceId, account } = await active(bank, { creditorAccount: { iban: creditor.iban } });
    const { collectionId } = await one(resourceId);
    expect([await balance(account.accountId), await balance(creditor.accountId)]).toEqual(['88.00', '12.00']);
    const { rows } = await bank
      .database('ais-pis')
      .query<{ legs: number; posted: string }>(
        'select legs, (select count(*)::text from entry e where e.posting_id = p.posting_id) as posted from posting p where subject = $1',
        [collectionId],
      );
    expect(rows).toEqual([{ legs: 2, posted: '2' }]);
  });

  it('is returned without a reason if its creditor is blocked, by account, name or ultimate creditor, and nothing is debited', async () => {
    const word = `x${randomUUID().replaceAll(/[0-9-]/g, 'q')}`;
    const creditor = await anAccount(bank, [await newCustomer(bank)], { booked: '0.00' });
    const parties = [
      { creditorAccount: { iban: creditor.iban } },
      { creditor: { name: `${word.slice(0, 4)}-${word.slice(4)} Power` } },
      { ultimateCreditor: { name: `${word} power` } },
    ];
    const mandates = await Promise.all(
      parties.map((party) => active(bank, { ...party, occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' } })),
    );
    for (const { resourceId } of mandates) expect(await one(resourceId)).toMatchObject({ state: 'booked' });
    await block(bank, { account: creditor.iban, reason: 'LEGL' }, { name: `${word} Power`, reason: 'LEGL' });
    for (const { resourceId, account } of mandates) {
      expect(await one(resourceId)).toMatchObject({ state: 'returned', reason: 'MS03' });
      expect(await balance(account.accountId)).toBe('88.00');
    }
    expect(await one((await active(bank)).resourceId)).toMatchObject({ state: 'booked' });
  });

  it("is returned if its amount is not the mandate's", async () => {
    const mandate = await active(bank, fixed('9.99'));
    expect(await one(mandate.resourceId, eur('9.98'))).toMatchObject({ state: 'returned', reason: 'AM02', text: expect.any(String) });
    expect(await one(mandate.resourceId, eur('9.99'))).toMatchObject({ state: 'booked' });
    const atMost = await active(bank);
    expect(await one(atMost.resourceId, eur('60.01'))).toMatchObject({ state: 'returned', reason: 'SL14' });
    expect(await one(atMost.resourceId, eur('60.00'))).toMatchObject({ state: 'booked' });
  });

  it('is returned if it is in another currency', async () => {
    for (const besides of [{}, byUsage]) {
      const { resourceId } = await active(bank, besides);
      expect(await one(resourceId, { currency: 'ILS', amount: '5.00' })).toMatchObject({ state: 'returned', reason: 'AM03' });
      expect(await one(resourceId, eur('5.00'))).toMatchObject({ state: 'booked' });
    }
  });

  it('is returned before the first collection date', async () => {
    expect(await one((await active(bank, every('MNTH', { firstCollectionDate: inDays(1) }))).resourceId)).toMatchObject({
      state: 'returned',
      reason: 'DT01',
    });
    expect(await one((await active(bank, every('MNTH', { firstCollectionDate: inDays(0) }))).resourceId)).toMatchObject({
      state: 'booked',
    });
  });

  it('is booked once per period; returned ones do not count, and a mandate without periods allows any number', async () => {
    const monthly = await active(bank);
    expect(await one(monthly.resourceId, eur('60.01'))).toMatchObject({ reason: 'SL14' });
    expect(await one(monthly.resourceId)).toMatchObject({ state: 'booked' });
    expect(await one(monthly.resourceId)).toMatchObject({ state: 'returned', reason: 'SL13' });
    const atWill = await active(bank, every('ADHO'));
    for (let times = 0; times < 3; times += 1) expect(await one(atWill.resourceId)).toMatchObject({ state: 'booked' });
    expect(await balance(atWill.account.accountId)).toBe('64.00');
  });

  it('ends a one-off mandate', async () => {
    const { resourceId, itself, self } = await active(bank, { occurrences: { sequenceType: 'OOFF' } });
    expect(await one(resourceId, eur('60.01'))).toMatchObject({ state: 'returned' });
    expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'ACTV' });
    expect(await one(resourceId)).toMatchObject({ state: 'booked' });
    expect((await itself.get(`${self}/status`)).body).toEqual({ mandateStatus: 'EXPI', reasonCode: 'MD20' });
    expect(await one(resourceId)).toMatchObject({ state: 'returned', reason: 'MD20' });
  });

  it('is returned if the mandate is not approved or is cancelled', async () => {
    const { customer, account } = await aDebtor(bank);
    const waiting = await receivedMandate(bank, { ...every('MNTH'), debtorAccount: { iban: account.iban } });
    expect(await one(waiting.resourceId)).toMatchObject({ state: 'returned', reason: 'MD01' });
    await waiting.client.approvedBy(customer, 'mandates', waiting.scope);
    expect(await one(waiting.resourceId)).toMatchObject({ state: 'booked' });
    expect(await waiting.itself.delete(waiting.self)).toAnswer(202);
    await waiting.client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${waiting.resourceId}`);
    expect(await one(waiting.resourceId)).toMatchObject({ state: 'returned', reason: 'MD01' });
    expect(await accountEntries(account.accountId)).toEqual(['-12.00']);
  });

  it('is returned while the bank has suspended the mandate, and booked after the bank resumes it', async () => {
    const { resourceId, itself, self } = await active(bank);
    expect(await changeMandate(bank.operator, resourceId, 'suspend')).toEqual({ done: true, mandateStatus: 'SUSP', suspendedBy: 'bank' });
    expect((await itself.get(`${self}/status`)).body).toEqual({ mandateStatus: 'SUSP', reasonCode: 'MS03' });
    expect(await one(resourceId)).toMatchObject({ state: 'returned', reason: 'MS03' });
    expect(await changeMandate(bank.operator, resourceId, 'suspend')).toMatchObject({ done: false, suspendedBy: 'bank' });
    expect(await changeMandate(bank.operator, resourceId, 'resume')).toEqual({ done: true, mandateStatus: 'ACTV' });
    expect(await one(resourceId)).toMatchObject({ state: 'booked' });
    await expect(changeMandate(bank.operator, randomUUID(), 'suspend')).rejects.toThrow('RESOURCE_UNKNOWN');
  });

  it('is returned if the account has insufficient funds, and the period stays free', async () => {
    const { resourceId, account } = await active(bank, {}, await aDebtor(bank, { booked: '11.99' }));
    expect(await one(resourceId)).toMatchObject({ state: 'returned', reason: 'AM04' });
    expect(await balance(account.accountId)).toBe('11.99');
    expect(await one(resourceId, eur('11.99'))).toMatchObject({ state: 'booked' });
    expect(await balance(account.accountId)).toBe('0.00');
  });

  it.each([
    ['blocked', 'AC06'],
    ['deleted', 'AC04'],
  ])('is returned if the account is %s', async (status, reason) => {
    const { resourceId, account } = await active(bank);
    const become = (state: string) =>
      bank.database('ais-pis').query('update account set status = $2 where account_id = $1', [account.accountId, state]);
    await become(status);
    expect(await one(resourceId)).toMatchObject({ state: 'returned', reason });
    await become('enabled');
    expect(await one(resourceId)).toMatchObject({ state: 'booked' });
  });

  it('is idempotent by its id; a different collection with the same id is refused', async () => {
    const { resourceId, account } = await active(bank, every('ADHO'));
    const collectionId = randomUUID();
    const first = await one(resourceId, eur('12.00'), collectionId);
    expect(await one(resourceId, eur('12'), collectionId)).toEqual(first);
    const other = await active(bank, every('ADHO'));
    for (const [mandate, amount] of [
      [resourceId, '12.01'],
      [other.resourceId, '12.00'],
    ] as const) {
      expect(await presentCollection(bank.operator, mandate, { collectionId, amount: eur(amount) })).toAnswer(409, {
        tppMessages: [{ code: 'STATUS_INVALID', path: '/collectionId' }],
      });
    }
    const returned = await one(other.resourceId, eur('60.01'));
    expect(await one(other.resourceId, eur('60.01'), returned.collectionId)).toEqual(returned);
    expect([await accountEntries(account.accountId), await accountEntries(other.account.accountId)]).toEqual([['-12.00'], []]);
  });

  it('is debited once if presented 20 times concurrently, as are 20 different ones in one period', async () => {
    const { resourceId, account } = await active(bank);
    const collectionId = randomUUID();
    const copies = await Promise.all(Array.from({ length: 20 }, () => one(resourceId, eur('12.00'), collectionId)));
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
    expect(copies[0]).toMatchObject({ state: 'booked' });
    expect(await accountEntries(account.accountId)).toEqual(['-12.00']);

    const next = await active(bank);
    const different = await Promise.all(Array.from({ length: 20 }, () => one(next.resourceId)));
    expect(different.filter(({ state }) => state === 'booked')).toHaveLength(1);
    expect(different.filter(({ reason }) => reason === 'SL13')).toHaveLength(19);
    expect(await accountEntries(next.account.accountId)).toEqual(['-12.00']);
  });

  it('is refused if malformed or if the mandate does not exist', async () => {
    const { resourceId } = await active(bank);
    const present = (mandate: string, presented: object) => presentCollection(bank.operator, mandate, presented as never);
    expect(await present(resourceId, { collectionId: 'one', amount: eur('-1') })).toAnswer(400);
    expect(await present(randomUUID(), { collectionId: randomUUID(), amount: eur('1.00') })).toAnswer(404, {
      tppMessages: [{ code: 'RESOURCE_UNKNOWN' }],
    });
    expect(await present(resourceId, { collectionId: randomUUID(), amount: eur('1.00') })).toAnswer(200, { state: 'booked' });
  });
});
