import { readFileSync } from 'node:fs';
import {
  Cookies,
  exchange,
  formsOf,
  registeredClients,
  removeClient,
  runningBank,
  type Answered,
  type RunningBank,
  type TestClient,
} from '@open-banking/testing';

const operatorOf = (bank: RunningBank) => JSON.parse(readFileSync(bank.facts.operatorFile, 'utf8')) as Parameters<typeof removeClient>[0];

describe.each(['baseline', 'fapi2'] as const)('a client that is removed, in profile %s', (profile) => {
  const bank = runningBank({ profile });

  it("takes its tokens and consents with it, everywhere within a second; nobody else's, and no history", async () => {
    const [client, other] = [await bank.client(), await bank.client()];
    const named = { balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] };
    const [permitted, others] = [await client.consentedBy(bank.demo, named), await other.consentedBy(bank.demo, named)];
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

    const { rows } = await bank
      .database('ais-pis')
      .query('select consent_id, status from consent where client_id = $1 order by created_at', [client.clientId]);
    expect(rows).toEqual([
      { consent_id: permitted.consentId, status: 'terminatedByTpp' },
      { consent_id: open, status: 'terminatedByTpp' },
    ]);
    const audit = await bank
      .database('ais-pis')
      .query<{ operation: string }>('select operation from audit where client_id = $1', [client.clientId]);
    expect(audit.rows.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['createClient', 'createConsent', 'removeClient']));
    const listed = (await registeredClients(operatorOf(bank))).map(({ clientId }) => clientId);
    expect(listed).toContain(other.clientId);
    expect(listed).not.toContain(client.clientId);
    await expect(removeClient(operatorOf(bank), client.clientId)).rejects.toThrow('404 RESOURCE_UNKNOWN');
  });

  it('is not approved any more, whoever is on its page already', async () => {
    const [client, stays] = [await bank.client(), await bank.client()];
    const pageOf = async (one: TestClient) => {
      const own = await one.asItself('payments', 'PIS');
      const { body } = await own.post(
        '/v1.7/payments/sepa-credit-transfers',
        {
          instructedAmount: { currency: 'EUR', amount: '1.00' },
          creditorAccount: { iban: 'DE89370400440532013000' },
          creditorName: 'Bookshop',
        },
        { headers: { 'psu-ip-address': '127.0.0.1' } },
      );
      const { paymentId } = body as { paymentId: string };
      const { url } = await one.begin('payments', `PIS:${paymentId}`);
      const cookies = new Cookies();
      const visit = async (address: URL, sent?: URLSearchParams): Promise<Answered> => {
        const answered = await exchange(address.href, {
          method: sent ? 'POST' : 'GET',
          body: sent?.toString(),
          from: one.from,
          headers: {
            accept: 'text/html',
            cookie: cookies.for(address.pathname),
            ...(sent && { 'content-type': 'application/x-www-form-urlencoded', origin: address.origin }),
          },
        });
        cookies.take(answered.headers['set-cookie'], address.pathname);
        return answered;
      };
      const page = new URL(String((await visit(new URL(url))).headers['location']), url);
      const signIn = async () => {
        const shown = await visit(page);
        const [form] = formsOf(shown.text).filter(({ fields }) => fields.some(({ type }) => type === 'password'));
        if (!form) return shown;
        const fields = form.fields.map(({ name, type, value }) => [
          name,
          type === 'password' ? bank.demo.password : name === 'login' ? bank.demo.login : value,
        ]);
        return visit(new URL(form.action || page.href, page), new URLSearchParams([...fields, ['step', 'sign-in']]));
      };
      return { paymentId, url, signIn, visit };
    };
    const [gone, control] = [await pageOf(client), await pageOf(stays)];
    for (const { signIn } of [gone, control]) expect((await signIn()).status).toBeLessThan(400);
    await removeClient(operatorOf(bank), client.clientId);
    expect((await gone.signIn()).status).toBe(400);
    expect((await control.signIn()).status).toBe(200);
    expect((await gone.visit(new URL(gone.url))).status).toBe(400);
    const { rows } = await bank
      .database('ais-pis')
      .query('select payment_id, client_id, transaction_status from payment where payment_id = $1', [gone.paymentId]);
    expect(rows).toEqual([{ payment_id: gone.paymentId, client_id: client.clientId, transaction_status: 'RCVD' }]);
  });
});
