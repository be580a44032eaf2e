import { randomUUID } from 'node:crypto';
import { InternalCalls, InternalSigner } from '@open-banking/access';
import { mandatesContracts } from '@open-banking/contracts';
import { daysAfter, monthsAfter } from '@open-banking/messages';
import { collect, newCustomer, freshBank } from '@open-banking/testing';
import { activeMandate, anAccount, receivedMandate } from './a-debtor.js';
import { aMandate } from './a-mandate.js';

describe('a mandate over time', () => {
  const bank = freshBank(['ais-pis', 'mandates'], { REFRESH_TOKEN_DAYS: '2000' });
  const today = async () => (await bank.clock()).today;
  const stored = async (resourceId: string) =>
    (
      await bank
        .database('mandates')
        .query<{ status: string; reason: string | null }>(
          'select mandate_status as status, reason_code as reason from mandate where resource_id = $1',
          [resourceId],
        )
    ).rows[0];
  const once = (day: string) => ({ occurrences: { sequenceType: 'OOFF', finalCollectionDate: day } });

  it('is rejected if it is not approved within 30 minutes; the rejection is stored and its number is free', async () => {
    const mandate = aMandate();
    const { client, self, scope, resourceId } = await receivedMandate(bank, mandate);
    await bank.advance('PT29M');
    const later = await client.withClientToken('mandates', 'MANDATE');
    expect(await later.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'RCVD' });
    expect(await later.post('/v2/mandates', mandate)).toAnswer(400, { tppMessages: [{ path: '/mandateId' }] });
    await bank.advance('PT1M1S');
    expect((await (await client.withClientToken('mandates', 'MANDATE')).get(`${self}/status`)).body).toEqual({
      mandateStatus: 'RJCT',
      reasonCode: 'MS03',
    });
    expect(await stored(resourceId)).toEqual({ status: 'RJCT', reason: 'MS03' });
    await expect(client.approvedBy(bank.demo, 'mandates', scope)).rejects.toThrow('invalid_scope');
    expect(await (await client.withClientToken('mandates', 'MANDATE')).post('/v2/mandates', mandate)).toAnswer(201);
  });

  it('waits seven days for a second owner', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const waiting = async () => {
      const mandate = await receivedMandate(bank, {
        occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
        debtorAccount: { iban: shared.iban },
      });
      await mandate.client.approvedBy(one, 'mandates', mandate.scope);
      return mandate;
    };
    const [inTime, late] = [await waiting(), await waiting()];
    await bank.advance('P6DT23H59M');
    await inTime.client.approvedBy(two, 'mandates', inTime.scope);
    await bank.advance('PT1M1S');
    expect([await stored(inTime.resourceId), await stored(late.resourceId)]).toEqual([
      { status: 'ACTV', reason: null },
      { status: 'RJCT', reason: 'MS03' },
    ]);
    await expect(late.client.approvedBy(two, 'mandates', late.scope)).rejects.toThrow('invalid_scope');
  });

  it('is unchanged if its cancellation is not answered within 30 minutes; the cancellation can then be requested again', async () => {
    const { client, customer, itself, self, resourceId } = await activeMandate(bank);
    expect(await itself.delete(self)).toAnswer(202);
    await bank.advance('PT30M1S');
    const later = await client.withClientToken('mandates', 'MANDATE');
    expect((await later.get(`${self}/status`)).body).toEqual({ mandateStatus: 'ACTV' });
    await expect(client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`)).rejects.toThrow('invalid_scope');
    expect(await later.delete(self)).toAnswer(202);
    await client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`);
    expect(await stored(resourceId)).toEqual({ status: 'CANC', reason: 'MD18' });
    const { rows } = await bank
      .database('mandates')
      .query<{ state: string }>('select state from mandate_cancellation where resource_id = $1 order by asked_at', [resourceId]);
    expect(rows.map(({ state }) => state)).toEqual(['lapsed', 'approved']);
  });

  it('expires after its final collection date, and not on it', async () => {
    const last = daysAfter(await today(), 3);
    const { client, self, resourceId } = await activeMandate(bank, once(last));
    await bank.advance('P3D');
    expect(await today()).toBe(last);
    expect(await stored(resourceId)).toEqual({ status: 'ACTV', reason: null });
    await bank.advance('P1D');
    expect((await (await client.withClientToken('mandates', 'MANDATE')).get(`${self}/status`)).body).toEqual({
      mandateStatus: 'EXPI',
      reasonCode: 'MD20',
    });
    expect(await stored(resourceId)).toEqual({ status: 'EXPI', reason: 'MD20' });
    expect(await (await client.withClientToken('mandates', 'MANDATE')).delete(self)).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID' }],
    });
  });

  const one = (resourceId: string) =>
    collect(bank.operator, resourceId, { collectionId: randomUUID(), amount: { currency: 'EUR', amount: '12.00' } });
  const monthly = (besides: object = {}) => ({ occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', ...besides } });

  it('allows one collection per month from its first collection date', async () => {
    const first = daysAfter(await today(), 2);
    const { resourceId } = await activeMandate(bank, monthly({ firstCollectionDate: first }));
    expect(await one(resourceId)).toMatchObject({ state: 'returned', reason: 'DT01' });
    await bank.advance('P2D');
    expect(await one(resourceId)).toMatchObject({ state: 'booked', bookedOn: first });
    await bank.advanceTo(new Date(`${daysAfter(monthsAfter(first, 1), -1)}T12:00:00Z`));
    expect(await one(resourceId)).toMatchObject({ state: 'returned', reason: 'SL13' });
    await bank.advance('P1D');
    expect(await one(resourceId)).toMatchObject({ state: 'booked', bookedOn: monthsAfter(first, 1) });
  });

  it('allows refunds of its collections for eight weeks, and not a day longer', async () => {
    const [inTime, late] = [await activeMandate(bank), await activeMandate(bank)];
    const [first, second] = [await one(inTime.resourceId), await one(late.resourceId)];
    const calls = new InternalCalls(new InternalSigner('ais-pis', bank.facts.keysDir), {
      mandates: [`http://127.0.0.1:${bank.facts.internal.mandates!.internalPort}`],
    });
    const claim = (collectionId: string, psuId: string) =>
      calls.call('mandates', mandatesContracts.claimRefund, { params: { collectionId }, body: { psuId } });
    await bank.advance('P56D');
    expect(await claim(first.collectionId, late.customer.psuId)).toEqual({ done: false });
    expect(await claim(first.collectionId, inTime.customer.psuId)).toEqual({ done: true });
    expect(await claim(first.collectionId, inTime.customer.psuId)).toEqual({ done: false });
    await bank.advance('P1D');
    expect(await claim(second.collectionId, late.customer.psuId)).toEqual({ done: false });
    const { rows } = await bank
      .database('ais-pis')
      .query<{ booked: string }>('select booked::text from account_balance where account_id = any($1) order by account_balance.booked', [
        [inTime.account.accountId, late.account.accountId],
      ]);
    expect(rows.map(({ booked }) => booked)).toEqual(['88.00', '100.00']);
  });

  it('stays active for 36 months after its last collection', async () => {
    const { resourceId } = await activeMandate(bank);
    await bank.advance('P1000D');
    expect(await one(resourceId)).toMatchObject({ state: 'booked' });
    await bank.advance('P200D');
    expect(await stored(resourceId)).toEqual({ status: 'ACTV', reason: null });
  });

  it('expires after 36 months without a collection', async () => {
    const { resourceId } = await activeMandate(bank);
    const last = daysAfter(monthsAfter(await today(), 36), -1);
    await bank.advanceTo(new Date(`${last}T12:00:00Z`));
    expect(await stored(resourceId)).toEqual({ status: 'ACTV', reason: null });
    await bank.advance('P1D');
    expect(await stored(resourceId)).toEqual({ status: 'EXPI', reason: 'MD20' });
  });
});
