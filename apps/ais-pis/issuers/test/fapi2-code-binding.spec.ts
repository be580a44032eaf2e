import { ProofKey, runningBank } from '@open-banking/testing';
import { calculateJwkThumbprint } from 'jose';
import { services } from '@open-banking/spec';
import { Fapi2Client, kinds } from '@open-banking/ais-pis-testing/a-fapi2-client';

const now = () => Math.floor(Date.now() / 1_000);
const refused = ({ status, body }: { status: number; body?: unknown }) => ({ status, error: (body as { error?: string }).error });
const boundToCertificate =
  'the tokens of this client are bound to its certificate and never to a key: send neither dpop_jkt nor a DPoP proof';

describe('an authorization code that is bound to a key (RFC 9449 §10)', () => {
  const bank = runningBank(services, { profile: 'fapi2' });
  let tpp: Fapi2Client;
  let thumbprint: string;
  const another = new ProofKey();
  beforeAll(async () => {
    tpp = await (await Fapi2Client.of(bank)).forOneAccount();
    thumbprint = await calculateJwkThumbprint(tpp.key.publicKey);
  });
  const byAnother = () => another.proof('POST', tpp.urlOf('token'));

  it.each(['by the proof that came with the request', 'by its thumbprint in the request', 'by both'])(
    '%s, can be redeemed only with that key',
    async (how) => {
      const jkt = how === 'by the proof that came with the request' ? undefined : thumbprint;
      const bound = () => tpp.code({ dpop_jkt: jkt }, how === 'by its thumbprint in the request' ? { proof: '' } : {});
      expect(await tpp.post('token', (await bound()).form, { proof: await byAnother() })).toAnswer(400, {
        error: 'invalid_grant',
        error_description: 'the code is bound to another key (dpop_jkt): send a DPoP proof by that one',
      });
      const redeemed = await tpp.post('token', (await bound()).form);
      expect(redeemed).toAnswer(200, { token_type: 'DPoP' });
      expect(await tpp.readWithToken((redeemed.body as { access_token: string }).access_token)).toAnswer(200);
    },
  );

  it('is not issued if proof and thumbprint differ', async () => {
    expect(await tpp.post('par', tpp.request({ dpop_jkt: thumbprint }).form)).toAnswer(201);
    expect(refused(await tpp.post('par', tpp.request({ dpop_jkt: await calculateJwkThumbprint(another.publicKey) }).form))).toEqual({
      status: 400,
      error: 'invalid_request',
    });
  });

  // Its code could never be redeemed: without a proof it is refused as bound, with one because a token has one binding.
  it.each(kinds.filter(({ tokenBinding }) => tokenBinding === 'tls'))(
    'is not issued to a client whose tokens are bound to its certificate ($auth)',
    async (kind) => {
      const certified = await (await Fapi2Client.of(bank, kind)).forOneAccount();
      const proof = () => certified.proof('par');
      for (const [jkt, sent] of [
        [thumbprint, ''],
        [undefined, await proof()],
        [await calculateJwkThumbprint(certified.key.publicKey), await proof()],
      ] as const)
        expect(await certified.post('par', certified.request({ dpop_jkt: jkt }).form, { proof: sent })).toAnswer(400, {
          error: 'invalid_request',
          error_description: boundToCertificate,
        });
      expect(await certified.post('token', (await certified.code()).form)).toAnswer(200, { token_type: 'Bearer' });
    },
  );

  it('accepts proofs whose clock differs by ten seconds, and refuses older or later ones', async () => {
    for (const changed of [{ iat: now() - 10 }, { iat: now() + 10 }, { nbf: now() - 10, exp: now() + 60 }]) {
      const { form } = await tpp.code({}, { proof: await tpp.proof('par', changed) });
      const redeemed = await tpp.post('token', form, { proof: await tpp.proof('token', changed) });
      expect({ changed, status: redeemed.status }).toEqual({ changed, status: 200 });
      const { access_token: access } = redeemed.body as { access_token: string };
      const proof = await tpp.key.proof('GET', `${bank.baseUrl}/v1.7/accounts`, access, changed);
      expect(await tpp.read('/v1.7/accounts', { authorization: `DPoP ${access}`, dpop: proof })).toAnswer(200);
    }
    expect(refused(await tpp.post('par', tpp.request().form, { proof: await tpp.proof('par', { iat: now() - 600 }) }))).toEqual({
      status: 400,
      error: 'invalid_dpop_proof',
    });
  });

  it('is bound and redeemed, and its token used, with proofs up to 60 seconds from now, and with none from further away', async () => {
    const url = `${bank.baseUrl}/v1.7/accounts`;
    const { access } = await tpp.token();
    const { form: approved } = await tpp.code();
    for (const seconds of [-70, 70, 290]) {
      const iat = now() + seconds;
      const says = 'iat must be at most 60 seconds from now.';
      const untimely = { error: 'invalid_dpop_proof', error_description: says };
      expect(await tpp.post('par', tpp.request().form, { proof: await tpp.proof('par', { iat }) })).toAnswer(400, untimely);
      for (const form of [{ grant_type: 'client_credentials', scope: 'AIS' }, approved])
        expect(await tpp.post('token', form, { proof: await tpp.proof('token', { iat }) })).toAnswer(400, untimely);
      const read = await tpp.read('/v1.7/accounts', {
        authorization: `DPoP ${access}`,
        dpop: await tpp.key.proof('GET', url, access, { iat }),
      });
      expect(read).toAnswer(401, { tppMessages: [{ text: says }] });
    }
    expect(await tpp.post('par', tpp.request().form, { proof: await tpp.proof('par', { nbf: now() + 30 }) })).toAnswer(400, {
      error: 'invalid_dpop_proof',
      error_description: 'nbf is in the future: leave it out, iat is enough.',
    });
    for (const [seconds, form] of [
      [-50, approved],
      [50, (await tpp.code({}, { proof: await tpp.proof('par', { iat: now() + 50 }) })).form],
    ] as const) {
      const iat = now() + seconds;
      const redeemed = await tpp.post('token', form, { proof: await tpp.proof('token', { iat }) });
      expect(redeemed).toAnswer(200);
      const { access_token: token } = redeemed.body as { access_token: string };
      const proof = await tpp.key.proof('GET', url, token, { iat });
      expect(await tpp.read('/v1.7/accounts', { authorization: `DPoP ${token}`, dpop: proof })).toAnswer(200);
    }
  });
});
