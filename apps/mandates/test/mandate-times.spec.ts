import { daysAfter, monthsAfter } from '@open-banking/messages';
import { newCustomer, ownBank } from '@open-banking/sandbox/testing';
import { anAccount, given, received } from './a-debtor.js';
import { aMandate } from './a-mandate.js';

describe('a mandate as time goes by', () => {
  const bank = ownBank(['ais-pis', 'mandates'], { REFRESH_TOKEN_DAYS: '2000' });
  const today = async () => (await bank.clock()).today;
  const stored = async (resourceId: string) => (await bank.database('mandates').query<{ status: string; reason: string | null }>('select mandate_status as status, reason_code as reason from mandate where resource_id = $1', [resourceId])).rows[0];
  const once = (day: string) => ({ occurrences: { sequenceType: 'OOFF', finalCollectionDate: day } });

  it('that nobody approves within 30 minutes is rejected, it is written down, and its number is free', async () => {
    const mandate = aMandate();
    const { client, self, scope, resourceId } = await received(bank, mandate);
    await bank.advance('PT29M');
    const later = await client.asItself('mandates', 'MANDATE');
    expect(await later.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'RCVD' });
    expect(await later.post('/v2/mandates', mandate)).toAnswer(400, { tppMessages: [{ path: '/mandateId' }] });
    await bank.advance('PT1M1S');
    expect((await (await client.asItself('mandates', 'MANDATE')).get(`${self}/status`)).body).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS03' });
    expect(await stored(resourceId)).toEqual({ status: 'RJCT', reason: 'MS03' });
    await expect(client.approvedBy(bank.demo, 'mandates', scope)).rejects.toThrow('invalid_scope');
    expect(await (await client.asItself('mandates', 'MANDATE')).post('/v2/mandates', mandate)).toAnswer(201);
  });

  it('waits seven days for a second owner', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const waiting = async () => {
      const mandate = await received(bank, { occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' }, debtorAccount: { iban: shared.iban } });
      await mandate.client.approvedBy(one, 'mandates', mandate.scope);
      return mandate;
    };
    const [inTime, late] = [await waiting(), await waiting()];
    await bank.advance('P6DT23H59M');
    await inTime.client.approvedBy(two, 'mandates', inTime.scope);
    await bank.advance('PT1M1S');
    expect([await stored(inTime.resourceId), await stored(late.resourceId)]).toEqual([{ status: 'ACTV', reason: null }, { status: 'RJCT', reason: 'MS03' }]);
    await expect(late.client.approvedBy(two, 'mandates', late.scope)).rejects.toThrow('invalid_scope');
  });

  it('goes on as before where its cancellation is not answered within 30 minutes; then it may be asked for again', async () => {
    const { client, customer, itself, self, resourceId } = await given(bank);
    expect(await itself.delete(self)).toAnswer(202);
    await bank.advance('PT30M1S');
    const later = await client.asItself('mandates', 'MANDATE');
    expect((await later.get(`${self}/status`)).body).toEqual({ mandateStatus: 'ACTV' });
    await expect(client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`)).rejects.toThrow('invalid_scope');
    expect(await later.delete(self)).toAnswer(202);
    await client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`);
    expect(await stored(resourceId)).toEqual({ status: 'CANC', reason: 'MD18' });
    const { rows } = await bank.database('mandates').query<{ state: string }>('select state from mandate_cancellation where resource_id = $1 order by asked_at', [resourceId]);
    expect(rows.map(({ state }) => state)).toEqual(['lapsed', 'approved']);
  });

  it('expires after its final collection date, and not on it', async () => {
    const last = daysAfter(await today(), 3);
    const { client, self, resourceId } = await given(bank, once(last));
    await bank.advance('P3D');
    expect(await today()).toBe(last);
    expect(await stored(resourceId)).toEqual({ status: 'ACTV', reason: null });
    await bank.advance('P1D');
    expect((await (await client.asItself('mandates', 'MANDATE')).get(`${self}/status`)).body).toEqual({ mandateStatus: 'EXPI', reasonCode: 'MD20' });
    expect(await stored(resourceId)).toEqual({ status: 'EXPI', reason: 'MD20' });
    expect(await (await client.asItself('mandates', 'MANDATE')).delete(self)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
  });

  it('expires when nobody has collected under it for 36 months', async () => {
    const { resourceId } = await given(bank);
    const last = daysAfter(monthsAfter(await today(), 36), -1);
    await bank.advanceTo(new Date(`${last}T12:00:00Z`));
    expect(await stored(resourceId)).toEqual({ status: 'ACTV', reason: null });
    await bank.advance('P1D');
    expect(await stored(resourceId)).toEqual({ status: 'EXPI', reason: 'MD20' });
  });
});
