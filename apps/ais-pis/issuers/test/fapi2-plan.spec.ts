import { runningBank, ThirdParty } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { Fapi2Client, kinds, type Presented } from '@open-banking/ais-pis-testing/a-fapi2-client';

const error = ({ status, body }: { status: number; body?: unknown }) => ({
  status,
  error: (body as { error?: string } | undefined)?.error,
});
const entropy = (text: string): number => {
  const counts = [...text].reduce((seen, letter) => seen.set(letter, (seen.get(letter) ?? 0) + 1), new Map<string, number>());
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
};

// The modules of the OpenID Foundation's plan for authorization servers, each with the plan's four kinds of client.
// docs/fapi.md maps modules to test titles.
describe.each(kinds)('a client that authenticates by $auth, with tokens bound by $tokenBinding', (kind) => {
  const bank = runningBank(services, { profile: 'fapi2' });
  let tpp: Fapi2Client;
  let other: Fapi2Client;
  beforeAll(async () => {
    [tpp, other] = [
      await (await Fapi2Client.of(bank, kind)).forOneAccount(),
      await (await Fapi2Client.of(bank, kind, 'http://127.0.0.1/back?dummy1=lorem&dummy2=ipsum')).forOneAccount(),
    ];
  });
  /** The credential that binds the client's tokens: a proof or the certificate. */
  const nothing = (): Presented => (kind.tokenBinding === 'dpop' ? { proof: '' } : { tls: { ca: tpp.tls!.ca } });

  it('completes the flow with a redirect URI that has a query, a state of 128 characters and repeated parameters', async () => {
    const state = 's'.repeat(128);
    const dpopJkt = kind.tokenBinding === 'dpop' ? (await import('jose')).calculateJwkThumbprint(other.key.publicKey) : undefined;
    const approved = await other.code(
      { state, dpop_jkt: await dpopJkt },
      { proof: '' },
      { response_type: 'code', scope: other.scope, redirect_uri: other.client.client.redirectUri, state },
    );
    expect(approved.redirectParameters).toEqual({
      dummy1: 'lorem',
      dummy2: 'ipsum',
      code: expect.stringMatching(/^[\w-]{22,}$/) as unknown,
      state,
      iss: other.endpoint,
    });
    const redeemed = await other.post('token', approved.form);
    expect(redeemed).toAnswer(200, {
      token_type: kind.tokenBinding === 'dpop' ? 'DPoP' : 'Bearer',
      expires_in: expect.any(Number) as unknown,
      scope: other.scope,
    });
    expect(redeemed.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/) as unknown,
      'cache-control': 'no-store',
    });
    const { access_token: access, refresh_token: refresh, ...rest } = redeemed.body as Record<string, string>;
    expect(rest).not.toHaveProperty('id_token');
    // RFC 6749 §10.10: 128 bits of entropy.
    for (const secret of [approved.code, access!, refresh!]) expect(entropy(secret)).toBeGreaterThan(128);
    for (const accept of ['application/json; charset=utf-8', 'application/json, */*;q=0.1', 'application/json']) {
      const response = await other.readWithToken(access!, {
        headers: { accept, 'x-fapi-interaction-id': crypto.randomUUID(), 'x-fapi-customer-ip-address': '198.51.100.119' },
      });
      expect(response).toAnswer(200);
      expect(Date.parse(response.headers['date'] as string)).toBeGreaterThan(0);
    }
    expect(await other.readWithToken(access!, { as: tpp })).toAnswer(401);
    expect(await other.readWithToken('', { path: `/v1.7/accounts?access_token=${access!}`, headers: { authorization: '' } })).toAnswer(401);
    expect(await other.readWithToken(access!)).toAnswer(200);
  });

  it('may write the token type in any case', async () => {
    const { access } = await tpp.token();
    const [scheme, ...others] = kind.tokenBinding === 'dpop' ? ['DPoP', 'dpop', 'DPOP', 'dPOp'] : ['Bearer', 'bearer', 'BEARER', 'bEARER'];
    expect(await tpp.readWithToken(access)).toAnswer(200);
    for (const written of others)
      expect({
        scheme,
        written,
        status: (await tpp.readWithToken(access, { headers: { authorization: `${written} ${access}` } })).status,
      }).toEqual({ scheme, written, status: 200 });
  });

  it('gets its state back unchanged, up to 1,000 characters, and none if it sent none', async () => {
    const long = Array.from({ length: 1_000 }, (_, at) => 'abc-_.~XYZ019'[at % 13]).join('');
    expect((await tpp.code({ state: long })).redirectParameters).toMatchObject({ state: long });
    const silent = await tpp.code({ state: undefined });
    expect(Object.keys(silent.redirectParameters).sort()).toEqual(['code', 'iss']);
    expect(await tpp.post('token', silent.form)).toAnswer(200);
  });

  it('may use a redirect URI of 2,000 characters, and only that one', async () => {
    const long = `https://tpp.example/${'a'.repeat(1_980)}`;
    const far = await (await Fapi2Client.of(bank, kind, long)).forOneAccount();
    expect((await far.code()).redirectParameters).toMatchObject({ code: expect.any(String) as unknown, iss: far.endpoint });
    expect(error(await far.post('par', far.request({ redirect_uri: long.slice(0, -1) }).form))).toEqual({
      status: 400,
      error: 'invalid_request',
    });
  });

  it('is served as pushed; other parameters in the URL are ignored', async () => {
    const twice = await tpp.code({}, {}, { state: 'another', redirect_uri: 'https://attacker.example/', scope: 'AIS:another' });
    expect(twice.redirectParameters).toMatchObject({ state: twice.state });
    const outside = await tpp.code({ state: undefined }, {}, { state: 'outside' });
    expect(Object.keys(outside.redirectParameters).sort()).toEqual(['code', 'iss']);
  });

  it('can use a request_uri that was opened before, but not one that was used', async () => {
    const { url, form } = await tpp.pushRequest();
    const passing = new Browser(bank.baseUrl, tpp.client.from);
    expect((await passing.open(url)).status).toBe(200);
    expect(await tpp.completeInteraction(url)).toMatchObject({ code: expect.any(String) as unknown, state: form['state'] });
    await passing.open(url);
    expect(passing.redirectParameters).toEqual({
      error: 'invalid_request_uri',
      error_description: expect.any(String) as unknown,
      state: form['state'],
      iss: tpp.endpoint,
    });
  });

  it('learns at its redirect URI that the customer refused', async () => {
    const refused = await tpp.forOneAccount();
    const { url, form } = await refused.pushRequest();
    expect(await refused.completeInteraction(url, true)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String) as unknown,
      state: form['state'],
      iss: tpp.endpoint,
    });
    expect(await tpp.completeInteraction((await tpp.pushRequest()).url)).toMatchObject({ code: expect.any(String) as unknown });
  });

  it('gets no token without the key or certificate that its tokens are bound to', async () => {
    const { form } = await tpp.code();
    const refused = error(await tpp.post('token', form, nothing()));
    // A client that authenticates by certificate is unknown without it.
    expect(refused).toEqual(
      kind.auth === 'tls_client_auth' && kind.tokenBinding === 'tls'
        ? { status: 401, error: 'invalid_client' }
        : { status: 400, error: 'invalid_grant' },
    );
    expect(await tpp.post('token', form)).toAnswer(200);
  });

  it('cannot act as another client, neither by its id nor with its code', async () => {
    const { form } = await tpp.code();
    const signed =
      kind.auth === 'private_key_jwt' ? await tpp.assertion({ iss: other.client.clientId, sub: other.client.clientId }) : undefined;
    expect(
      error(await tpp.post('token', form, { clientId: other.client.clientId, ...(signed !== undefined && { assertion: signed }) })),
    ).toEqual({ status: 401, error: 'invalid_client' });
    expect(error(await other.post('token', form))).toEqual({ status: 400, error: 'invalid_grant' });
    expect(await tpp.post('token', form)).toAnswer(200);
  });

  it('redeems a code only with its verifier and only once: a second redemption revokes its token', async () => {
    const { form } = await tpp.code();
    const { code_verifier: _, ...bare } = form;
    expect(error(await tpp.post('token', bare))).toEqual({ status: 400, error: 'invalid_grant' });
    expect(error(await tpp.post('token', { ...form, code_verifier: 'y'.repeat(43) }))).toEqual({ status: 400, error: 'invalid_grant' });
    const { access_token: access } = (await tpp.post('token', form)).body as { access_token: string };
    expect(await tpp.readWithToken(access)).toAnswer(200);
    expect(error(await tpp.post('token', form))).toEqual({ status: 400, error: 'invalid_grant' });
    expect(await tpp.readWithToken(access)).toAnswer(401);
  });

  it('refreshes only as itself and with the key or certificate that its tokens are bound to', async () => {
    const { refresh } = await tpp.token();
    const again = await tpp.refresh(refresh);
    expect(again).toAnswer(200);
    const { access_token: access, refresh_token: same, id_token: none } = again.body as Record<string, string>;
    expect({ same: same ?? refresh, none }).toEqual({ same: refresh, none: undefined });
    expect(await tpp.readWithToken(access!)).toAnswer(200);
    expect(await tpp.readWithToken(access!, { as: other })).toAnswer(401);
    const nobody = kind.auth === 'private_key_jwt' ? { assertion: '' } : { tls: { ca: tpp.tls!.ca } };
    expect(error(await tpp.refresh(refresh, nobody))).toEqual({ status: 401, error: 'invalid_client' });
    expect([400, 401]).toContain((await tpp.refresh(refresh, nothing())).status);
    expect(error(await other.refresh(refresh))).toEqual({ status: 400, error: 'invalid_grant' });
    expect(await tpp.refresh(refresh)).toAnswer(200);
  });

  it('pushes only with POST, and never a request_uri', async () => {
    const { form } = tpp.request();
    const put = await tpp.post('par', form, { method: 'PUT' });
    expect(put.status).toBe(405);
    expect(put.headers['allow']).toBe('POST');
    expect(error(await tpp.post('par', { ...form, request_uri: 'urn:ietf:params:oauth:request_uri:bad' }))).toEqual({
      status: 400,
      error: 'invalid_request',
    });
    // Token binding is required at the token endpoint.
    if (kind.auth === 'private_key_jwt') expect(await tpp.post('par', form, nothing())).toAnswer(201);
    expect(await tpp.post('par', form)).toAnswer(201, {
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{22,}$/) as unknown,
      expires_in: 60,
    });
  });

  it('gets an error at once for an invalid pushed request', async () => {
    const wrong: Record<string, Readonly<Record<string, string | undefined>>> = {
      'no PKCE': { code_challenge: undefined, code_challenge_method: undefined },
      'plain PKCE': { code_challenge_method: 'plain' },
      'no redirect URI': { redirect_uri: undefined },
      'an unregistered redirect URI': { redirect_uri: `${tpp.client.client.redirectUri}/bad` },
    };
    for (const [what, changed] of Object.entries(wrong))
      expect({ what, ...error(await tpp.post('par', tpp.request(changed).form)) }).toEqual({ what, status: 400, error: 'invalid_request' });
    for (const type of ['token', 'code id_token'])
      expect({ type, ...error(await tpp.post('par', tpp.request({ response_type: type }).form)) }).toEqual({
        type,
        status: 400,
        error: 'unsupported_response_type',
      });
    for (const prompt of ['login', 'consent', 'login consent'])
      expect({ prompt, status: (await tpp.post('par', tpp.request({ prompt }).form)).status }).toEqual({ prompt, status: 201 });
    expect(error(await tpp.post('par', tpp.request({ response_mode: 'form_post' }).form))).toEqual({
      status: 400,
      error: 'invalid_request',
    });
    expect(await tpp.post('par', tpp.request({ response_mode: 'query' }).form)).toAnswer(201);
  });

  it('must use its own request_uri, and only pushed requests', async () => {
    const browser = new Browser(bank.baseUrl, tpp.client.from);
    const theirs = new URL((await other.pushRequest()).url);
    theirs.searchParams.set('client_id', tpp.client.clientId);
    expect({ status: (await browser.open(theirs.href)).status, location: browser.response.headers['location'] }).toEqual({
      status: 400,
      location: undefined,
    });
    const { url, state } = tpp.client.authorization('consents', tpp.scope);
    await browser.open(url);
    expect(browser.redirectParameters).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String) as unknown,
      state,
      iss: tpp.endpoint,
    });
    expect((await browser.open((await tpp.pushRequest()).url)).status).toBe(200);
  });
});

describe('a client of profile baseline with bound tokens', () => {
  const bank = runningBank(services);

  it.each(['dpop', 'tls'] as const)('by %s gets no unbound token', async (tokenBinding) => {
    const client = await bank.client({ tokenBinding });
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200, {
      token_type: tokenBinding === 'dpop' ? 'DPoP' : 'Bearer',
    });
    const bare = new ThirdParty(bank.baseUrl, { ...client.client, tokenBinding: undefined, tls: undefined }, client.from);
    expect(await bare.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(400, { error: 'invalid_grant' });
  });
});
