import { readFileSync } from 'node:fs';
import { registeredClients, removeClient, runningBank, type RunningBank, type TestClient } from '@open-banking/sandbox/testing';

const operatorOf = (bank: RunningBank) => JSON.parse(readFileSync(bank.facts.operatorFile, 'utf8')) as Parameters<typeof removeClient>[0];

describe.each(['baseline', 'fapi2'] as const)('a client that is removed, in profile %s', (profile) => {
  const bank = runningBank({ profile });

  it('takes its tokens and consents with it, everywhere within a second; nobody else\'s, and no history', async () => {
    const [client, other] = [await bank.client(), await bank.client()];
    const [permitted, others] = [await client.consentedBy(bank.demo, 'allPsd2', { answering: { leaveOut: true } }), await other.consentedBy(bank.customers[1]!, 'allPsd2', { answering: { leaveOut: true } })];
    const own = { consents: await client.asItself('consents', 'AIS'), mandates: await client.asItself('mandates', 'MANDATE') };
    const open = await client.createConsent('allPsd2');
    const refused = () => client.askForToken('consents', { grant_type: 'client_credentials' });
    for (const path of ['/v1.7/accounts', '/v1.7/cards']) expect(await permitted.get(path)).toAnswer(200);
    expect(await own.mandates.get('/v2/mandates/nothing')).toAnswer(404);
    expect(await refused()).toAnswer(200);

    await removeClient(operatorOf(bank), client.clientId);
    const at = performance.now();
    expect(await permitted.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await own.consents.get(`/v1.7/consents/${open}`)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    expect(await refused()).toAnswer(401, { error: 'invalid_client' });
    for (const dead of [() => permitted.get('/v1.7/cards'), () => own.mandates.get('/v2/mandates/nothing')]) {
      let status = 0;
      while (status !== 401 && performance.now() - at < 5_000) ({ status } = await dead());
      expect(status).toBe(401);
    }
    expect(await others.get('/v1.7/accounts')).toAnswer(200);

    const { rows } = await bank.database('ais-pis').query('select consent_id, status from consent where client_id = $1 order by created_at', [client.clientId]);
    expect(rows).toEqual([{ consent_id: permitted.consentId, status: 'terminatedByTpp' }, { consent_id: open, status: 'terminatedByTpp' }]);
    const audit = await bank.database('ais-pis').query<{ operation: string }>('select operation from audit where client_id = $1', [client.clientId]);
    expect(audit.rows.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['createClient', 'createConsent', 'removeClient']));
    const listed = (await registeredClients(operatorOf(bank))).map(({ clientId }) => clientId);
    expect(listed).toContain(other.clientId);
    expect(listed).not.toContain(client.clientId);
    await expect(removeClient(operatorOf(bank), client.clientId)).rejects.toThrow('404 RESOURCE_UNKNOWN');
  });

  it('is not approved any more, whoever is on its page already', async () => {
    const client: TestClient = await bank.client();
    const before = await client.begin('consents', `AIS:${await client.createConsent('allPsd2')}`);
    const stays = await bank.client();
    const control = await stays.begin('consents', `AIS:${await stays.createConsent('allPsd2')}`);
    await removeClient(operatorOf(bank), client.clientId);
    expect((await stays.call('GET', control.url.slice(bank.baseUrl.length), { headers: { accept: 'text/html' } })).status).toBe(303);
    expect((await client.call('GET', before.url.slice(bank.baseUrl.length), { headers: { accept: 'text/html' } })).status).toBe(400);
  });
});
