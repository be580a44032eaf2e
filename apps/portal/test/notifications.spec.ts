import { randomUUID } from 'node:crypto';
import { daysAgo, exchange, inDays, ownAddress, runningBank, TestClient, until, type HttpResponse } from '@open-banking/testing';
import { ADeveloper, credentialsIn } from './a-developer.js';
import { services } from '@open-banking/spec';

const requested = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: daysAgo(-30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const aMandate = {
  mandateId: randomUUID().slice(0, 30),
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
  maximumAmount: { currency: 'EUR', amount: '60.00' },
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount: { iban: 'DE89370400440532013000' },
  debtor: { name: 'Dana Levi' },
};
const slowMs = 300_000;

describe('notifications in the portal', () => {
  const bank = runningBank(services);
  const list = '/developer/notifications';

  /** A developer with a client, and the address of its receiver. */
  const receiving = async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { browser } = developer;
    const redirectUri = 'http://127.0.0.1/back';
    const registered = await developer.register({ redirectUris: `${redirectUri}\n${bank.baseUrl}/receiver` });
    const { clientId, clientSecret } = credentialsIn(registered.text);
    const client = new TestClient(
      bank.baseUrl,
      { clientId, clientSecret: clientSecret!, redirectUri, name: 'My Budget', roles: ['PSP_AI', 'PSP_PI'] },
      ownAddress(),
    );
    const page = `/developer/receivers/${clientId}`;
    await browser.open(page);
    await browser.press('make');
    const address = /TPP-Notification-URI: ([^\s<]+)</.exec(browser.response.text)![1]!;
    return { browser, client, page, address };
  };
  const consentOf = async (client: TestClient, address: string): Promise<string> => {
    const own = await client.withClientToken('consents', 'AIS');
    const created = await own.post('/v1.7/consents', requested, { headers: { 'tpp-notification-uri': address } });
    expect(created.headers['aspsp-notification-support']).toBe('true');
    return (created.body as { consentId: string }).consentId;
  };
  const ended = async (client: TestClient, consentId: string): Promise<void> => {
    expect(await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
  };
  type Page = Awaited<ReturnType<typeof receiving>>['browser'];
  const shows = async (browser: Page, path: string, ...parts: readonly (string | RegExp)[]): Promise<string> => {
    await until(`${path} shows ${parts.join(', ')}`, async () => {
      const { text } = await browser.open(path);
      return parts.every((part) => (typeof part === 'string' ? text.includes(part) : part.test(text)));
    });
    return browser.response.text;
  };
  const count = (text: string, part: string): number => text.split(part).length - 1;
  const idsIn = (text: string): string[] => [...text.matchAll(/href="\/developer\/notifications\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);

  it(
    'shows what a client was sent with the signed request, and its receiver shows it verified',
    async () => {
      const { browser, client, page, address } = await receiving();
      const consentId = await consentOf(client, address);
      await client.approvedBy(bank.demo, 'consents', `AIS:${consentId}`, { leaveOut: true });
      await ended(client, consentId);

      const arrived = await shows(browser, page, '&quot;consentStatus&quot;:&quot;terminatedByTpp&quot;');
      expect(arrived).toContain('&quot;consentStatus&quot;:&quot;valid&quot;');
      // One whose answer comes late is sent again.
      expect(count(arrived, '>verified<')).toBeGreaterThanOrEqual(2);
      expect(count(arrived, '>not verified<')).toBe(0);

      const sent = await shows(browser, list, 'terminatedByTpp', /(delivered[\s\S]*){2}/);
      const [newest, older] = idsIn(sent);
      expect(sent.indexOf('terminatedByTpp')).toBeLessThan(sent.indexOf('<code>valid</code>'));
      const { text: one } = await browser.open(`${list}/${newest}`);
      for (const part of [consentId, address, `x-request-id: ${newest}`, 'digest: SHA-256=', '&quot;alg&quot;: &quot;ES256&quot;'])
        expect(one).toContain(part);
      expect(one).toMatch(/Last answer<\/dt><dd><span class="badge ok">204/);
      expect(arrived).toContain(newest);
      expect(arrived).toContain(older);
    },
    slowMs,
  );

  it(
    'shows why a delivery failed and when the next one is due, and sends it again with the same X-Request-ID',
    async () => {
      const { browser, client, page, address } = await receiving();
      await browser.press('answer-500', { count: '10' });
      const consentId = await consentOf(client, address);
      await ended(client, consentId);

      const waiting = await shows(browser, list, /waiting<\/span>\s+failed/, 'next try', '>500<');
      const [id] = idsIn(waiting);
      // It is not tried again by itself while this test looks at it.
      const later =
        "update jobs.job_common set start_after = now() + interval '1 h' where name = 'tell-client' and data->>'notificationId' = $1 and state = 'retry'";
      await until('an attempt is over', async () => (await bank.database('ais-pis').query(later, [id])).rowCount === 1);
      await browser.open(page);
      await browser.press('answer-well', { count: '1' });
      await browser.open(`${list}/${id}`);
      expect(browser.response.text).toContain('It keeps its place');
      await browser.press('send-again');
      expect(browser.response.text).toContain('The bank sends it again');
      await shows(browser, `${list}/${id}`, '>delivered<', '>204<');

      const before = count(await shows(browser, page, '<code>204</code>'), `<code>${id}</code>`);
      await browser.open(`${list}/${id}`);
      expect(browser.response.text).toContain('your receiver gets an older status after a newer one');
      await browser.press('send-again');
      await until('it has arrived once more', async () => count((await browser.open(page)).text, `<code>${id}</code>`) > before);
      const { text } = await browser.open(page);
      expect(count(text, '>not verified<')).toBe(0);
      const { rows } = await bank
        .database('ais-pis')
        .query("select count(*)::int as count from audit where operation = 'sendDeveloperNotification' and subject = $1", [id]);
      expect(rows).toEqual([{ count: 2 }]);
    },
    slowMs,
  );

  it(
    'answers another developer as if there were no such notification, client or receiver',
    async () => {
      const { browser, client, page, address } = await receiving();
      await ended(client, await consentOf(client, address));
      const [id] = idsIn(await shows(browser, list, 'terminatedByTpp'));
      const { browser: other } = await ADeveloper.signedIn(bank);
      const answerTo = async (path: string) => {
        const { status, text } = await other.open(path);
        return `${status} ${text.replace(/request <code>[^<]+/, '')}`;
      };
      expect(await answerTo(`${list}/${id}`)).toBe(await answerTo(`${list}/${randomUUID()}`));
      expect(await answerTo(`${list}/${id}`)).toMatch(/^404 /);
      expect(await answerTo(page)).toBe(await answerTo(`/developer/receivers/${randomUUID()}`));
      expect(await answerTo(page)).toMatch(/^404 /);
      expect(await answerTo(`${list}?client=${client.clientId}`)).not.toContain(id);
      // A form of the other developer's own session changes nothing of this one's either.
      const csrf = /name="csrf" value="([^"]+)"/.exec((await other.open('/developer/clients/new')).text)![1]!;
      const sent = await other.open(`${list}/${id}`, new URLSearchParams({ csrf, step: 'send-again' }));
      expect(sent.status).toBe(404);
      expect((await browser.open(`${list}/${id}`)).status).toBe(200);
    },
    slowMs,
  );

  it(
    'takes notifications at the address of a receiver, and at no other one',
    async () => {
      const { address } = await receiving();
      const answerAt = async (url: string) => (await fetch(url, { method: 'POST', body: '{}' })).status;
      expect(await answerAt(address)).toBe(204);
      for (const id of [randomUUID(), 'x', '%00']) expect(await answerAt(address.replace(/[^/]+$/, id))).toBe(404);
    },
    slowMs,
  );

  it(
    'shows a forged or changed notification as not verified, and why',
    async () => {
      const { browser, client, page, address } = await receiving();
      await ended(client, await consentOf(client, address));
      await shows(browser, page, '>verified<');
      const [id] = idsIn(await shows(browser, list, '>delivered<'));
      const { text } = await browser.open(`${list}/${id}`);
      const header = (name: string) => new RegExp(`${name}: (\\S+)`).exec(text)![1]!;
      const body = /(\{&quot;consentId[^<]+\})/.exec(text)![1]!.replaceAll('&quot;', '"');
      const forged = (sent: string, headers: Readonly<Record<string, string>>): Promise<HttpResponse> =>
        exchange(address, { method: 'POST', body: sent, from: ownAddress(), headers: { 'content-type': 'application/json', ...headers } });
      const signed = { 'x-request-id': id!, digest: header('digest'), 'x-jws-signature': header('x-jws-signature') };
      const changed = body.replace('terminatedByTpp', 'valid');
      const digest = `SHA-256=${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(changed))).toString('base64')}`;
      expect((await forged(body, signed)).status).toBe(204);
      expect((await forged(changed, signed)).status).toBe(204);
      await forged(changed, { ...signed, digest });
      await forged(body, { ...signed, 'x-request-id': randomUUID() });
      await forged(body, { digest: signed.digest });
      const shown = (await browser.open(page)).text;
      expect(count(shown, '>verified<')).toBeGreaterThanOrEqual(2);
      expect(count(shown, '>not verified<')).toBe(4);
      for (const why of [
        'Digest does not fit the body',
        'The signature does not fit the header and the body',
        'jti is not the X-Request-ID',
        'There is no header x-jws-signature',
      ])
        expect(shown).toContain(why);
      expect((await forged('x'.repeat(5_000), signed)).status).toBe(413);
      expect(
        (
          await exchange(
            address.replace(/.(?=.$)/, (one) => (one === 'A' ? 'B' : 'A')),
            { method: 'POST', body, from: ownAddress() },
          )
        ).status,
      ).toBe(404);
    },
    slowMs,
  );

  it(
    'shows notifications of mandates among those of consents, filtered by client',
    async () => {
      const { browser, client, page, address } = await receiving();
      const own = await client.withClientToken('mandates', 'MANDATE');
      const mandate = await own.post('/v2/mandates', aMandate, { headers: { 'tpp-notification-uri': address } });
      const { resourceId } = mandate.body as { resourceId: string };
      expect(await own.delete(`/v2/mandates/${resourceId}`)).toAnswer(204);
      await ended(client, await consentOf(client, address));
      const sent = await shows(browser, `${list}?client=${client.clientId}`, resourceId, 'terminatedByTpp');
      const id = idsIn(sent).at(-1)!;
      await shows(browser, `${list}/${id}`, 'Mandate <code>', '>delivered<', 'mandateStatus');
      await shows(browser, page, 'mandateResourceId');
      expect((await browser.open(page)).text).not.toContain('not verified');
    },
    slowMs,
  );
});
