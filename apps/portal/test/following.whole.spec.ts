import { randomUUID } from 'node:crypto';
import { services } from '@open-banking/spec';
import { exchange, ownAddress, runningBank, until } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;

interface Recorded {
  readonly at: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly faults: readonly { readonly code: string; readonly path?: string }[];
}
interface Received {
  readonly entryId: string;
  readonly clientId: string;
  readonly address: string;
  readonly requestId?: string;
  readonly body: string;
  readonly fault?: string;
}

describe('a program of a developer', () => {
  const bank = runningBank(services);

  it(
    "follows the requests of the developer's clients from a cursor on, and sees no other developer's",
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const client = await one.client(bank);
      const own = await client.withClientToken('consents', 'AIS');
      const page = async (query = '', who = one) =>
        (await who.call('GET', `/sandbox/requests${query}`)).body as { readonly requests: readonly Recorded[]; readonly cursor: string };
      const first = await own.get(`/v1.7/consents/${randomUUID()}`);
      const find = ({ requests }: { readonly requests: readonly Recorded[] }, { headers }: typeof first) =>
        requests.find(({ requestId }) => requestId === headers['x-request-id']);
      await until('the request is in the log', async () => find(await page(), first) !== undefined);
      const begun = await page();
      expect(find(begun, first)).toMatchObject({ operation: 'readConsent', status: first.status, faults: [{ code: 'CONSENT_UNKNOWN' }] });

      const second = await own.post('/v1.7/consents', {});
      const after = `?after=${begun.cursor}&clientId=${client.clientId}`;
      await until('the next one is in the log', async () => find(await page(after), second) !== undefined);
      const { requests } = await page(after);
      expect(find({ requests }, second)!.faults).toContainEqual({ code: 'FORMAT_ERROR', path: '/access', text: 'This field is required.' });
      const times = requests.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());

      expect((await page('', other)).requests).toEqual([]);
      expect((await page(`?clientId=${client.clientId}`, other)).requests).toEqual([]);
      expect(await one.call('GET', '/sandbox/requests?after=yesterday')).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: 'after', text: 'Must be the `cursor` of an earlier answer.' }],
      });
    },
    slowMs,
  );

  it(
    "makes the receiver of a client, fetches what arrives there to the byte, and reaches no other developer's",
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const { clientId } = await one.client(bank);
      const path = `/sandbox/clients/${clientId}/receiver`;
      const made = await one.call('PUT', path);
      expect(made).toAnswer(200, { clientId, isUnderRedirectUri: false });
      expect((await one.call('PUT', path)).body).toEqual(made.body);
      for (const refused of [await other.call('PUT', path), await one.call('PUT', `/sandbox/clients/${randomUUID()}/receiver`)])
        expect(refused).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: 'clientId' }] });

      const { address } = made.body as { address: string };
      const list = async (query = '', who = one) =>
        (await who.call('GET', `/sandbox/received-notifications${query}`)).body as {
          readonly notifications: readonly Received[];
          readonly cursor: string;
        };
      const before = await list();
      expect(before.notifications).toEqual([]);
      const body = Buffer.from([0x7b, 0xff, 0x00, 0x0a]);
      const requestId = randomUUID();
      await exchange(address, { method: 'POST', from: ownAddress(), body, headers: { 'x-request-id': requestId } });
      const { notifications } = await list(`?after=${before.cursor}`);
      expect(notifications).toMatchObject([{ clientId, address, requestId, fault: 'There is no header Digest.' }]);
      expect(Buffer.from(notifications[0]!.body, 'base64')).toEqual(body);
      expect((await list()).notifications).toEqual(notifications);
      expect((await list('', other)).notifications).toEqual([]);
    },
    slowMs,
  );
});
