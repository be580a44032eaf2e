import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exchange, freshBank, type HttpResponse } from '@open-banking/testing';
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from 'jose';
import Value from 'typebox/value';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro } from '@open-banking/ais-pis-testing/a-payment';

interface Contract {
  readonly paths: {
    readonly '/': {
      readonly post: {
        readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
        readonly responses: { readonly '200': { readonly content: { readonly 'application/json': { readonly schema: object } } } };
      };
    };
  };
}
const { post } = (JSON.parse(readFileSync(new URL('../../../../docs/ports/payee-verification.json', import.meta.url), 'utf8')) as Contract)
  .paths['/'];
const asks = post.requestBody.content['application/json'].schema;
const answers = post.responses['200'].content['application/json'].schema;

interface VerificationRequest {
  readonly requestId: string;
  readonly creditorAccount: { readonly iban: string };
  readonly creditorName: string;
}
interface Received {
  readonly raw: Buffer;
  readonly signature: string;
  readonly requestId: string;
  readonly body: VerificationRequest;
}
/** How the bank's server answers: as its contract says, with one thing changed. */
interface Manner {
  readonly status?: number;
  readonly body?: object;
  /** In place of JSON, signed. */
  readonly text?: string;
  readonly sent?: object;
  readonly key?: KeyObject;
  readonly header?: object;
  readonly unsigned?: true;
  readonly never?: true;
}

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const folder = mkdtempSync(join(tmpdir(), 'open-banking-payees-'));
const keysFile = join(folder, 'keys.json');
const { privateKey, publicKey } = pair();
writeFileSync(keysFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'payees' }] }));

