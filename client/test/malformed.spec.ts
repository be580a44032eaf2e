import { BankError, ConnectionError, RequestError, VerificationError } from '../src/index.js';
import { scriptedResponse } from './connected.js';
import { address, baseUrl, consents, goodHeader, grant, nested, origin, publicJwk, scriptedBank, signedNotification } from './scripted.js';

const deep = nested(20_000);
const wrongValues = ['7', 'null', '[]', '[null]', '{}', '{"toString":1}', '[["b64"]]', '"other"', deep, `{"b64":${deep}}`];
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => ({ answer }),
    (error: unknown) => error,
  );

describe('a notification', () => {
  it('whose header or body has members of a wrong type is refused with the error of this package', async () => {
    const { bank } = scriptedBank({ keys: { keys: [publicJwk] } });
    const verified = (header: string, body?: string) => bank.verifyNotification(signedNotification(header, body), address);
    for (const name of Object.keys(goodHeader))
      for (const value of [...wrongValues, '"b64"']) {
        const members = Object.entries(goodHeader).map(([key, own]) => `"${key}":${key === name ? value : JSON.stringify(own)}`);
        expect([name, value.slice(0, 20), await refusal(verified(`{${members.join()}}`))]).toEqual([
          name,
          value.slice(0, 20),
          expect.any(VerificationError),
        ]);
      }
    for (const header of wrongValues) expect(await refusal(verified(header))).toBeInstanceOf(VerificationError);
    const good = JSON.stringify(goodHeader);
    for (const body of ['<html>', '', '7', 'null', '[]', deep, '"text"'])
      expect(await refusal(verified(good, body))).toBeInstanceOf(VerificationError);
    expect(await verified(good)).toEqual({ id: 'n-1', issuer: 'consents', body: { consentId: 'c-1' } });
    expect((await verified(good, `{"consentId":${deep}}`)).id).toBe('n-1');
  });

  it('is checked with the keys that are understood, and the others are ignored (RFC 7517 §5)', async () => {
    const strange = [
      null,
      7,
      [],
      { kid: '2' },
      { kid: '3', kty: 'AKP', alg: 'ML-DSA-44' },
      { ...publicJwk, kid: '4', x: 'AA' },
      { kid: 5 },
    ];
    const { bank } = scriptedBank({ keys: { keys: [...strange, { kid: '1', kty: 'new' }, publicJwk] } });
    expect((await bank.verifyNotification(signedNotification(JSON.stringify(goodHeader)), address)).id).toBe('n-1');
    for (const kid of ['2', '3', '4', '5'])
      expect(await refusal(bank.verifyNotification(signedNotification(JSON.stringify({ ...goodHeader, kid })), address))).toBeInstanceOf(
        VerificationError,
      );
    for (const keys of [{}, { keys: 'text' }, { keys: {} }, null, []])
      expect(
        await refusal(scriptedBank({ keys }).bank.verifyNotification(signedNotification(JSON.stringify(goodHeader)), address)),
      ).toBeInstanceOf(VerificationError);
  });
});

describe('a link', () => {
  const followed = async (href: unknown) => {
    const { bank, sent } = scriptedBank({ call: () => scriptedResponse(200, { loans: [], _links: { next: { href } } }) });
    const pages = bank.resume(grant).pages('listAllLoans');
    await pages.next();
    return { next: await refusal(pages.next()), sent: sent.slice(1) };
  };

  it.each([
    '/../other/steal',
    '/%2e%2e/other/steal',
    '/.%2E/other/steal',
    '/..%2fother/steal',
    '/..%5Cother',
    '/%252e%252e/other',
    '/..\\other',
    `${baseUrl}/../other/steal`,
    `${origin}/other/steal`,
    `${origin}/bank-abc/steal`,
    'https://me:secret@bank.example/bank-a/loans',
    'https://bank.example:444/bank-a/loans',
    'http://bank.example/bank-a/loans',
    'https://[',
    '/%zz',
  ])('%s leaves the address of the bank and is refused', async (href) => {
    const { next, sent } = await followed(href);
    expect(next).toBeInstanceOf(VerificationError);
    expect(sent).toEqual([]);
  });

  it.each(['/loans?cursor=../2', `${baseUrl}/loans?cursor=../2`, '/x/../loans?cursor=../2'])('%s stays and is followed', async (href) => {
    expect((await followed(href)).sent).toEqual([`${baseUrl}/loans?cursor=../2`]);
  });

  it('that is no text is no link', async () => {
    for (const href of [7, null, {}, []]) expect((await followed(href)).next).toEqual({ answer: { done: true, value: undefined } });
  });
});

