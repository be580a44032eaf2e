import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { aCreditorAccount, bookedOn, presentCollection } from './a-creditors-bank.js';
import { aDebtor, type DebtorAccount } from './a-debtor.js';
import { active } from './an-active-mandate.js';

describe("the creditor's account of a collection that a creditor's bank presents", () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const present = (mandateId: string, account: DebtorAccount, creditorAccount?: object, collectionId?: string) =>
    presentCollection(bank, mandateId, account, creditorAccount && { creditorAccount }, collectionId);
  const booked = (...accounts: DebtorAccount[]) => bookedOn(bank, accounts);
  /** A mandate whose collections go to an account at this bank, and another such account. */
  const aMandateTo = async () => {
    const debtor = await aDebtor(bank);
    const [genuine, foreign] = [await aCreditorAccount(bank), await aCreditorAccount(bank)];
    const mandateId = randomUUID().slice(0, 30);
    const frequency = { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' }, mandateId };
    const mandate = await active(bank, { ...frequency, creditorAccount: { iban: genuine.iban } }, debtor);
    return { ...debtor, genuine, foreign, mandateId, frequency, resourceId: mandate.resourceId };
  };
  const database = () => bank.database('mandates');

  it("is the mandate's, or the collection is returned and nobody gets the money", async () => {
    const { account, genuine, foreign, mandateId, resourceId } = await aMandateTo();
    expect(await present(mandateId, account, { iban: foreign.iban })).toAnswer(200, {
      state: 'returned',
      reason: 'AC03',
      text: expect.any(String),
    });
    expect(await present(mandateId, account, { bban: foreign.iban.slice(4) })).toAnswer(200, { state: 'returned', reason: 'AC03' });
    expect(await booked(account, genuine, foreign)).toEqual([100, 0, 0]);
    for (const creditorAccount of [{ iban: genuine.iban }, { bban: genuine.iban.slice(4) }, undefined])
      expect(await present(mandateId, account, creditorAccount)).toAnswer(200, { state: 'booked', resourceId });
    expect(await booked(account, genuine, foreign)).toEqual([64, 36, 0]);
    expect(await present(mandateId, account, { iban: 'BAD' })).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: '/creditorAccount/iban' }],
    });
  });

  it('decides between mandates of the same number from before numbers were given once; without it nothing is guessed', async () => {
    const { customer, account, genuine, foreign, mandateId, frequency } = await aMandateTo();
    const other = { ...frequency, mandateId: randomUUID().slice(0, 30), creditorAccount: { iban: foreign.iban } };
    const second = await active(bank, other, { customer, account });
    await database().query(
      "update mandate set mandate_id = $2, request = request || jsonb_build_object('mandateId', $2::text) where resource_id = $1",
      [second.resourceId, mandateId],
    );
    expect(await present(mandateId, account)).toAnswer(200, { state: 'returned', reason: 'AC03' });
    expect(await booked(account, genuine, foreign)).toEqual([100, 0, 0]);
    expect(await present(mandateId, account, { iban: genuine.iban })).toAnswer(200, { state: 'booked' });
    expect(await booked(account, genuine, foreign)).toEqual([88, 12, 0]);
  });

  it('keeps a cancelled mandate cancelled: what its creditor collects is not booked under another one', async () => {
    const { customer, account, genuine, foreign, mandateId, frequency, resourceId } = await aMandateTo();
    await database().query("update mandate set mandate_status = 'CANC' where resource_id = $1", [resourceId]);
    const second = await active(bank, { ...frequency, creditorAccount: { iban: foreign.iban } }, { customer, account });
    expect(await present(mandateId, account, { iban: genuine.iban })).toAnswer(200, { state: 'returned', reason: 'MD01' });
    expect(await present(mandateId, account)).toAnswer(200, { state: 'returned', reason: 'AC03' });
    expect(await booked(account, genuine, foreign)).toEqual([100, 0, 0]);
    expect(await present(mandateId, account, { iban: foreign.iban })).toAnswer(200, { state: 'booked', resourceId: second.resourceId });
  });
});