describe('the port that the names of other banks’ accounts are checked at', () => {
  const settings: Record<string, string> = { PAYEE_VERIFICATION_KEYS_FILE: keysFile };
  const received: Received[] = [];
  let manner: Manner = {};
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const raw = Buffer.concat(chunks);
        const body = JSON.parse(raw.toString()) as VerificationRequest;
        received.push({
          raw,
          body,
          signature: request.headers['x-jws-signature'] as string,
          requestId: request.headers['x-request-id'] as string,
        });
        if (manner.never) return;
        const bytes = manner.text ?? JSON.stringify({ requestId: body.requestId, creditorNameMatch: 'MTCH', ...manner.body });
        const head = {
          alg: 'ES256',
          kid: 'payees',
          b64: false,
          crit: ['b64'],
          aud: issuer(),
          iat: Math.floor(Date.now() / 1_000),
          ...manner.header,
        };
        const encoded = Buffer.from(JSON.stringify(head)).toString('base64url');
        const signed = Buffer.from(`${encoded}.${bytes}`);
        const signature = sign('sha256', signed, { key: manner.key ?? privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
        response.writeHead(manner.status ?? 200, {
          'content-type': 'application/json',
          ...(!manner.unsigned && { 'x-jws-signature': `${encoded}..${signature}` }),
        });
        response.end(manner.sent ? JSON.stringify(manner.sent) : bytes);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    settings['PAYEE_VERIFICATION_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payees`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    manner = {};
  });
  const bank = freshBank(['ais-pis'], settings);
  const issuer = () => `${bank.baseUrl}/v1.7/oauth/payments`;

  const sepa = '/v1.7/payments/sepa-credit-transfers';
  const created = async (creditorName: string): Promise<HttpResponse> =>
    (await aPayer(bank)).post(sepa, { ...inEuro, creditorName }, { headers: { 'client-vop-requested': 'true' } });
  const resultOf = ({ body }: HttpResponse) =>
    (body as { originalTransactionInformationAndVopStatus: { creditorNameMatch: string; matchedCreditorName?: string }[] })
      .originalTransactionInformationAndVopStatus[0]!;

  it('is asked as its contract says, signed by an issuer of the bank, and what it answers is told', async () => {
    expect(resultOf(await created('Dana Levi'))).toEqual({ transactionStatus: 'RCVD', creditorNameMatch: 'MTCH' });
    const { raw, signature, requestId, body } = received.at(-1)!;
    expect(Value.Check(asks, body)).toBe(true);
    expect(Value.Check(asks, { ...body, creditorName: undefined })).toBe(false);
    expect(body).toMatchObject({ creditorAccount: inEuro.creditorAccount, creditorName: 'Dana Levi' });
    const [header = '', , value = ''] = signature.split('.');
    const metadata = (await exchange(`${issuer()}/.well-known/oauth-authorization-server`)).body as { jwks_uri: string };
    const keys = createLocalJWKSet((await exchange(metadata.jwks_uri)).body as unknown as JSONWebKeySet);
    const { protectedHeader } = await flattenedVerify({ protected: header, payload: raw, signature: value }, keys, { crit: { b64: true } });
    expect(protectedHeader).toMatchObject({ iss: issuer(), aud: settings['PAYEE_VERIFICATION_URL'], jti: requestId });

    manner = { body: { creditorNameMatch: 'CMTC', matchedCreditorName: 'Dana Levin' } };
    expect(Value.Check(answers, { requestId: randomUUID(), ...manner.body })).toBe(true);
    expect(resultOf(await created('Dana Levi'))).toMatchObject({ creditorNameMatch: 'CMTC', matchedCreditorName: 'Dana Levin' });
    manner = { body: { creditorNameMatch: 'NMTC', matchedCreditorName: 'Avi Cohen' } };
    expect(resultOf(await created('Dana Levi'))).toEqual({ transactionStatus: 'RVCM', creditorNameMatch: 'NMTC' });
    manner = { body: { creditorNameMatch: 'NOAP' } };
    expect(resultOf(await created('Dana Levi'))).toMatchObject({ creditorNameMatch: 'NOAP' });
  });

  it('is not asked for accounts of this bank', async () => {
    const { iban } = await anAccount(bank, [], { ownerName: 'Dana Levi' });
    const before = received.length;
    const body = { ...inEuro, creditorAccount: { iban }, creditorName: 'Dana Levi' };
    const answer = await (await aPayer(bank)).post(sepa, body, { headers: { 'client-vop-requested': 'true' } });
    expect(resultOf(answer)).toMatchObject({ creditorNameMatch: 'MTCH' });
    expect(received.length).toBe(before);
  });

  it.each<[string, () => Manner]>([
    ['refuses', () => ({ status: 500 })],
    ['leads elsewhere', () => ({ status: 302 })],
    ['does not sign', () => ({ unsigned: true })],
    ['signs with another key', () => ({ key: pair().privateKey })],
    ['signs for another address', () => ({ header: { aud: 'https://elsewhere.example' } })],
    ['signed long ago', () => ({ header: { iat: Math.floor(Date.now() / 1_000) - 300 } })],
    ['signs something else', () => ({ sent: { creditorNameMatch: 'MTCH' } })],
    ['answers another request', () => ({ body: { requestId: randomUUID() } })],
    ['has a result that there is not', () => ({ body: { creditorNameMatch: 'PERHAPS' } })],
    ['gives no name with a close match', () => ({ body: { creditorNameMatch: 'CMTC' } })],
    ['sends too much', () => ({ body: { more: 'x'.repeat(70_000) } })],
    ['does not answer', () => ({ never: true })],
  ])('whose server %s makes the check not possible and refuses no payment', async (_, how) => {
    manner = how();
    const answer = await created('Dana Levi');
    expect(answer).toAnswer(201, { transactionStatus: 'RVCM' });
    expect(resultOf(answer)).toEqual({ transactionStatus: 'RVCM', creditorNameMatch: 'NOAP' });
    manner = {};
    expect(resultOf(await created('Dana Levi'))).toMatchObject({ creditorNameMatch: 'MTCH' });
  });

  it('leaves no name in the log, neither one that was asked for nor one in an answer that cannot be read', async () => {
    manner = { text: 'Zebulon Quartz is the holder' };
    expect(resultOf(await created('Ebenezer Topaz'))).toMatchObject({ creditorNameMatch: 'NOAP' });
    manner = { body: { creditorNameMatch: 'Zebulon Quartz', matchedCreditorName: ['Zebulon Quartz'] } };
    expect(resultOf(await created('Ebenezer Topaz'))).toMatchObject({ creditorNameMatch: 'NOAP' });
    const log = readFileSync(join(dirname(bank.facts.keysDir), 'logs', 'ais-pis.log'), 'utf8');
    expect(log).toContain('the verification of a payee was not answered');
    expect(log).not.toMatch(/Quartz|Topaz/i);
  });

  it('is asked once more for the page where it did not answer before, and the page then stays as it is', async () => {
    const client = await bank.client();
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const itself = await client.withClientToken('payments', 'PIS');
    manner = { status: 503 };
    const body = { ...inEuro, creditorName: 'Dana Levi', debtorAccount: { iban } };
    const answer = await itself.post(sepa, body, { headers: { 'client-vop-requested': 'true' } });
    expect(resultOf(answer)).toMatchObject({ creditorNameMatch: 'NOAP' });
    const { paymentId } = answer.body as { paymentId: string };

    manner = { body: { creditorNameMatch: 'CMTC', matchedCreditorName: 'Dana Levin' } };
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('payments', `PIS:${paymentId}`).url);
    expect((await browser.press('sign-in', { login: customer.login, password: customer.password })).text).toContain('Dana Levin');
    manner = { status: 503 };
    const before = received.length;
    await browser.press('approve');
    expect(browser.redirectParameters).toMatchObject({ code: expect.any(String) });
    expect(received.length).toBe(before);
    // The client hears what it asked for, and not what only the customer was shown.
    expect((await itself.get(`${sepa}/${paymentId}`)).text).not.toContain('Levin');
  });
});
