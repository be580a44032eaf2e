import { BankClock } from '@open-banking/database';
import { completeInteraction, freshBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const at = (consentId: string) => `/v1.7/consents/${consentId}`;
const days = new BankClock('Asia/Jerusalem');
const minute = 60_000;

/** The first moment of the next day. Searched, because days have 23, 24 or 25 hours. */
function lastInstant(day: string): Date {
  const instant = new Date(`${day}T18:00:00Z`);
  while (days.dayOf(instant) <= day) instant.setTime(instant.getTime() + minute);
  return instant;
}

/** The next day with 23 or 25 hours. */
function clockChange(after: string): string {
  for (let day = after, begin = lastInstant(day); ;) {
    const next = days.dayOf(begin);
    const end = lastInstant(next);
    if (end.getTime() - begin.getTime() !== 24 * 60 * minute) return next;
    [day, begin] = [next, end];
  }
}

describe('a consent as time goes by', () => {
  const bank = freshBank(['ais-pis'], { CONSENT_DAYS: '400', REFRESH_TOKEN_DAYS: '1000' });
  let client: TestClient;
  let customer: TestCustomer;
  let iban: string;
  beforeAll(async () => {
    client = await bank.client();
    customer = await aCustomer(bank);
    ({ iban } = await anAccount(bank, [customer]));
  });
  const itself = () => client.withClientToken('consents', 'AIS');
  const consentStatus = async (consentId: string) => (await (await itself()).get(`${at(consentId)}/status`)).body.consentStatus;
  const stored = async (consentId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ status: string; day: string }>('select status, last_action_date::text as day from consent where consent_id = $1', [
          consentId,
        ])
    ).rows[0];
  /** How long after its creation, and after its approval, a consent ended: in seconds. */
  const endedAfter = async (consentId: string) =>
    (
      await bank.database('ais-pis').query<{ created: number; approved: number | null; at: Date }>(
        `select extract(epoch from ended_at - created_at)::float8 as created, extract(epoch from ended_at - approved_at)::float8 as approved, ended_at as at
           from consent where consent_id = $1`,
        [consentId],
      )
    ).rows[0]!;
  const today = async () => (await bank.clock()).today;

  it('is rejected if nobody approves it within 30 minutes, and the rejection is stored', async () => {
    const consentId = await client.createConsent({ accounts: [{ iban }] });
    await bank.advance('PT29M');
    expect(await consentStatus(consentId)).toBe('received');
    await bank.advance('PT1M1S');
    expect(await consentStatus(consentId)).toBe('rejected');
    expect(await stored(consentId)).toEqual({ status: 'rejected', day: await today() });
    expect(await endedAfter(consentId)).toMatchObject({ created: 1_800, approved: null });
    expect(await (await itself()).delete(at(consentId))).toAnswer(409);
    await expect(client.approvedBy(customer, 'consents', `AIS:${consentId}`)).rejects.toThrow(/invalid_scope/);
  });

  it('waits seven days for the second owner, and meanwhile the first token is refused with the reason', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const started = async () => {
      const consentId = await client.createConsent({ balances: [{ iban: shared.iban }] }, { recurringIndicator: false });
      return { consentId, first: await client.approvedBy(one, 'consents', `AIS:${consentId}`) };
    };
    const [intime, late] = [await started(), await started()];
    const headers = { 'consent-id': intime.consentId, 'psu-ip-address': '127.0.0.1' };
    expect(await intime.first.get('/v1.7/accounts', { headers })).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    await bank.advance('P6DT23H');
    expect([await consentStatus(intime.consentId), await consentStatus(late.consentId)]).toEqual([
      'partiallyAuthorised',
      'partiallyAuthorised',
    ]);
    const second = await client.approvedBy(two, 'consents', `AIS:${intime.consentId}`);
    expect(await second.get('/v1.7/accounts', { headers })).toAnswer(200);
    expect(await (await client.approvedBy(one, 'consents', `AIS:${intime.consentId}`)).get('/v1.7/accounts', { headers })).toAnswer(200);

    await bank.advance('PT1H1S');
    expect(await stored(late.consentId)).toMatchObject({ status: 'rejected' });
    await expect(client.approvedBy(two, 'consents', `AIS:${late.consentId}`)).rejects.toThrow(/invalid_scope/);
    expect(await consentStatus(intime.consentId)).toBe('valid');
  });

  it('for a one-off access ends 24 hours after its approval', async () => {
    const { consentId } = await client.consentedBy(customer, { accounts: [{ iban }] }, { recurringIndicator: false });
    await bank.advance('PT23H59M');
    const reader = await client.approvedBy(customer, 'consents', `AIS:${consentId}`);
    const read = () => reader.get('/v1.7/accounts', { headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' } });
    expect(await read()).toAnswer(200);
    const { body: before } = await (await itself()).get(at(consentId));
    await bank.advance('PT1M1S');
    const expired = await (await itself()).get(at(consentId));
    expect(expired.body).toMatchObject({ consentStatus: 'expired', lastActionDate: await today() });
    expect(before).toMatchObject({ consentStatus: 'valid' });
    expect(await stored(consentId)).toEqual({ status: 'expired', day: await today() });
    expect(await endedAfter(consentId)).toMatchObject({ approved: 86_400 });
    expect(await read()).toAnswer(401, {
      tppMessages: [{ code: 'CONSENT_EXPIRED', text: expect.stringContaining('one-off consent is used up') }],
    });
  });

  it("is valid until the end of its last day in the bank's time zone, also on a day of 23 or 25 hours", async () => {
    const lastDay = clockChange(await today());
    const consentId = await client.createConsent({ accounts: [{ iban }] }, { validUntil: lastDay });
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const { refresh_token: refresh = '' } = await client.redeem(
      authorization,
      await completeInteraction(authorization.url, { login: customer.login, password: customer.password, from: client.from }),
    );
    const refreshed = () => client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh });
    const end = lastInstant(lastDay);
    await bank.advanceTo(new Date(end.getTime() - minute));
    expect((await bank.clock()).today).toBe(lastDay);
    expect(await consentStatus(consentId)).toBe('valid');
    const { body: token } = await refreshed();
    const read = () =>
      client.call('GET', '/v1.7/accounts', {
        token: token.access_token,
        headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' },
      });
    expect(await read()).toAnswer(200);

    await bank.advanceTo(end);
    expect(await read()).toAnswer(401, { tppMessages: [{ code: 'CONSENT_EXPIRED' }] });
    expect(await refreshed()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await consentStatus(consentId)).toBe('expired');
    expect(await (await itself()).delete(at(consentId))).toAnswer(409);
    expect(await stored(consentId)).toEqual({ status: 'expired', day: days.dayOf(end) });
    expect((await endedAfter(consentId)).at).toEqual(end);
    await expect(client.approvedBy(customer, 'consents', `AIS:${consentId}`)).rejects.toThrow(/invalid_scope/);
  });

  it("is shortened to the bank's maximum validity, and shows that", async () => {
    const consentId = await client.createConsent({ accounts: [{ iban }] }, { validUntil: '2099-12-31' });
    const { validUntil } = (await (await itself()).get(at(consentId))).body as { validUntil: string };
    expect((Date.parse(validUntil) - Date.parse(await today())) / 86_400_000).toBe(400);
  });
});
