import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeInteraction, exchange, ThirdParty } from '@open-banking/testing';
import { freePorts } from '../src/bank/ports.js';
import type { OwnClient } from '../src/operator-file/own-client.js';
import { openConformanceBank, type ConformanceBank } from '../src/conformance/bank.js';

const startMs = 120_000;
const callback = 'https://suite.example/test/a/bank/callback';

interface PlanClient {
  readonly client_id: string;
  readonly scope: string;
  readonly jwks: { readonly keys: readonly Record<string, unknown>[] };
}
interface Plan {
  readonly server: { readonly discoveryUrl: string };
  readonly client: PlanClient;
  readonly client2: PlanClient;
  readonly resource: { readonly resourceUrl: string };
}

describe('the bank for the conformance suite', () => {
  let folder: string;
  let opened: ConformanceBank;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'open-banking-conformance-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    const [tlsPort] = await freePorts([undefined]);
    opened = await openConformanceBank({
      dataDir: folder,
      operatorFile: join(folder, 'operator.json'),
      tlsPort: tlsPort!,
      profile: 'fapi2',
      auth: 'private_key_jwt',
      bind: 'dpop',
      callback,
    });
  }, startMs);
  afterAll(async () => {
    await opened.stop();
    rmSync(folder, { recursive: true, force: true });
  }, startMs);

  it('answers both clients, which come from one address and send only a token and a proof', async () => {
    const { server, client, client2, resource } = opened.plan as unknown as Plan;
    expect(await exchange(server.discoveryUrl)).toAnswer(200, { issuer: `${opened.bank.baseUrl}/v1.7/oauth/consents` });
    for (const [one, redirectUri] of [
      [client, callback],
      [client2, `${callback}?dummy1=lorem&dummy2=ipsum`],
    ] as const) {
      const own: OwnClient = { name: '', clientId: one.client_id, roles: [], redirectUri, privateKey: one.jwks.keys[0]! };
      const party = new ThirdParty(opened.bank.baseUrl, own);
      const authorization = await party.startAuthorization('consents', one.scope);
      const back = await completeInteraction(authorization.url, { login: opened.customer.login, password: opened.customer.password });
      const { access_token: token } = await party.redeem(authorization, back);
      const read = async () =>
        exchange(resource.resourceUrl, {
          headers: { accept: 'application/json', ...(await party.authorizationHeaders(token, 'GET', resource.resourceUrl)) },
        });
      const answered = await read();
      expect(answered).toAnswer(200);
      expect(answered.body).toEqual({ active: true });
      expect(await exchange(resource.resourceUrl, { headers: { authorization: `DPoP ${token}` } })).toAnswer(401);
    }
  });
});
