import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { presentCollection } from './a-creditors-bank.js';
import { aDebtor, activeMandate, type DebtorAccount } from './a-debtor.js';

const adHoc = { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' } };

describe("a copy of a collection that a creditor's bank presents", () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const present = (collectionId: string, mandateId: string, account: DebtorAccount, besides: object = {}) =>
    presentCollection(bank, mandateId, account, besides, collectionId);
  const another = { tppMessages: [{ code: 'STATUS_INVALID', path: '/collectionId' }] };
  const collected = async () => {
    const mandateId = randomUUID().slice(0, 30);
    const debtor = await aDebtor(bank);
    const mandate = await activeMandate(bank, { ...adHoc, mandateId }, debtor);
    const collectionId = randomUUID();
    const first = await present(collectionId, mandateId, debtor.account);
    expect(first).toAnswer(200, { state: 'booked', resourceId: mandate.resourceId });
    return { ...debtor, mandateId, mandate, collectionId, first };
  };

  it('gets the outcome of the first after its mandate was cancelled and given anew; another collection with its id is refused', async () => {
    const { customer, account, mandateId, mandate, collectionId, first } = await collected();
    await bank.database('mandates').query("update mandate set mandate_status = 'CANC' where resource_id = $1", [mandate.resourceId]);
    const anew = await activeMandate(bank, { ...adHoc, mandateId }, { customer, account });
    const copy = await present(collectionId, mandateId, account);
    expect(copy).toAnswer(200);
    expect(copy.body).toEqual(first.body);
    for (const besides of [
      { mandateId: 'other' },
      { creditorId: 'DE98ZZZ01111111111' },
      { scheme: 'B2B' },
      { amount: { currency: 'EUR', amount: '13.00' } },
      { debtorAccount: { iban: (await aDebtor(bank)).account.iban } },
      { creditorAccount: { iban: account.iban } },
    ])
      expect(await present(collectionId, mandateId, account, besides)).toAnswer(409, another);
    expect(await present(randomUUID(), mandateId, account)).toAnswer(200, { state: 'booked', resourceId: anew.resourceId });
  });

  it('is one in capitals and in small letters, also at the same time', async () => {
    const { account, mandateId, collectionId, first } = await collected();
    expect((await present(collectionId.toUpperCase(), mandateId, account)).body).toEqual(first.body);
    for (const number of [mandateId, 'unknown']) {
      const id = randomUUID();
      const copies = await Promise.all(
        Array.from({ length: 8 }, (_, place) => present(place % 2 === 0 ? id : id.toUpperCase(), number, account)),
      );
      expect(copies.map(({ status }) => status)).toEqual(copies.map(() => 200));
      expect(new Set(copies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
  });
});
