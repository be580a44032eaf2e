import { randomUUID } from 'node:crypto';
import { newCustomer, runningBank } from '@open-banking/testing';
import { aDebtor, anAccount, activeMandate, receivedMandate } from './a-debtor.js';

describe('DELETE of a mandate that its customer has approved', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const cancel = (resourceId: string) => `MANDATE-CANCEL:${resourceId}`;

  it('cancels the mandate once the customer agrees, and not before', async () => {
    const { client, customer, itself, self, resourceId } = await activeMandate(bank);
    const asked = await itself.delete(self);
    expect(asked).toAnswer(202);
    expect(asked.body).toEqual({
      resourceId,
      mandateStatus: 'ACTV',
      _links: {
        scaOAuth: { href: `${bank.baseUrl}/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server` },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(asked.headers).toMatchObject({ 'aspsp-sca-approach': 'REDIRECT' });
    expect((await itself.get(`${self}/status`)).body).toEqual({ mandateStatus: 'ACTV' });
    await client.approvedBy(customer, 'cancellation', cancel(resourceId));
    expect((await itself.get(`${self}/status`)).body).toEqual({ mandateStatus: 'CANC', reasonCode: 'MD18' });
    expect(await itself.delete(self)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
  });

  it('changes nothing if the customer refuses, and can be requested again', async () => {
    const { client, customer, itself, self, resourceId } = await activeMandate(bank);
    expect(await itself.delete(self)).toAnswer(202);
    await expect(client.approvedBy(customer, 'cancellation', cancel(resourceId), { refuse: true })).rejects.toThrow('access_denied');
    expect((await itself.get(`${self}/status`)).body).toEqual({ mandateStatus: 'ACTV' });
    await expect(client.approvedBy(customer, 'cancellation', cancel(resourceId))).rejects.toThrow('invalid_scope');
    expect(await itself.delete(self)).toAnswer(202);
    await client.approvedBy(customer, 'cancellation', cancel(resourceId));
    expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'CANC' });
  });

  it('is requested once: a further request and a copy get the first answer', async () => {
    const { itself, self, resourceId } = await activeMandate(bank);
    const headers = { 'x-request-id': randomUUID() };
    const [first, other, copy] = [
      await itself.delete(self, { headers }),
      await itself.delete(self),
      await itself.delete(self, { headers }),
    ];
    for (const answer of [first, other, copy]) expect(answer).toAnswer(202, first.body as object);
    expect([copy.text, copy.headers['aspsp-sca-approach']]).toEqual([first.text, first.headers['aspsp-sca-approach']]);
    const { rows } = await bank
      .database('mandates')
      .query<{ state: string }>('select state from mandate_cancellation where resource_id = $1', [resourceId]);
    expect(rows).toEqual([{ state: 'pending' }]);
  });

  it('answers a copy like the first request, even after the cancellation', async () => {
    const { client, customer, itself, self, resourceId } = await activeMandate(bank);
    const headers = { 'x-request-id': randomUUID() };
    const first = await itself.delete(self, { headers });
    await client.approvedBy(customer, 'cancellation', cancel(resourceId));
    const copy = await itself.delete(self, { headers });
    expect([copy.status, copy.text]).toEqual([202, first.text]);
    expect(await itself.delete(self)).toAnswer(409);
  });

  it('asks only the customer who approved it; one of two owners is enough', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const { client, itself, self, scope, resourceId } = await receivedMandate(bank, { debtorAccount: { iban: shared.iban } });
    await client.approvedBy(one, 'mandates', scope);
    await client.approvedBy(two, 'mandates', scope);
    expect(await itself.delete(self)).toAnswer(202);
    const stranger = (await aDebtor(bank)).customer;
    await expect(client.approvedBy(stranger, 'cancellation', cancel(resourceId))).rejects.toThrow(/page says/);
    await expect(client.approvedBy(stranger, 'cancellation', cancel(resourceId), { refuse: true })).rejects.toThrow(/page says/);
    expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'ACTV' });
    await client.approvedBy(two, 'cancellation', cancel(resourceId));
    expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'CANC' });
  });

  it('must be requested before the customer can be sent to the issuer', async () => {
    const { client, customer, itself, self, resourceId } = await activeMandate(bank);
    await expect(client.approvedBy(customer, 'cancellation', cancel(resourceId))).rejects.toThrow('invalid_scope');
    expect(await itself.delete(self)).toAnswer(202);
    await expect((await bank.client()).approvedBy(customer, 'cancellation', cancel(resourceId))).rejects.toThrow('invalid_scope');
    await client.approvedBy(customer, 'cancellation', cancel(resourceId));
  });

  it('can also be requested with the customer token', async () => {
    const { approved, self } = await activeMandate(bank);
    expect(await approved.delete(self)).toAnswer(202);
  });
});
