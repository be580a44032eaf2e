import { setTimeout as pause } from 'node:timers/promises';
import { BankClock } from '@open-banking/database';
import { completeInteraction, freshBank, type HttpResponse, type TestClient } from '@open-banking/testing';
import { daysAfter } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';

const reads = {
  'ais-pis': '/v1.7/accounts',
  'savings-loans': '/v1.5/savings',
  securities: '/v1.0/securities-accounts',
  cards: '/v1.7/cards',
  'loan-services': '/loans',
} as const;
/** Stays below the limit of 25 reads per second. */
const everyMs = 60;
/** DESIGN §4: within a second. The rest allows for a machine that stands still: a service that goes on remembering would not notice at all. */
const maxMs = 20_000;
const bankDay = new BankClock('Asia/Jerusalem');

/** A consent for everything, with its access and refresh token. */
interface ValidConsent {
  readonly client: TestClient;
  readonly consentId: string;
  readonly refresh: string;
  readonly read: (path: string) => Promise<HttpResponse>;
}
/** Sends successive reads to one service. */
interface Watched {
  answered: number;
  lastAnsweredAt: number;
  readonly codes: string[];
  text: string;
}

describe('an ended consent gives no access: in ais-pis and for its refresh token at once, elsewhere within a second', () => {
  const bank = freshBank(Object.keys(reads) as Service[], { REFRESH_TOKEN_DAYS: '400' });

  async function validConsent(client: TestClient, requested: { validUntil: string }): Promise<ValidConsent> {
    const consentId = await client.createConsent('allPsd2', requested);
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const redirect = await completeInteraction(authorization.url, {
      login: bank.demo.login,
      password: bank.demo.password,
      from: client.from,
    });
    const { refresh_token: refresh = '' } = await client.redeem(authorization, redirect);
    let token: string | undefined;
    const read = async (path: string) =>
      client.call('GET', path, {
        token: (token ??= (await refreshed(client, refresh)).body.access_token as string),
        headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' },
      });
    return { client, consentId, refresh, read };
  }
  const refreshed = (client: TestClient, refresh: string) =>
    client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh });

  /** Repeats a read until it was refused three times. */
  async function watch({ read }: ValidConsent, path: string, seen: Watched): Promise<void> {
    while (seen.codes.length < 3) {
      const sentAt = performance.now();
      const { status, body } = await read(path);
      if (status === 200) {
        // After the first refusal every read must be refused.
        expect(seen.codes).toEqual([]);
        seen.answered += 1;
        seen.lastAnsweredAt = sentAt;
      } else if (status !== 429 && status !== 503) {
        expect(status).toBe(401);
        seen.codes.push(body.tppMessages[0].code as string);
        seen.text = body.tppMessages[0].text as string;
      }
      await pause(everyMs);
    }
  }

  const entered = async () => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
    return browser;
  };

  const ways: Record<
    string,
    {
      readonly code: string;
      readonly text: RegExp;
      readonly lastDay?: () => Promise<string>;
      readonly ready: (of: ValidConsent, lastDay: string) => Promise<() => Promise<unknown>>;
    }
  > = {
    'by DELETE': {
      code: 'CONSENT_INVALID',
      text: /deleted by its own client/,
      ready: async ({ client, consentId }) => {
        const itself = await client.withClientToken('consents', 'AIS');
        return async () => expect(await itself.delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
      },
    },
    'by its customer': {
      code: 'CONSENT_INVALID',
      text: /customer has withdrawn this consent/,
      ready: async ({ consentId }) => {
        const browser = await entered();
        await browser.open(`/customer/access/${consentId}`);
        await browser.press('end');
        return () => browser.press('end');
      },
    },
    'by a newer consent': {
      code: 'CONSENT_INVALID',
      text: /newer recurring consent .* has replaced/,
      ready: async ({ client }) => {
        const browser = new Browser(bank.baseUrl, client.from);
        await browser.open(client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`).url);
        await browser.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
        return () => browser.press('approve');
      },
    },
    'by the end of its last day': {
      code: 'CONSENT_EXPIRED',
      text: /its validUntil has passed/,
      lastDay: async () => daysAfter((await bank.clock()).today, 1),
      ready: async (_, lastDay) => {
        const end = new Date((await bank.clock()).now);
        end.setUTCSeconds(0, 0);
        while (bankDay.dayOf(end) <= lastDay) end.setTime(end.getTime() + 60_000);
        // The token is issued after this and is valid for an hour.
        await bank.advanceTo(new Date(end.getTime() - 20 * 60_000));
        return () => bank.advanceTo(end);
      },
    },
  };

  it.each(Object.keys(ways))('%s', async (way) => {
    const { code, text: said, lastDay, ready } = ways[way]!;
    const validUntil = (await lastDay?.()) ?? '9999-12-31';
    const consent = await validConsent(await bank.client(), { validUntil });
    const die = await ready(consent, validUntil);
    const seen = Object.fromEntries(
      Object.keys(reads).map((service) => [service, { answered: 0, lastAnsweredAt: 0, codes: [], text: '' }]),
    ) as unknown as Record<keyof typeof reads, Watched>;
    const watching = Promise.all(Object.entries(reads).map(([service, path]) => watch(consent, path, seen[service as keyof typeof reads])));
    while (Object.values(seen).some(({ answered }) => answered < 3)) await Promise.race([pause(everyMs), watching]);
    await die();
    const diedAt = performance.now();
    expect(await refreshed(consent.client, consent.refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await watching;
    expect(seen['ais-pis'].lastAnsweredAt).toBeLessThanOrEqual(diedAt);
    for (const { lastAnsweredAt, codes, text } of Object.values(seen)) {
      expect(lastAnsweredAt - diedAt).toBeLessThan(maxMs);
      expect(codes).toEqual([code, code, code]);
      expect(text).toMatch(said);
    }
  });
});
