import { randomUUID } from 'node:crypto';
import { mandatesInternal } from '@open-banking/spec';
import { inDays, internalCall, runningBank } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';
import { aDebtor, activeMandate, receivedMandate } from './a-debtor.js';

const creditorId = 'DE98ZZZ09999999999';

describe('the erasure of a customer in mandates', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const erasure = () => new TestErasure(bank, 'mandates');
  const canary = (): string => `zq${randomUUID().slice(0, 8)}`;
  /** Wherever a creditor can write of its debtor. */
  const texts = (text: string) => ({
    debtor: { name: text },
    ultimateDebtor: { name: text },
    reason: { proprietary: text },
    referredDocument: { number: text },
  });
  type Mandate = Awaited<ReturnType<typeof activeMandate>>;
  const present = async ({ resourceId, account }: Mandate, text: string, mandateId?: string) => {
    const { rows } = await bank
      .database('mandates')
      .query<{ id: string }>('select mandate_id as id from mandate where resource_id = $1', [resourceId]);
    return internalCall(
      bank.operator,
      'mandates',
      mandatesInternal.receiveCollection,
      {
        creditorId,
        mandateId: mandateId ?? rows[0]!.id,
        scheme: 'CORE',
        debtorAccount: { iban: account.iban },
        amount: { currency: 'EUR', amount: '12.00' },
        endToEndId: text,
        remittance: text,
      },
      { collectionId: randomUUID() },
    );
  };
  const cancel = async ({ client, customer, itself, self, resourceId }: Mandate) => {
    expect(await itself.delete(self)).toAnswer(202);
    await client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`);
  };
  const accountsOf = ({ account: { iban, accountId } }: Pick<Mandate, 'account'>) => [{ iban, accountId, shared: false }];

  it('leaves no name, account or text of mandates and collections, and those of another customer as they are', async () => {
    const [theirs, others] = [canary(), canary()];
    const [mandate, another] = [await activeMandate(bank, texts(theirs)), await activeMandate(bank, texts(others))];
    for (const [one, text] of [
      [mandate, theirs],
      [another, others],
    ] as const) {
      expect(await present(one, text)).toAnswer(200, { state: 'booked' });
      expect(await present(one, text, 'no such mandate')).toAnswer(200, { state: 'returned' });
    }
    await receivedMandate(bank, { ...texts(theirs), debtorAccount: { iban: mandate.account.iban } });
    await cancel(mandate);
    const places = ['collection', 'mandate', 'unmatched_collection'];
    expect(await erasure().placesOf(theirs, others)).toEqual(
      [theirs, others].flatMap((text) => places.map((table) => `${text} in ${table}`)).sort(),
    );

    expect(await erasure().check(mandate.customer)).toEqual({ obstacles: [] });
    expect(await erasure().erased(mandate.customer, 'Test Customer', accountsOf(mandate))).toMatchObject({
      done: true,
      erased: { mandate: 1, 'mandate (not approved)': 1, collection: 1, unmatched_collection: 1, approval: 2 },
    });
    expect(await erasure().placesOf(theirs, mandate.account.iban)).toEqual([]);
    expect(await erasure().placesOf(others)).toEqual(places.map((table) => `${others} in ${table}`));
    expect(await erasure().erased(mandate.customer, null)).toMatchObject({ done: true, erased: {} });
  });

  it("ends the customer's tokens; the creditor reads its mandate without them", async () => {
    const [mandate, another] = [await activeMandate(bank), await activeMandate(bank)];
    for (const { approved, self } of [mandate, another]) expect(await approved.get(self)).toAnswer(200);
    await cancel(mandate);
    expect(await erasure().erased(mandate.customer, null)).toMatchObject({ done: true });
    expect(await mandate.approved.get(mandate.self)).toAnswer(401);
    expect(await another.approved.get(another.self)).toAnswer(200);
    const read = await mandate.itself.get(mandate.self);
    expect(read).toAnswer(200, { mandateStatus: 'CANC', creditor: { name: 'City Power' }, debtor: { name: 'erased' } });
    expect(read.body).not.toHaveProperty('debtorAccount');
  });

  it('waits for mandates under which may be collected', async () => {
    const mandate = await activeMandate(bank);
    expect(await erasure().erased(mandate.customer, null)).toMatchObject({
      done: false,
      obstacles: [{ what: 'mandate', id: mandate.resourceId, must: 'be cancelled' }],
    });
    expect(await mandate.approved.get(mandate.self)).toAnswer(200);
    await cancel(mandate);
    expect(await erasure().erased(mandate.customer, null)).toMatchObject({ done: true, obstacles: [] });
  });

  it('leaves a customer who approved nothing as they are', async () => {
    const { customer } = await aDebtor(bank);
    expect(await erasure().erased(customer, null)).toEqual({ done: true, erased: {}, obstacles: [], keptUntil: null });
  });

  it('keeps a mandate and its collections for as long as the law keeps them', async () => {
    const text = canary();
    const mandate = await activeMandate(bank, texts(text));
    expect(await present(mandate, text)).toAnswer(200, { state: 'booked' });
    await cancel(mandate);
    const kept = await erasure().erased(mandate.customer, null, accountsOf(mandate), 7);
    expect(kept).toMatchObject({ done: true, keptUntil: expect.any(String) as string });
    expect(kept.keptUntil! > inDays(0)).toBe(true);
    expect(await erasure().placesOf(text)).toEqual([`${text} in collection`, `${text} in mandate`]);
    for (const [table, day] of [
      ['collection', 'presented_on'],
      ['mandate', 'idle_since'],
    ])
      await bank
        .database('mandates')
        .query(`update ${table} set ${day} = ${day} - interval '8 months' where resource_id = $1`, [mandate.resourceId]);
    expect(await erasure().erased(mandate.customer, null, accountsOf(mandate), 7)).toMatchObject({
      erased: { mandate: 1, collection: 1 },
      keptUntil: null,
    });
    expect(await erasure().placesOf(text, mandate.account.iban)).toEqual([]);
  });
});
