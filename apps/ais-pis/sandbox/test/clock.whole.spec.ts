import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InternalCalls, InternalSigner } from '@open-banking/access';
import { clockContracts } from '@open-banking/contracts';
import { completeInteraction, inDays, internalCall, freshBank, NotificationReceiver, until } from '@open-banking/testing';
import { anotherService, forkedService, openDataFolder } from '@open-banking/testing/bank';
import { clockInternal, services } from '@open-banking/spec';

const program = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const hour = 3_600_000;

describe('the clock of the sandbox', () => {
  const bank = freshBank(['ais-pis', 'cards'], { REFRESH_TOKEN_DAYS: '5' });

  const openbank = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program('cli/bin/openbank.mjs'), ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });

  const approve = (url: string, from?: string) => completeInteraction(url, { login: bank.demo.login, password: bank.demo.password, from });

  it('is moved forward by the command, and all services follow before the command returns', async () => {
    const { code, out } = await openbank('clock', 'advance', 'PT24H', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ offsetSeconds: 86_400 });
    for (const service of ['ais-pis', 'cards'] as const) {
      const before = Date.now();
      const there = await bank.clock(service);
      const after = Date.now();
      expect(there.offsetMs).toBe(24 * hour);
      expect(Date.parse(there.now)).toBeGreaterThanOrEqual(before + 24 * hour);
      expect(Date.parse(there.now)).toBeLessThanOrEqual(after + 24 * hour);
    }
    expect((await openbank('clock', 'show')).out).toMatch(/moved forward by 86400 seconds/);
  });

  it('is followed without a line in the log: nobody asked for what services ask each other on a timer', async () => {
    const log = () => readFileSync(join(openDataFolder(dirname(bank.facts.caFolder)).logs, 'ais-pis.log'), 'utf8');
    await bank.advance('PT1S');
    const requestId = randomUUID();
    await fetch(`${bank.baseUrl}/v1.7/oauth/consents/.well-known/oauth-authorization-server`, { headers: { 'x-request-id': requestId } });
    await until('the log has the request', () => log().includes(requestId));
    expect(log()).not.toContain(clockInternal.awaitClock.id);
  });

  it('moves only forward, and only by a valid duration', async () => {
    const { offsetMs } = await bank.clock();
    for (const by of ['-PT1H', '1 day', 'P11000D', '']) {
      expect(await internalCall(bank.operator, 'ais-pis', clockInternal.advanceClock, { by })).toAnswer(400, {
        tppMessages: [{ path: '/by' }],
      });
    }
    expect((await bank.clock()).offsetMs).toBe(offsetMs);
    const { code, err } = await openbank('clock', 'advance', '-1');
    expect(code).toBe(1);
    expect(err).not.toBe('');
  });

  it('adds up concurrent moves', async () => {
    const { offsetMs } = await bank.clock();
    await Promise.all(Array.from({ length: 10 }, () => bank.advance('PT1S')));
    expect((await bank.clock()).offsetMs).toBe(offsetMs + 10_000);
  });

  it('answers a service that waits for it when it is moved, and not before', async () => {
    const calls = new InternalCalls(new InternalSigner('cards', bank.facts.keysDir), { 'ais-pis': [bank.operator.internal!['ais-pis']!] });
    const movedPast = (offsetMs: number) => calls.call('ais-pis', clockContracts.awaitClock, { body: { offsetMs } });
    const { offsetMs } = await bank.clock();
    let isAnswered = false;
    const waiting = movedPast(offsetMs).finally(() => {
      isAnswered = true;
    });
    expect(await movedPast(offsetMs - 1)).toMatchObject({ offsetMs });
    expect(isAnswered).toBe(false);
    await bank.advance('PT1S');
    expect(await waiting).toMatchObject({ offsetMs: offsetMs + 1_000 });
  });

  it('can be moved only by operators', async () => {
    const asService = { ...bank.operator, operatorKey: {} };
    await expect(internalCall(asService, 'ais-pis', clockInternal.advanceClock, { by: 'PT1H' })).rejects.toThrow();
    expect(await bank.anonymous.get('/internal/clock')).toAnswer(404);
    const { offsetMs } = await bank.clock();
    const unsigned = await fetch(`${bank.operator.internal!['ais-pis']}${clockInternal.advanceClock.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"by":"PT1H"}',
    });
    expect(unsigned.status).toBe(401);
    expect((await bank.clock()).offsetMs).toBe(offsetMs);
  });

  const named = () => ({ balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] });
  const none = '/v1.7/consents/11111111-1111-4111-8111-111111111111';

  it('triggers work that becomes due, and subscribed clients are notified of changes by time', async () => {
    const receiver = await (await NotificationReceiver.create()).open();
    const client = await bank.client({ redirectUri: `${receiver.origin}/back` });
    const requested = {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: inDays(30, new Date((await bank.clock()).now)),
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    };
    const created = await (
      await client.withClientToken('consents', 'AIS')
    ).post('/v1.7/consents', requested, { headers: { 'tpp-notification-uri': `${receiver.origin}/told` } });
    expect(created.headers['aspsp-notification-support']).toBe('true');
    await bank.advance('PT31M');
    const [notification] = await receiver.waitFor(1);
    expect(notification!.body).toEqual({ consentId: (created.body as { consentId: string }).consentId, consentStatus: 'rejected' });
    receiver.close();
  });

  it('applies to tokens and refresh tokens; client signatures stay on real time', async () => {
    const client = await bank.client({ auth: 'private_key_jwt' });
    const caller = await client.withClientToken('consents', 'AIS');
    const permitted = await client.consentedBy(bank.demo, named());
    expect(await caller.get(none)).toAnswer(403);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200);

    await bank.advance('PT2H');
    const expired = { tppMessages: [{ code: 'TOKEN_EXPIRED' }] };
    expect(await caller.get(none)).toAnswer(401, expired);
    for (const path of ['/v1.7/accounts', '/v1.7/cards']) expect(await permitted.get(path)).toAnswer(401, expired);
    // The client's assertions carry the machine's time and are still accepted.
    expect(await (await client.withClientToken('consents', 'AIS')).get(none)).toAnswer(403);
  });

  it('applies to refresh tokens, which work until they expire', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent(named());
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const { refresh_token: refresh = '' } = await client.redeem(authorization, await approve(authorization.url, client.from));
    const refreshed = async () => (await client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh })).status;
    expect(await refreshed()).toBe(200);
    await bank.advance('P4D');
    expect(await refreshed()).toBe(200);
    await bank.advance('P1DT1S');
    expect(await refreshed()).toBe(400);
  });

  it('applies to authorization codes: one issued before the move has expired after it', async () => {
    const client = await bank.client();
    const redeemed = async (by?: string) => {
      const authorization = client.authorization('consents', `AIS:${await client.createConsent(named())}`);
      const redirect = await approve(authorization.url, client.from);
      if (by) await bank.advance(by);
      return client.redeem(authorization, redirect);
    };
    expect((await redeemed()).token_type).toBe('Bearer');
    await expect(redeemed('PT61S')).rejects.toThrow(/invalid_grant/);
  });

  it('applies to the 24-hour frequency window: a read that leaves the window makes room for one more', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent(named(), { frequencyPerDay: 2 });
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const { refresh_token: refresh = '' } = await client.redeem(authorization, await approve(authorization.url, client.from));
    for (const path of ['/v1.7/accounts', `/v1.7/cards/${bank.resources(bank.demo, 'card')[0]!.resourceId}/balances`]) {
      const read = async () => {
        const {
          body: { access_token: token },
        } = (await client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh })) as {
          body: { access_token: string };
        };
        return client.call('GET', path, { token, headers: { 'consent-id': consentId } });
      };
      expect(await read()).toAnswer(200);
      await bank.advance('PT12H');
      expect(await read()).toAnswer(200);
      const refused = await read();
      expect(refused).toAnswer(429, { tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(12 * 3_600 - 120);
      expect(seconds).toBeLessThanOrEqual(12 * 3_600);
      await bank.advance('PT12H1S');
      expect(await read()).toAnswer(200);
      expect(await read()).toAnswer(429);
    }
  });

  it('cannot be moved outside the sandbox, where a service is that is not told otherwise: there is no route and no command', async () => {
    const settings = { APPROVAL_CODE_URL: 'http://127.0.0.1:9/' };
    const answersOf = async ({ internalUrl, stop }: { internalUrl: string; stop: () => Promise<void> }) => {
      const operator = { ...bank.operator, internal: { 'ais-pis': internalUrl } };
      const answers = [
        await internalCall(operator, 'ais-pis', clockInternal.readClock),
        await internalCall(operator, 'ais-pis', clockInternal.advanceClock, { by: 'PT0S' }),
      ];
      await stop();
      return answers.map(({ status }) => status);
    };
    const hosted = async (SANDBOX: '0' | '1') => answersOf(await anotherService(bank, 'ais-pis', { settings, overrides: { SANDBOX } }));
    /** A process, whose environment does not have SANDBOX. */
    const started = async () =>
      answersOf(
        await forkedService('ais-pis', {
          ...settings,
          PORT: '0',
          INTERNAL_PORT: '0',
          BASE_URL: bank.baseUrl,
          DATABASE_URL: bank.facts.ownerUrls['ais-pis'],
          KEYS_DIR: bank.facts.keysDir,
          LOG_LEVEL: 'silent',
          ...Object.fromEntries(
            services.map((service) => [`${service.toUpperCase().replaceAll('-', '_')}_INTERNAL_URL`, 'http://127.0.0.1:9']),
          ),
        }),
      );
    expect(await hosted('1')).toEqual([200, 200]);
    expect(await hosted('0')).toEqual([404, 404]);
    expect(await started()).toEqual([404, 404]);

    const real = `${bank.facts.operatorFile}.real`;
    await writeFile(real, JSON.stringify({ ...bank.operator, sandbox: false }));
    const text = await new Promise<string>((settle) => {
      execFile(process.execPath, [program('cli/bin/openbank.mjs'), 'clock', 'show', '--operator-file', real], (_, __, err) => {
        settle(err);
      });
    });
    expect(text).toContain("unknown command 'clock'");
  });

  // The last test of this file: a clock is not turned back.
  it('goes beyond 19 January 2038, after which seconds since 1970 need more than 31 bits', async () => {
    const year = async (): Promise<number> => new Date((await bank.clock()).now).getUTCFullYear();
    while ((await year()) < 2039) await bank.advance('P1000D');
    const client = await bank.client();
    const caller = await client.withClientToken('consents', 'AIS');
    expect(await caller.get(none)).toAnswer(403);
    const permitted = await client.consentedBy(bank.demo, named(), { validUntil: inDays(30, new Date((await bank.clock()).now)) });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200);
  });
});
