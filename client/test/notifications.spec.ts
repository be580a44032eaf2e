import { NotificationReceiver, runningBank, type ReceivedNotification } from '@open-banking/testing';
import { VerificationError } from '../src/index.js';
import { approve, connectedClient, consentForAll, type Connected } from './connected.js';
import { services } from '@open-banking/spec';

describe('a notification', () => {
  const running = runningBank(services);
  let receiver: NotificationReceiver;
  let client: Connected;
  let consentId: string;
  let received: ReceivedNotification;
  let address: string;

  beforeAll(async () => {
    receiver = await (await NotificationReceiver.create()).open();
    client = await connectedClient(running, {}, `${receiver.origin}/back`);
    address = `${receiver.origin}/told`;
    ({ consentId } = await client.bank.createConsent({ body: consentForAll }, { headers: { 'TPP-Notification-URI': address } }));
    const authorization = await client.bank.authorize('consents', consentId);
    await client.bank.finish(authorization, await approve(running.demo, authorization));
    [received] = (await receiver.waitFor(1)) as [ReceivedNotification];
  });
  afterAll(() => receiver.close());

  const verified = (changed: Partial<Pick<ReceivedNotification, 'headers' | 'raw'>> = {}, at = address) => {
    const { headers, raw } = { ...received, ...changed };
    return client.bank.verifyNotification({ headers, body: raw }, at);
  };

  it('that the bank has signed is read, from headers of Node and of the web', async () => {
    const expected = { id: received.headers['x-request-id'], issuer: 'consents', body: { consentId, consentStatus: 'valid' } };
    expect(await verified()).toEqual(expected);
    const web = new Headers(Object.entries(received.headers) as [string, string][]);
    expect(await client.bank.verifyNotification({ headers: web, body: new Uint8Array(received.raw) }, address)).toEqual(expected);
  });

  it('whose body, digest, id, address or signature is changed is refused', async () => {
    const { headers, raw } = received;
    const [encoded, , signature] = String(headers['x-jws-signature']).split('.') as [string, string, string];
    const header = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as object;
    const signedAs = (changed: object) => `${Buffer.from(JSON.stringify({ ...header, ...changed })).toString('base64url')}..${signature}`;
    const withJws = (jws: string) => ({ headers: { ...headers, 'x-jws-signature': jws } });
    const refused = (changed: Parameters<typeof verified>[0], at?: string) =>
      expect(verified(changed, at)).rejects.toThrow(VerificationError);
    await refused({ raw: Buffer.from(raw.toString().replace('valid', 'rejected')) });
    await refused({ headers: { ...headers, digest: 'SHA-256=AAAA' } });
    await refused({ headers: { ...headers, digest: undefined } });
    await refused({ headers: { ...headers, 'x-request-id': '7b1d1d4e-1111-4111-8111-111111111111' } });
    await refused({}, `${address}/elsewhere`);
    await refused({ headers: { ...headers, 'x-jws-signature': undefined } });
    await refused(withJws(`${encoded}.${raw.toString('base64url')}.${signature}`));
    await refused(withJws(`${encoded}..${'A'.repeat(86)}`));
    await refused(withJws(`not json..${signature}`));
    for (const changed of [
      { alg: 'none' },
      { alg: 'HS256' },
      { b64: true },
      { kid: 'mine' },
      { iss: 'https://elsewhere.example' },
      { jti: 'x' },
    ])
      await refused(withJws(signedAs(changed)));
    expect(await verified()).toMatchObject({ issuer: 'consents' });
  });

  it('reads the keys of the bank once, also for key ids that somebody makes up', () => {
    expect(client.sent.filter(({ url }) => url.endsWith('/jwks')).length).toBe(1);
  });
});
