import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issuerHomes } from '@open-banking/spec';
import { completeInteraction, exchange, ThirdParty } from '@open-banking/testing';
import { freePorts } from '@open-banking/installation/ports';
import type { OwnClient } from '@open-banking/installation/own-client';
import { openConformanceBank, type ConformanceBank } from '../src/conformance/bank.js';

const startMs = 120_000;
const callback = 'https://suite.example/test/a/bank/callback';

interface PlanClient {
  readonly client_id: string;
  readonly scope: string;
  readonly jwks: { readonly keys: readonly Record<string, unknown>[] };
}
interface PlanCertificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}
interface Plan {
  readonly server: { readonly discoveryUrl: string };
  readonly mtls?: PlanCertificate;
  readonly mtls2?: PlanCertificate;
  readonly client: PlanClient;
  readonly client2: PlanClient;
  readonly resource: { readonly resourceUrl: string };
}

/** Of all three banks, which run one after the other: the databases and the demo bank are made once. */
const folder = mkdtempSync(join(tmpdir(), 'open-banking-conformance-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);

describe.each([
  { issuer: 'consents', auth: 'private_key_jwt', bind: 'dpop' },
  { issuer: 'payments', auth: 'tls_client_auth', bind: 'tls' },
  { issuer: 'mandates', auth: 'private_key_jwt', bind: 'dpop' },
] as const)('the bank for the conformance suite, for its $issuer issuer with $auth and $bind', ({ issuer, auth, bind }) => {
  let opened: ConformanceBank;
  beforeAll(async () => {
    const [tlsPort] = await freePorts([undefined]);
    opened = await openConformanceBank({
      dataDir: folder,
      operatorFile: join(folder, 'operator.json'),
      tlsPort: tlsPort!,
      profile: 'fapi2',
      issuer,
      auth,
      bind,
      callback,
    });
  }, startMs);
  afterAll(async () => {
    await opened.stop();
  }, startMs);

  it('answers both clients, which come from one address and send only a token and what it is bound to', async () => {
    const { server, client, client2, mtls, mtls2, resource } = opened.plan as unknown as Plan;
    expect(await exchange(server.discoveryUrl)).toAnswer(200, { issuer: opened.bank.baseUrl + issuerHomes[issuer].path });
    for (const [one, certificate, redirectUri] of [
      [client, mtls, callback],
      [client2, mtls2, `${callback}?dummy1=lorem&dummy2=ipsum`],
    ] as const) {
      const tls = certificate && { certificate: certificate.cert, privateKey: certificate.key, ca: certificate.ca };
      const credential = tls ? { tls } : { privateKey: one.jwks.keys[0]! };
      const own: OwnClient = { name: '', clientId: one.client_id, roles: [], redirectUri, tokenBinding: bind, ...credential };
      const party = new ThirdParty(opened.bank.baseUrl, own);
      const authorization = await party.startAuthorization(issuer, one.scope);
      const back = await completeInteraction(authorization.url, { login: opened.customer.login, password: opened.customer.password });
      const { access_token: token } = await party.redeem(authorization, back);
      const answered = await exchange(resource.resourceUrl, {
        headers: { accept: 'application/json', ...(await party.authorizationHeaders(token, 'GET', resource.resourceUrl)) },
        tls,
      });
      expect(answered).toAnswer(200);
      expect(answered.body).toEqual({ active: true });
      const scheme = bind === 'dpop' ? 'DPoP' : 'Bearer';
      expect(await exchange(resource.resourceUrl, { headers: { authorization: `${scheme} ${token}` } })).toAnswer(401);
    }
  });

  it('has a key for each client in the plan, which the suite asks for also where a certificate authenticates', () => {
    const { client, client2 } = opened.plan as unknown as Plan;
    const { override } = opened.plan as unknown as { override: Record<string, Partial<Plan>> };
    const keys = [client, client2].map(({ jwks }) => jwks.keys[0]!);
    for (const key of keys)
      expect(key).toMatchObject({ kty: 'EC', alg: 'ES256', kid: expect.any(String) as string, d: expect.any(String) as string });
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2);
    expect(override['fapi2-security-profile-final-user-rejects-authentication']!.client2!.jwks).toEqual(client2.jwks);
  });
});
