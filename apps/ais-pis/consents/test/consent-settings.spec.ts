import { randomUUID } from 'node:crypto';
import { freshBank } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const consents = '/v1.7/consents';

describe('with RECURRING_CONSENTS=keep and stored responses kept for 30 days, consents', () => {
  const bank = freshBank(['ais-pis'], { RECURRING_CONSENTS: 'keep', ANSWER_DAYS: '30' });
  const requested = (iban: string, validUntil = '9999-12-31') => ({
    access: { accounts: [{ iban }] },
    recurringIndicator: true,
    validUntil,
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  });
  const owned = async () => {
    const customer = await aCustomer(bank);
    return { customer, ...(await anAccount(bank, [customer])) };
  };

  it('of the same client and customer stay valid side by side', async () => {
    const { customer, iban } = await owned();
    const client = await bank.client();
    const [first, second] = [
      await client.consentedBy(customer, { accounts: [{ iban }] }),
      await client.consentedBy(customer, { accounts: [{ iban }] }),
    ];
    const itself = await client.withClientToken('consents', 'AIS');
    for (const { consentId } of [first, second])
      expect(await itself.get(`${consents}/${consentId}/status`)).toAnswer(200, { consentStatus: 'valid' });
    for (const reader of [first, second]) expect(await reader.get('/v1.7/accounts')).toAnswer(200);
  });

  it('get their first response for a repeated request, also after their last day and after 29 days; a new request for that day is refused', async () => {
    const { iban } = await owned();
    const client = await bank.client();
    const body = requested(iban, (await bank.clock()).today);
    const headers = { 'x-request-id': randomUUID() };
    const post = async (over: object = headers) =>
      (await client.withClientToken('consents', 'AIS')).post(consents, body, { headers: over as Record<string, string> });
    const first = await post();
    expect(first).toAnswer(201);
    await bank.advance('P2D');
    const copy = await post();
    expect([copy.status, copy.text]).toEqual([201, first.text]);
    expect(await post({ 'x-request-id': randomUUID() })).toAnswer(400, { tppMessages: [{ code: 'PERIOD_INVALID', path: '/validUntil' }] });
    const age = (days: number) =>
      bank
        .database('ais-pis')
        .query('update answered_command set answered_at = now() - make_interval(days => $2) where request_id = $1', [
          headers['x-request-id'],
          days,
        ]);
    await age(29);
    expect((await post()).text).toBe(first.text);
    await age(31);
    expect(await post()).toAnswer(400, { tppMessages: [{ code: 'PERIOD_INVALID' }] });
  });
});
