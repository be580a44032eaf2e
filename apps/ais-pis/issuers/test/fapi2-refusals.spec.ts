import { randomUUID } from 'node:crypto';
import { ProofKey, runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { Fapi2Client, unsignedJwt } from '@open-banking/ais-pis-testing/a-fapi2-client';

const now = () => Math.floor(Date.now() / 1_000);

describe('the issuers in profile fapi2', () => {
  const bank = runningBank(services, { profile: 'fapi2' });
  let tpp: Fapi2Client;
  let other: Fapi2Client;
  beforeAll(async () => {
    [tpp, other] = [await Fapi2Client.of(bank), await Fapi2Client.of(bank)];
  });

  it("accept a pushed authorization request, and answer one that was not pushed with an error at the client's redirect URI", async () => {
    const { url, state } = tpp.client.authorization('consents', tpp.scope);
    const browser = new Browser(bank.baseUrl, tpp.client.from);
    expect((await browser.open((await tpp.client.startAuthorization('consents', tpp.scope)).url)).status).toBe(200);
    await browser.open(url);
    expect(browser.redirectParameters).toMatchObject({ error: 'invalid_request', state, iss: tpp.endpoint });
  });

  it('refuse to store a request for anything that the profile does not allow', async () => {
    expect(await tpp.post('par', tpp.request().form)).toAnswer(201, { expires_in: 60 });
    for (const [changed, error] of [
      [{ redirect_uri: 'https://attacker.example/back' }, 'invalid_request'],
      [{ redirect_uri: undefined }, 'invalid_request'],
      [{ redirect_uri: `${tpp.client.client.redirectUri}/x` }, 'invalid_request'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ response_type: 'none' }, 'unsupported_response_type'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'invalid_request'],
      [{ request: 'x.y.z' }, 'request_not_supported'],
      [{ client_id: other.client.clientId }, 'invalid_request'],
      [{ scope: `AIS:${other.consentId}` }, 'invalid_scope'],
      [{ scope: 'AIS' }, 'invalid_scope'],
      [{ dpop_jkt: 'A'.repeat(43) }, 'invalid_request'],
    ] as const) {
      const response = await tpp.post('par', tpp.request(changed).form);
      expect({ changed, status: response.status, error: (response.body as { error?: string }).error }).toEqual({
        changed,
        status: 400,
        error,
      });
    }
  });

  it('accept a request_uri once and only from the client that pushed it; otherwise the customer is sent back with an error', async () => {
    const browser = new Browser(bank.baseUrl, tpp.client.from);
    const { url, state } = await tpp.code();
    const used = await browser.open(url);
    expect(used.status).toBe(303);
    expect(browser.redirectParameters).toMatchObject({ error: 'invalid_request_uri', state, iss: tpp.endpoint });

    const theirs = new URL((await other.client.startAuthorization('consents', other.scope)).url);
    theirs.searchParams.set('client_id', tpp.client.clientId);
    for (const address of [
      theirs.href,
      `${tpp.endpoint}/authorize?client_id=${tpp.client.clientId}&request_uri=urn:ietf:params:oauth:request_uri:${randomUUID()}`,
    ]) {
      const shown = await browser.open(address);
      expect({ status: shown.status, location: shown.headers['location'] }).toEqual({ status: 400, location: undefined });
    }
  });

  it('store no usable credential: no request_uri, not even in the interaction', async () => {
    const { url } = await tpp.client.startAuthorization('consents', tpp.scope);
    const id = new URL(url).searchParams.get('request_uri')!.split(':').at(-1)!;
    await new Browser(bank.baseUrl, tpp.client.from).open(url);
    const { rows } = await bank.database('ais-pis').query<{ kept: number; told: number }>(
      `
      select count(*) filter (where payload ? 'parJti')::int as kept, count(*) filter (where strpos(artifact::text, $1) > 0)::int as told from artifact`,
      [id],
    );
    expect(rows[0]!.kept).toBeGreaterThan(0);
    expect(rows[0]!.told).toBe(0);
  });

  it('issue one token for a code, to its client, with its verifier and redirect URI; a second redemption revokes it', async () => {
    const { form } = await tpp.code();
    expect(await tpp.post('token', { ...form, code_verifier: 'x'.repeat(43) })).toAnswer(400, { error: 'invalid_grant' });
    expect(await tpp.post('token', { ...form, redirect_uri: 'http://127.0.0.1/other' })).toAnswer(400, { error: 'invalid_grant' });
    expect(await other.post('token', form)).toAnswer(400, { error: 'invalid_grant' });
    const redeemed = await tpp.post('token', form);
    expect(redeemed).toAnswer(200, { token_type: 'DPoP' });
    const { access_token: token, refresh_token: refresh } = redeemed.body as Record<string, string>;
    const read = async () =>
      tpp.read('/v1.7/accounts', {
        authorization: `DPoP ${token!}`,
        dpop: await tpp.key.proof('GET', `${bank.baseUrl}/v1.7/accounts`, token),
      });
    expect(await read()).toAnswer(200);
    expect(await tpp.post('token', form)).toAnswer(400, { error: 'invalid_grant' });
    expect(await read()).toAnswer(401);
    expect(await tpp.post('token', { grant_type: 'refresh_token', refresh_token: refresh! })).toAnswer(400, { error: 'invalid_grant' });
  });

  it('bind a token to the key of a proof made for this request, and issue none without', async () => {
    const ask = { grant_type: 'client_credentials', scope: 'AIS' };
    const good = await tpp.proof('token');
    expect(await tpp.post('token', ask, { proof: good })).toAnswer(200, { token_type: 'DPoP' });
    const claims = { htm: 'POST', htu: `${tpp.endpoint}/token`, jti: randomUUID(), iat: now() };
    const wrong: Record<string, string> = {
      'used before': good,
      'another method': await tpp.proof('token', { htm: 'GET' }),
      'another URL': await tpp.proof('par'),
      'no URL': await tpp.proof('token', { htu: undefined }),
      'too old': await tpp.proof('token', { iat: now() - 600 }),
      'too new': await tpp.proof('token', { iat: now() + 600 }),
      'no time': await tpp.proof('token', { iat: undefined }),
      'no id': await tpp.proof('token', { jti: undefined }),
      'another type': await tpp.key.signed(claims, { typ: 'jwt' }),
      "another's key in its header": await tpp.key.signed(claims, { jwk: new ProofKey().publicKey }),
      'no key': await tpp.key.signed(claims, { jwk: undefined }),
      unsigned: unsignedJwt(await tpp.proof('token')),
      'not a JWT': 'x',
    };
    for (const [how, proof] of Object.entries(wrong)) {
      const response = await tpp.post('token', ask, { proof });
      expect({ how, status: response.status, error: (response.body as { error?: string }).error }).toEqual({
        how,
        status: 400,
        error: 'invalid_dpop_proof',
      });
    }
    expect(await tpp.post('token', ask, { proof: '' })).toAnswer(400, { error: 'invalid_grant' });
    const { form } = await tpp.code();
    const stolen = await new ProofKey().proof('POST', `${tpp.endpoint}/token`);
    expect(await tpp.post('token', form, { proof: stolen })).toAnswer(400, { error: 'invalid_grant' });
  });
});
