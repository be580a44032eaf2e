import { readFileSync } from 'node:fs';
import {
  Cookies,
  exchange,
  formsOf,
  inDays,
  NotificationReceiver,
  registeredClients,
  removeClient,
  runningBank,
  type HttpResponse,
  type RunningBank,
  type TestClient,
  until,
} from '@open-banking/testing';
import { services } from '@open-banking/spec';

const operatorOf = (bank: RunningBank) => JSON.parse(readFileSync(bank.facts.operatorFile, 'utf8')) as Parameters<typeof removeClient>[0];

const anyConsent = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: inDays(30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

describe.each(['baseline', 'fapi2'] as const)('a client that is removed, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  it('loses its tokens and consents everywhere within a second; other clients and the history are unaffected', async () => {
    const [client, other] = [await bank.client(), await bank.client()];
    const named = { balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] };
    const [permitted, others] = [await client.consentedBy(bank.demo, named), await other.consentedBy(bank.demo, named)];
    const own = {
      consents: await client.withClientToken('consents', 'AIS'),
      mandates: await client.withClientToken('mandates', 'MANDATE'),
    };
    const open = await client.createConsent('allPsd2');
    const refused = () => client.requestToken('consents', { grant_type: 'client_credentials' });
    for (const path of ['/v1.7/accounts', '/v1.7/cards']) expect(await permitted.get(path)).toAnswer(200);
    expect(await own.mandates.get('/v2/mandates/nothing')).toAnswer(404);
    expect(await refused()).toAnswer(200);

    await removeClient(operatorOf(bank), client.clientId);
    expect(await permitted.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await own.consents.get(`/v1.7/consents/${open}`)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    expect(await refused()).toAnswer(401, { error: 'invalid_client' });
    // These services remember for a second what they have asked.
    for (const dead of [() => permitted.get('/v1.7/cards'), () => own.mandates.get('/v2/mandates/nothing')])
      await until('the client is refused', async () => (await dead()).status === 401);
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

  it('has its consents ended as if it had deleted them, with the same status and the same notifications', async () => {
    const receiver = await NotificationReceiver.create();
    await receiver.open();
    const client = await bank.client({ redirectUri: `${receiver.origin}/back` });
    const own = await client.withClientToken('consents', 'AIS');
    const requestConsent = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const created = await own.post('/v1.7/consents', anyConsent, { headers });
      expect(created).toAnswer(201);
      return (created.body as { consentId: string }).consentId;
    };
    const address = { 'tpp-notification-uri': `${receiver.origin}/told` };
    const [deleted, every] = [await requestConsent(address), await requestConsent(address)];
    const last = await requestConsent({ ...address, 'tpp-notification-content-preferred': 'status=LAST' });
    const without = await requestConsent({});
    const rejected = await requestConsent(address);
    await bank.database('ais-pis').query(`update consent set status = 'rejected', approve_by = null where consent_id = $1`, [rejected]);
    expect(await own.delete(`/v1.7/consents/${deleted}`)).toAnswer(204);
    await receiver.waitFor(1);

    await removeClient(operatorOf(bank), client.clientId);
    const { rows } = await bank.database('ais-pis').query<{ consent_id: string; noted: string[] | null }>(
      `select c.consent_id, c.status, c.approve_by, c.last_action_date::text, array(select n.status from notification n where n.subject_id = c.consent_id) as noted
       from consent c where c.client_id = $1`,
      [client.clientId],
    );
    const storedConsent = (consentId: string) => ({ ...rows.find((row) => row.consent_id === consentId)!, consent_id: '' });
    expect(storedConsent(deleted)).toMatchObject({ status: 'terminatedByTpp', approve_by: null, noted: ['terminatedByTpp'] });
    expect([storedConsent(every), storedConsent(last)]).toEqual([storedConsent(deleted), storedConsent(deleted)]);
    expect(storedConsent(without)).toEqual({ ...storedConsent(deleted), noted: [] });
    expect(storedConsent(rejected)).toMatchObject({ status: 'rejected', noted: [] });
    receiver.close();
  });

  it('is removed in one transaction however many consents it has', async () => {
    const client = await bank.client();
    // The statements are the same in each profile: one of them has to end 20,000 consents.
    const many = profile === 'baseline' ? 20_000 : 500;
    await bank.database('ais-pis').query(
      `with made as (
         insert into consent (consent_id, client_id, status, kind, access, recurring, frequency_per_day, valid_until, everywhere, created_at, last_action_date, approve_by)
         select gen_random_uuid(), $1, 'received', 'allPsd2', '{"allPsd2":"allAccounts"}', true, 4, current_date + 900, '{accounts}', now(), current_date, now() + interval '900 days'
         from generate_series(1, $2::int)
         returning consent_id)
       insert into notification_address (subject_id, subject, client_id, address, content)
       select consent_id, 'consent', $1, 'http://127.0.0.1/told', 'LAST' from made limit 200`,
      [client.clientId, many],
    );
    await removeClient(operatorOf(bank), client.clientId);
    const { rows } = await bank
      .database('ais-pis')
      .query(
        `select c.status, count(*)::int, count(n)::int as noted from consent c left join notification n on n.subject_id = c.consent_id where c.client_id = $1 group by c.status`,
        [client.clientId],
      );
    expect(rows).toEqual([{ status: 'terminatedByTpp', count: many, noted: 200 }]);
  });

  it('cannot be approved any more, even on a page that is already open', async () => {
    const [client, stays] = [await bank.client(), await bank.client()];
    const clientPage = async (one: TestClient) => {
      const own = await one.withClientToken('payments', 'PIS');
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
      const { url } = await one.startAuthorization('payments', `PIS:${paymentId}`);
      const cookies = new Cookies();
      const visit = async (address: URL, sent?: URLSearchParams): Promise<HttpResponse> => {
        const response = await exchange(address.href, {
          method: sent ? 'POST' : 'GET',
          body: sent?.toString(),
          from: one.from,
          headers: {
            accept: 'text/html',
            cookie: cookies.for(address.pathname),
            ...(sent && { 'content-type': 'application/x-www-form-urlencoded', origin: address.origin }),
          },
        });
        cookies.take(response.headers['set-cookie'], address.pathname);
        return response;
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
    const [gone, control] = [await clientPage(client), await clientPage(stays)];
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
