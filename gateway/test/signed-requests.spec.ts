import { randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  runningBank,
  Seal,
  type HttpResponse,
  type Caller,
  type ConsentedCaller,
  type TestClient,
  type ToSign,
} from '@open-banking/testing';
import { trustFiles } from '@open-banking/testing/bank';
import { services } from '@open-banking/spec';

const accounts = '/v1.7/accounts';
const hourMs = 3_600_000;
const faultIn = ({ status, body }: HttpResponse): string =>
  `${status} ${(body as { tppMessages?: { code: string; path?: string }[] })?.tppMessages?.map(({ code, path }) => `${code} ${path}`).join() ?? ''}`;
const usual = (consentId: string) => ({ 'x-request-id': randomUUID(), 'consent-id': consentId, 'psu-ip-address': '192.0.2.1' });
const without = (headers: Record<string, string>, ...names: string[]) => ({
  ...headers,
  ...Object.fromEntries(names.map((name) => [name, ''])),
});

describe('A signed request', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let seal: Seal;
  let permitted: ConsentedCaller;

  // A client may read 25 times a second, so several clients take turns.
  const signers: { client: TestClient; seal: Seal; permitted: ConsentedCaller }[] = [];
  beforeAll(async () => {
    for (const one of await Promise.all(Array.from({ length: 4 }, () => bank.client())))
      signers.push({ client: one, seal: await bank.sealOf(one), permitted: await one.consentedBy(bank.demo) });
  });
  beforeEach(() => {
    signers.push(signers.shift()!);
    ({ client, seal, permitted } = signers[0]!);
  });

  const signed = (asked: ToSign = {}, by = seal) => by.sign({ headers: usual(permitted.consentId), ...asked });
  const read = (headers: Record<string, string>): Promise<HttpResponse> => permitted.get(accounts, { headers });
  const answerTo = async (headers: Record<string, string>): Promise<string> => faultIn(await read(headers));

  it('is accepted, and so is an unsigned one', async () => {
    expect(await read(signed())).toAnswer(200);
    expect(await read({})).toAnswer(200);
    expect(await read({ digest: signed()['digest']! })).toAnswer(200);
  });

  it.each<[what: string, asked: () => ToSign]>([
    ['headers in another order', () => ({ names: ['psu-ip-address', 'digest', 'consent-id', 'x-request-id'] })],
    ['the least that must be signed', () => ({ names: ['digest', 'x-request-id'] })],
    ['a header named twice', () => ({ names: ['x-request-id', 'digest', 'x-request-id'] })],
    ['the request target too', () => ({ headers: { ...usual(permitted.consentId), '(request-target)': `get ${accounts}` } })],
    ['SHA-512', () => ({ algorithm: 'SHA-512' })],
    ['a serial number in lower-case hex', () => ({ keyId: `SN=${seal.serialNumber.toLowerCase()},CA=${seal.issuer}` })],
    ['a decimal serial number', () => ({ keyId: `SN=${BigInt(`0x${seal.serialNumber}`)},CA=${seal.issuer}` })],
    ['a percent-encoded key', () => ({ keyId: encodeURIComponent(`SN=${seal.serialNumber},CA=${seal.issuer}`) })],
    [
      "the issuer's name the other way round",
      () => ({ keyId: `SN=${seal.serialNumber},CA=${seal.issuer.split(',').reverse().join(', ')}` }),
    ],
    ['a date', () => ({ headers: { ...usual(permitted.consentId), date: new Date().toUTCString() } })],
  ])('is accepted with %s', async (_, asked) => {
    const { '(request-target)': __, ...headers } = signed(asked());
    expect(await answerTo(headers)).toBe('200 ');
  });

  it('is accepted as two libraries write it: with the scheme before its fields, and with the word hs2019 replaced after signing', async () => {
    const { signature, ...others } = signed();
    expect(await answerTo({ ...others, signature: `Signature ${signature}` })).toBe('200 ');
    expect(await read({ ...others, signature: signature!.replace('rsa-sha256', 'hs2019') })).toAnswer(401, {
      tppMessages: [{ code: 'SIGNATURE_INVALID', path: 'Signature', text: expect.stringContaining('it can be replaced') as unknown }],
    });
    expect(await answerTo({ ...others, signature: signature!.replace('rsa-sha256', 'RSA-SHA256') })).toBe('200 ');
  });

  it('names the method that is sent, HEAD too, in its request target', async () => {
    const head = async (method: string): Promise<number> => {
      const target = { '(request-target)': `${method} ${accounts}` };
      const { '(request-target)': _, ...headers } = signed({ headers: { ...usual(permitted.consentId), ...target } });
      return (await permitted.send('HEAD', accounts, { headers })).status;
    };
    expect([await head('head'), await head('get')]).toEqual([200, 401]);
  });

  it('names the path as it is sent, percent-encoding included, in its request target', async () => {
    const encoded = '/v1%2E7/acc%6funts';
    const by = async (target: string, path: string): Promise<number> => {
      const named = { '(request-target)': `get ${target}` };
      const { '(request-target)': _, ...headers } = signed({ headers: { ...usual(permitted.consentId), ...named } });
      return (await permitted.get(path, { headers })).status;
    };
    expect([await by(encoded, encoded), await by(accounts, encoded), await by(encoded, accounts)]).toEqual([200, 401, 401]);
  });

  it('is verified over the bytes of its body, with a POST body and without a body', async () => {
    const own = await client.withClientToken('consents', 'AIS');
    const body = {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    };
    const post = (sent: unknown, over: unknown) =>
      own.post('/v1.7/consents', sent, { headers: seal.sign({ headers: { 'x-request-id': randomUUID() }, body: JSON.stringify(over) }) });
    const created = await post(body, body);
    expect(created).toAnswer(201);
    expect(faultIn(await post({ ...body, frequencyPerDay: 3 }, body))).toBe('401 SIGNATURE_INVALID Digest');
    const remove = (over: string) =>
      own.delete(`/v1.7/consents/${created.body.consentId}`, {
        headers: seal.sign({ headers: { 'x-request-id': randomUUID() }, body: over }),
      });
    expect(faultIn(await remove('{}'))).toBe('401 SIGNATURE_INVALID Digest');
    expect(await remove('')).toAnswer(204);
  });

  it.each<[what: string, expected: string, headers: () => Record<string, string>]>([
    ['without its signature', '401 SIGNATURE_MISSING Signature', () => without(signed(), 'signature')],
    ['without its certificate', '401 CERTIFICATE_MISSING TPP-Signature-Certificate', () => without(signed(), 'tpp-signature-certificate')],
    ['without its digest', '401 SIGNATURE_INVALID Digest', () => without(signed(), 'digest')],
    ['with a digest alone that does not fit', '401 SIGNATURE_INVALID Digest', () => ({ digest: 'SHA-256=AAAA' })],
    ['that does not sign its id', '401 SIGNATURE_INVALID Signature', () => signed({ names: ['digest', 'consent-id'] })],
    ['that does not sign its digest', '401 SIGNATURE_INVALID Signature', () => signed({ names: ['x-request-id', 'consent-id'] })],
    ['with a signature of something else', '401 SIGNATURE_INVALID Signature', () => ({ ...signed(), 'psu-ip-address': '192.0.2.2' })],
    ['with a header named that did not come', '401 SIGNATURE_INVALID Signature', () => without(signed(), 'psu-ip-address')],
    ['with another serial number', '401 SIGNATURE_INVALID Signature', () => signed({ keyId: `SN=1234,CA=${seal.issuer}` })],
    ['with another issuer', '401 SIGNATURE_INVALID Signature', () => signed({ keyId: `SN=${seal.serialNumber},CA=CN=Another CA` })],
    [
      'with an algorithm nobody knows',
      '401 SIGNATURE_INVALID Signature',
      () => {
        const all = signed();
        return { ...all, signature: all['signature']!.replace('rsa-sha256', 'hmac-sha256') };
      },
    ],
    ['with a signature that cannot be read', '401 SIGNATURE_INVALID Signature', () => ({ ...signed(), signature: 'yes' })],
    [
      'with a certificate that cannot be read',
      '401 CERTIFICATE_INVALID TPP-Signature-Certificate',
      () => ({ ...signed(), 'tpp-signature-certificate': 'AAAA' }),
    ],
    [
      'with a date of an hour ago',
      '400 TIMESTAMP_INVALID Date',
      () => signed({ headers: { ...usual(permitted.consentId), date: new Date(Date.now() - hourMs).toUTCString() } }),
    ],
    [
      'with a date that is none',
      '400 TIMESTAMP_INVALID Date',
      () => signed({ headers: { ...usual(permitted.consentId), date: 'yesterday' } }),
    ],
  ])('is refused %s, and accepted unaltered', async (_, expected, headers) => {
    expect(await answerTo(headers())).toBe(expected);
    expect(await answerTo(signed())).toBe('200 ');
  });

  it.each<[what: string, expected: string, make: () => Promise<Seal>]>([
    ['has ended', 'CERTIFICATE_EXPIRED', () => bank.sealOf(client, { notBefore: new Date('2020-01-01'), days: 30 })],
    ['has not begun', 'CERTIFICATE_EXPIRED', () => bank.sealOf(client, { notBefore: new Date(Date.now() + hourMs) })],
    ['is of another organization', 'CERTIFICATE_INVALID', async () => bank.sealOf(await bank.client())],
    ['names no organization', 'CERTIFICATE_INVALID', async () => sealFrom(await bank.authority(), 'CN=nobody')],
    ['does not name the role', 'ROLE_INVALID', () => bank.sealOf(client, { roles: ['PSP_PI', 'PSP_IC'] })],
    ['names no roles', 'ROLE_INVALID', async () => sealFrom(await bank.authority(), `CN=x,2.5.4.97=${client.clientId}`)],
    [
      'was issued by another authority of the same name',
      'CERTIFICATE_INVALID',
      async () => sealFrom(await bank.authority(`${bank.caFolder}-of-another`), `CN=x,2.5.4.97=${client.clientId}`),
    ],
    ["is the authority's own", 'CERTIFICATE_INVALID', async () => new Seal((await bank.authority()).certificate, seal.privateKey)],
  ])('is refused if its certificate %s', async (_, expected, make) => {
    expect(await answerTo(signed({}, await make()))).toBe(`401 ${expected} TPP-Signature-Certificate`);
    expect(await answerTo(signed())).toBe('200 ');
  });

  it('is refused as soon as its certificate is revoked, or blocked by the bank', async () => {
    const [revoked, blocked] = [await bank.sealOf(client), await bank.sealOf(client)];
    expect([await answerTo(signed({}, revoked)), await answerTo(signed({}, blocked))]).toEqual(['200 ', '200 ']);
    await bank.revoke(revoked);
    const file = trustFiles(bank.caFolder).blocked;
    writeFileSync(file, `${readFileSync(file, 'utf8')}${new X509Certificate(blocked.certificate).fingerprint256}\n`);
    expect(await answerTo(signed({}, revoked))).toBe('401 CERTIFICATE_REVOKED TPP-Signature-Certificate');
    expect(await answerTo(signed({}, blocked))).toBe('401 CERTIFICATE_BLOCKED TPP-Signature-Certificate');
    expect(await answerTo(signed())).toBe('200 ');
  });

  it('belongs to a client by its registered organization, which several clients may share', async () => {
    const organization = `PSDIL-BOI-${randomUUID()}`;
    const [one, other] = [await bank.client({ organization }), await bank.client({ organization })];
    const shared = await bank.sealOf(one, { organization });
    const own = (caller: Caller, by: Seal) =>
      caller.post('/v1.7/consents', {}, { headers: by.sign({ headers: { 'x-request-id': randomUUID() }, body: '{}' }) });
    // With a valid signature the request reaches validation, which refuses its empty body.
    for (const asking of [one, other]) expect(await own(await asking.withClientToken('consents', 'AIS'), shared)).toAnswer(400);
    const byId = await bank.sealOf(one, { organization: one.clientId });
    expect(faultIn(await own(await one.withClientToken('consents', 'AIS'), byId))).toBe(
      '401 CERTIFICATE_INVALID TPP-Signature-Certificate',
    );
  });

  it('is verified after the token and before everything else: a failure is charged to the client and reveals nothing about consent or path', async () => {
    expect(faultIn(await client.withoutToken.get(accounts, { headers: without(signed(), 'signature') }))).toBe(
      '401 TOKEN_UNKNOWN Authorization',
    );
    const failed = await read({ ...without(signed(), 'signature'), 'consent-id': randomUUID() });
    expect(faultIn(failed)).toBe('401 SIGNATURE_MISSING Signature');
    expect(failed.headers['ratelimit']).toBeDefined();
  });

  it('is accepted by the other services as well', async () => {
    for (const path of ['/v1.7/cards', '/v1.5/loans', '/loans', '/v1.0/securities-accounts'] as const) {
      expect(await permitted.get(path, { headers: signed() })).toAnswer(200);
      expect(faultIn(await permitted.get(path, { headers: without(signed(), 'signature') }))).toBe('401 SIGNATURE_MISSING Signature');
    }
  });

  /** A certificate of this authority with a name but no PSD2 statement. */
  async function sealFrom(ca: Awaited<ReturnType<typeof bank.authority>>, subject: string): Promise<Seal> {
    const publicKey = new X509Certificate(seal.certificate).publicKey;
    return new Seal(await ca.issue({ subject, publicKey }), seal.privateKey);
  }
});
