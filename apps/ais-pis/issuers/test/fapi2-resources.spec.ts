import { hash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ProofKey, runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { damagedJwt, Fapi2Client, unsignedJwt, withHeader } from '@open-banking/ais-pis-testing/a-fapi2-client';

const now = () => Math.floor(Date.now() / 1_000);
const paths = ['/v1.7/accounts', '/v1.7/cards', '/v1.5/savings', '/v1.0/securities-accounts', '/loans'];

async function withPrivateKey(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(privateKey) }).sign(privateKey);
}

async function byRs256(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) }).sign(privateKey);
}

describe('a token that is bound to a key', () => {
  const bank = runningBank(services, { profile: 'fapi2' });
  let tpp: Fapi2Client;
  let token: string;
  beforeAll(async () => {
    tpp = await Fapi2Client.of(bank);
    token = ((await tpp.post('token', (await tpp.code()).form)).body as { access_token: string }).access_token;
  });

  it('proves HEAD by the method that is sent', async () => {
    const url = `${bank.baseUrl}${paths[0]!}`;
    const head = async (method: string) => {
      const headers = { authorization: `DPoP ${token}`, dpop: await tpp.key.proof(method, url, token) };
      return (await tpp.read(paths[0]!, headers, undefined, 'HEAD')).status;
    };
    expect([await head('HEAD'), await head('GET')]).toEqual([200, 401]);
  });

  it('proves the path as it is sent, percent-encoding included', async () => {
    const encoded = paths[0]!.replace('v1.7', 'v1%2E7');
    const read = async (path: string, proved: string) => {
      const headers = { authorization: `DPoP ${token}`, dpop: await tpp.key.proof('GET', bank.baseUrl + proved, token) };
      return (await tpp.read(path, headers)).status;
    };
    expect([await read(encoded, encoded), await read(encoded, paths[0]!), await read(paths[0]!, encoded)]).toEqual([200, 401, 401]);
  });

  it.each(paths)('gives access to %s once per proof of that key for that request, and never without one', async (path) => {
    const url = bank.baseUrl + path;
    const shown = (dpop: string, authorization = `DPoP ${token}`) => tpp.read(path, { authorization, dpop });
    const proof = (changed = {}) => tpp.key.proof('GET', url, token, changed);
    const good = await proof();
    expect(await shown(good)).toAnswer(200);
    const { protocol, host } = new URL(url);
    const fit: Record<string, string> = {
      'with query and fragment': await proof({ htu: `${url}?x=1#y` }),
      'in capital letters': await proof({ htu: url.replace(`${protocol}//${host}`, `${protocol}//${host}`.toUpperCase()) }),
      'ten seconds ago': await proof({ iat: now() - 10 }),
      'in ten seconds': await proof({ iat: now() + 10 }),
      'with start and expiry': await proof({ nbf: now() - 10, exp: now() + 60 }),
      'with additional claims': await tpp.key.signed(
        { htm: 'GET', htu: url, iat: now(), jti: randomUUID(), ath: hash('sha256', token, 'base64url'), tx_id_key: 1 },
        { tx_id: 1 },
      ),
    };
    for (const [how, dpop] of Object.entries(fit)) expect({ how, status: (await shown(dpop)).status }).toEqual({ how, status: 200 });

    const claims = { htm: 'GET', htu: url, iat: now(), jti: randomUUID(), ath: 'x' };
    const unfit: Record<string, string> = {
      'used before': good,
      'another method': await proof({ htm: 'POST' }),
      'another URL': await proof({ htu: `${bank.baseUrl}/v2/mandates` }),
      'another host': await proof({ htu: `https://other.example${path}` }),
      'no URL': await proof({ htu: undefined }),
      'too old': await proof({ iat: now() - 90 }),
      'too new': await proof({ iat: now() + 90 }),
      'no time': await proof({ iat: undefined }),
      'no id': await proof({ jti: undefined }),
      'another token': await proof({ ath: 'A'.repeat(43) }),
      'no token': await proof({ ath: undefined }),
      unsigned: unsignedJwt(await proof()),
      'not a JWT': 'x',
      'two proofs': `${await proof()}, ${await proof()}`,
      'another type': await tpp.key.signed(claims, { typ: 'JWT' }),
      "another's key in its header": await tpp.key.signed(claims, { jwk: new ProofKey().publicKey }),
      none: '',
      'no type': await tpp.key.signed(claims, { typ: undefined }),
      'two parts': (await proof()).split('.').slice(0, 2).join('.'),
      damaged: damagedJwt(await proof()),
      'no algorithm': withHeader(await proof(), ({ alg: _, ...rest }) => rest),
      'no key': await tpp.key.signed(claims, { jwk: undefined }),
      'a private key': await withPrivateKey({ ...claims, ath: hash('sha256', token, 'base64url') }),
      'by RS256': await byRs256({ ...claims, ath: hash('sha256', token, 'base64url') }),
    };
    for (const [how, dpop] of Object.entries(unfit)) {
      const { status, headers } = await shown(dpop);
      expect({ how, status, says: headers['www-authenticate'] }).toEqual({
        how,
        status: 401,
        says: expect.stringMatching(/^DPoP .*algs="[^"]+", error="invalid_dpop_proof"/) as unknown,
      });
    }
    const stolen = await new ProofKey().proof('GET', url, token);
    expect((await shown(stolen)).headers['www-authenticate']).toMatch(/^DPoP .*error="invalid_token"/);
    expect((await shown(await proof(), `Bearer ${token}`)).headers['www-authenticate']).toMatch(/^DPoP .*error="invalid_token"/);
    expect((await shown(await proof(), '')).headers['www-authenticate']).toMatch(/^DPoP realm="[^"]+", algs="[^"]+"$/);
    expect(await tpp.read(`${path}?access_token=${token}`, { dpop: await proof() })).toAnswer(401);
    expect(await shown(await proof())).toAnswer(200);
  });

  it('is accepted once if its proof is sent 20 times at once', async () => {
    // No other test here calls this operation, so only these requests count against its limit of 25 per second.
    const path = '/v1.5/loans';
    const dpop = await tpp.key.proof('GET', bank.baseUrl + path, token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tpp.read(path, { authorization: `DPoP ${token}`, dpop })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it('is the only kind accepted: an unbound token issued before the profile changed is refused', async () => {
    const own = await tpp.client.clientToken('consents', 'AIS');
    const unbind = () =>
      bank
        .database('ais-pis')
        .query(`update artifact set payload = payload - 'jkt' where kind = 'ClientCredentials' and payload->>'clientId' = $1`, [
          tpp.client.clientId,
        ]);
    expect(await tpp.client.call('GET', `/v1.7/consents/${tpp.consentId}`, { token: own.access_token })).toAnswer(200);
    await unbind();
    expect(await tpp.read(`/v1.7/consents/${tpp.consentId}`, { authorization: `Bearer ${own.access_token}` })).toAnswer(401);
  });
});
