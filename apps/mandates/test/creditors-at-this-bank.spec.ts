import { randomUUID } from 'node:crypto';
import { paymentRulesInternal } from '@open-banking/spec';
import { collect, internalCall, newCustomer, runningBank } from '@open-banking/testing';
import { bookedOn } from './a-creditors-bank.js';
import { aDebtor, anAccount, activeMandate, type DebtorAccount } from './a-debtor.js';

const atWill = { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' } };
const eur = { currency: 'EUR', amount: '7.00' };

describe('a collection for a creditor who may be at this bank', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const another = async (settings: Parameters<typeof anAccount>[2] = {}) =>
    anAccount(bank, [await newCustomer(bank)], { booked: '0', ...settings });
  const collected = async (creditorAccount: object, account?: DebtorAccount, besides: object = {}) => {
    const debtor = await aDebtor(bank);
    const mandate = await activeMandate(bank, { ...atWill, creditorAccount, ...besides }, account ? { ...debtor, account } : debtor);
    return {
      ...mandate,
      state: await collect(bank.operator, mandate.resourceId, { collectionId: randomUUID(), amount: eur }),
    };
  };

  it('reaches the account by whichever identifier the mandate names it', async () => {
    for (const name of [
      ({ iban }: DebtorAccount) => ({ iban }),
      ({ iban }: DebtorAccount) => ({ bban: iban.slice(4) }),
      ({ iban }: DebtorAccount) => ({ other: { identification: iban.slice(4) } }),
    ]) {
      const creditor = await another();
      const { account, state } = await collected(name(creditor));
      expect(state).toMatchObject({ state: 'booked' });
      expect(await bookedOn(bank, [account, creditor])).toEqual([93, 7]);
    }
  });

  it('is returned, and nothing is booked, if the account has another currency, does not exist or is the debtor’s own', async () => {
    const shekels = await another({ currency: 'ILS' });
    const cases: readonly [object, string][] = [
      [{ iban: shekels.iban }, 'AM03'],
      [{ bban: shekels.iban.slice(4) }, 'AM03'],
      [{ iban: 'IL620970000000099999912' }, 'AC01'],
      [{ bban: '0970000000099999912' }, 'AC01'],
    ];
    for (const [creditorAccount, reason] of cases) {
      const { account, state } = await collected(creditorAccount);
      expect(state).toMatchObject({ state: 'returned', reason, text: expect.any(String) });
      expect(await bookedOn(bank, [account])).toEqual([100]);
    }
    const debtor = await aDebtor(bank);
    const mandate = await activeMandate(bank, atWill, debtor);
    // As an earlier release has let it be approved.
    await bank
      .database('mandates')
      .query(
        "update mandate set request = request || jsonb_build_object('creditorAccount', jsonb_build_object('bban', $2::text)) where resource_id = $1",
        [mandate.resourceId, debtor.account.iban.slice(4)],
      );
    expect(await collect(bank.operator, mandate.resourceId, { collectionId: randomUUID(), amount: eur })).toMatchObject({
      state: 'returned',
      reason: 'AG01',
    });
    const { rows } = await bank.database('ais-pis').query('select from entry where account_id = $1', [debtor.account.accountId]);
    expect(rows).toHaveLength(0);
  });

  it('cannot be allowed from the creditor’s own account', async () => {
    const debtor = await aDebtor(bank);
    const { iban } = debtor.account;
    for (const creditorAccount of [{ iban }, { bban: iban.slice(4) }, { other: { identification: iban.slice(4) } }])
      await expect(activeMandate(bank, { ...atWill, creditorAccount }, debtor)).rejects.toThrow(/page says/);
    expect((await activeMandate(bank, atWill, debtor)).resourceId).toEqual(expect.any(String));
  });

  it('is returned without a reason if the bank has blocked the creditor by name or by number; another creditor is paid', async () => {
    const name = `Zqabc ${randomUUID().slice(0, 8)}`;
    const number = await another();
    const blocked = {
      creditors: [
        { reason: 'LEGL', name },
        { reason: 'LEGL', account: number.iban },
      ],
    };
    expect(await internalCall(bank.operator, 'ais-pis', paymentRulesInternal.blockCreditors, blocked)).toAnswer(200, { added: 2 });
    const elsewhere = { iban: 'DE89370400440532013000' };
    for (const [creditorAccount, creditor] of [
      [elsewhere, { name: name.toUpperCase() }],
      [{ bban: number.iban.slice(4) }, { name: 'City Power' }],
    ] as const)
      expect((await collected(creditorAccount, undefined, { creditor })).state).toMatchObject({ state: 'returned', reason: 'MS03' });
    expect((await collected(elsewhere)).state).toMatchObject({ state: 'booked' });
  });
});