describe('metadata', () => {
  const tls = { certificate: 'c', privateKey: 'k' };

  it.each(['token_endpoint', 'authorization_endpoint', 'jwks_uri', 'pushed_authorization_request_endpoint', 'later_endpoint'])(
    'whose %s is at another server, or no address, is refused',
    async (name) => {
      const addresses = ['https://elsewhere.example/t', 'https://me@bank.example/t', 'http://bank.example/t', 'javascript:alert(1)', '//['];
      for (const value of [...addresses, '/token', '', 7, null, [], {}]) {
        const { bank, sent } = scriptedBank({ metadata: { [name]: value } });
        expect([value, await refusal(bank.authorize('consents', 'c-1'))]).toEqual([value, expect.any(VerificationError)]);
        expect(sent.length).toBe(1);
      }
    },
  );

  it('may name another host for clients with a certificate (RFC 8705 §5), over https only', async () => {
    const withAliases = (mtls_endpoint_aliases: unknown) => scriptedBank({ metadata: { mtls_endpoint_aliases }, settings: { tls } });
    const { bank, sent } = withAliases({ token_endpoint: 'https://tls.example/token' });
    await bank.createConsent({ body: {} as never });
    expect(sent.slice(1)).toEqual(['https://tls.example/token', 'https://tls.example/v1.7/consents']);
    for (const aliases of [null, 'text', [], { token_endpoint: 7 }, { token_endpoint: 'http://tls.example/token' }])
      expect(await refusal(withAliases(aliases).bank.createConsent({ body: {} as never }))).toBeInstanceOf(VerificationError);
  });
});

describe('an answer', () => {
  const settings = { repetition: { attempts: 1 } };
  const read = (call: () => Response) => refusal(scriptedBank({ call, settings }).bank.resume(grant).listAllLoans());

  it('200 that is no JSON is an error of this package, with the id of the request', async () => {
    for (const text of ['<html>', '{', 'undefined'])
      expect(await read(() => new Response(text))).toMatchObject({
        name: 'VerificationError',
        message: expect.stringMatching(/200.*X-Request-ID [0-9a-f-]{36}/) as string,
      });
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (stream) => {
            stream.error(new TypeError('incorrect header check'));
          },
        }),
      );
    expect(await read(broken)).toBeInstanceOf(ConnectionError);
    expect(await read(() => scriptedResponse(200, { loans: [] }))).toEqual({ answer: { loans: [] } });
  });

  it('of a refusal is read as far as it can be', async () => {
    const fault = { category: 'ERROR', code: 'FORMAT_ERROR' };
    for (const text of ['{"tppMessages":[null]}', '{"tppMessages":[7,{},{"code":7}]}', `{"tppMessages":[{"code":${deep}}]}`, 'null', '[]'])
      expect(await read(() => new Response(text, { status: 400 }))).toMatchObject({ status: 400, tppMessages: [], code: undefined });
    const strange = `{"tppMessages":[null,{"category":"ERROR","code":"FORMAT_ERROR","path":${deep},"text":{"toString":1}}]}`;
    const refused = (await read(() => new Response(strange, { status: 400 }))) as BankError;
    expect(refused).toBeInstanceOf(BankError);
    expect(refused.has('FORMAT_ERROR')).toBe(true);
    expect(refused.tppMessages).toEqual([fault]);
  });

  it('of an issuer without a token that can be used is refused', async () => {
    const good = { access_token: 't', token_type: 'Bearer', expires_in: 60 };
    const wrong = [null, [], 'text', { ...good, token_type: undefined }, { ...good, token_type: 7 }, { ...good, access_token: ['t'] }];
    const more = [{ expires_in: '60' }, { expires_in: 1e300 }, { refresh_token: 7 }, { access_token: 't\n' }, { token_type: 'ü' }];
    for (const token of [...wrong, ...more.map((changed) => ({ ...good, ...changed }))]) {
      const call = scriptedBank({ token: token ?? 'null', settings }).bank.createConsent({ body: {} as never });
      expect([token, await refusal(call)]).toEqual([token, expect.any(VerificationError)]);
    }
    const { bank } = scriptedBank({ token: good, call: () => scriptedResponse(201, { consentId: 'c-1' }) });
    expect(await bank.createConsent({ body: {} as never })).toEqual({ consentId: 'c-1' });
  });

  it('of the customer that is no address is refused', async () => {
    const { bank, sent } = scriptedBank({});
    const authorization = await bank.authorize('consents', 'c-1');
    const before = sent.length;
    for (const url of ['http://[', '//', 'https://:0/'])
      expect(await refusal(bank.finish(authorization, url))).toBeInstanceOf(VerificationError);
    expect(sent.length).toBe(before);
    expect((await bank.finish(authorization, `/back?code=1&state=${authorization.state}&iss=${consents}`)).grant.accessToken).toBe('t');
  });
});

describe('a header', () => {
  it('that cannot be sent fails at once, and the error does not contain its value', async () => {
    const { bank, sent } = scriptedBank({});
    const customer = bank.resume(grant);
    const calls = [
      customer.listAllLoans({}, { headers: { 'PSU-Device-ID': 'private\r\nx: y' } }),
      customer.listAllLoans({}, { headers: { 'PSU-Device-ID': 'private-ü' } }),
      customer.listAllLoans({}, { headers: { 'private name': 'x' } as never }),
      customer.listAllLoans({}, { psuIpAddress: 'private\0' }),
      customer.listAllLoans({}, { requestId: 'private\n' }),
      bank.resume({ ...grant, accessToken: 'private\n' }).listAllLoans(),
    ];
    for (const call of calls) {
      const error = (await refusal(call)) as Error;
      expect(error).toBeInstanceOf(RequestError);
      expect(`${error.message} ${String(error.cause)}`).not.toContain('private');
    }
    expect(sent).toEqual([]);
    await customer.listAllLoans({}, { headers: { 'PSU-Device-ID': 'private' } });
    expect(sent).toEqual([`${baseUrl}/loans`]);
  });
});
