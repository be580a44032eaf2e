import { setTimeout as pause } from 'node:timers/promises';
import { answerAs, runningBank, type Caller } from '@open-banking/sandbox/testing';

const reads = {
  'ais-pis': '/v1.7/accounts', 'savings-loans': '/v1.5/savings', securities: '/v1.0/securities-accounts', cards: '/v1.7/cards', 'loan-services': '/loans',
};
/** Under the 25 a second that a read may have. */
const everyMs = 45;

describe('a consent that is deleted', () => {
  const bank = runningBank();

  /** Reads again and again; how long after `died` the last read that was still answered had been sent. Undefined: none was. */
  async function lastAnswered(caller: Caller, path: string, died: () => number | undefined): Promise<{ refusedAfterMs: number; codes: string[] }> {
    let refused = 0;
    const codes: string[] = [];
    let lastMs = 0;
    while (refused < 3) {
      const sent = performance.now();
      const { status, body } = await caller.get(path);
      const at = died();
      if (status === 200) {
        expect(refused).toBe(0);
        if (at !== undefined) lastMs = Math.max(lastMs, sent - at);
      } else {
        expect(status).toBe(401);
        codes.push(body.tppMessages[0].code);
        refused += 1;
      }
      await pause(everyMs);
    }
    return { refusedAfterMs: Math.round(lastMs), codes };
  }

  it('is dead at once in ais-pis and for its refresh token, and within a second in every other service', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent('allPsd2');
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const { access_token: token, refresh_token: refresh = '' } = await client.redeem(authorization, await answerAs(authorization.url, { login: bank.demo.login, password: bank.demo.password, from: client.from }));
    const itself = await client.asItself('consents', 'AIS');
    const headers = { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' };
    const caller = { get: (path: string) => client.call('GET', path, { token, headers }) } as Caller;
    for (const path of Object.values(reads)) expect(await caller.get(path)).toAnswer(200);

    const death: { at?: number } = {};
    const watched = Promise.all(Object.entries(reads).map(async ([service, path]) => [service, await lastAnswered(caller, path, () => death.at)] as const));
    await pause(300);
    expect(await itself.delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
    death.at = performance.now();
    expect(await caller.get(reads['ais-pis'])).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await client.askForToken('consents', { grant_type: 'refresh_token', refresh_token: refresh })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });

    const measured = Object.fromEntries(await watched);
    process.stderr.write(`from DELETE to the last read still answered, in ms: ${Object.entries(measured).map(([service, { refusedAfterMs }]) => `${service} ${refusedAfterMs}`).join(', ')}\n`);
    for (const { refusedAfterMs, codes } of Object.values(measured)) {
      expect(refusedAfterMs).toBeLessThan(1_000);
      expect(new Set(codes)).toEqual(new Set(['CONSENT_INVALID']));
    }
    expect(measured['ais-pis']!.refusedAfterMs).toBe(0);
  });
});
