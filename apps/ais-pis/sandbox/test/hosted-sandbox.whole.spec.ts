import { addClient, daysAgo, exchange, runningBank, TestClient, until } from '@open-banking/testing';
import { anotherService, type AnotherService } from '@open-banking/testing/bank';
import { freshDatabase } from '@open-banking/testing/database';
import { registrationEndpoints, services } from '@open-banking/spec';
import pg from 'pg';
import { randomAddress } from '@open-banking/ais-pis-testing/a-fapi2-client';
import { notificationReceivers } from '@open-banking/ais-pis-testing/a-notification-receiver';

describe('a sandbox', () => {
  const bank = runningBank(services);
  const { receiving } = notificationReceivers(bank);
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let owner: pg.Client;
  let running: AnotherService | undefined;
  beforeAll(async () => {
    own = await freshDatabase('ais-pis');
    owner = new pg.Client({ connectionString: own.ownerUrl });
    await owner.connect();
  });
  afterEach(() => running?.stop());
  afterAll(async () => {
    await owner.end();
    await own.close();
  });

  /** A service with clients of its own, of a bank whose clients see this base URL; undefined: the one of this machine. */
  async function sandboxAt(seenAt: string | undefined) {
    const { baseUrl, internalUrl } = (running = await anotherService(bank, 'ais-pis', {
      databaseUrl: own.serviceUrl,
      ...(seenAt !== undefined && { seenAt }),
    }));
    const operator = { ...bank.operator, internal: { ...bank.operator.internal, 'ais-pis': internalUrl } };
    return {
      register: (jwksUri: string) =>
        exchange(baseUrl + registrationEndpoints.registerClient.path, {
          method: 'POST',
          from: randomAddress(),
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            client_name: 'Published keys',
            redirect_uris: ['http://127.0.0.1/back'],
            roles: ['PSP_AI'],
            token_endpoint_auth_method: 'private_key_jwt',
            jwks_uri: jwksUri,
          }),
        }),
      /** What became of the notification that a client asks for at this origin. */
      notified: async (origin: string) => {
        const client = new TestClient(
          baseUrl,
          await addClient(operator, { name: 'Test', roles: ['PSP_AI'], redirectUri: `${origin}/back` }),
        );
        const caller = await client.withClientToken('consents', 'AIS');
        const body = {
          access: { allPsd2: 'allAccounts' },
          recurringIndicator: true,
          validUntil: daysAgo(-30),
          frequencyPerDay: 4,
          combinedServiceIndicator: false,
        };
        const created = await caller.post('/v1.7/consents', body, { headers: { 'tpp-notification-uri': `${origin}/told` } });
        expect(created).toAnswer(201);
        const { consentId } = created.body as { consentId: string };
        expect(await caller.delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
        const tried = () =>
          owner.query<{ delivered: boolean; last_problem: string | null }>(
            'select delivered, last_problem from notification where subject_id = $1 and (delivered or attempts > 0)',
            [consentId],
          );
        await until('it was tried', async () => (await tried()).rowCount === 1);
        return (await tried()).rows[0]!;
      },
    };
  }

  it.each([
    ['on the machine of its developers', undefined, 201, { delivered: true }, 1],
    ['that is hosted elsewhere', 'https://sandbox.bank.example', 400, { delivered: false, last_problem: 'must be https' }, 0],
  ])('%s calls clients on its own machine only if that is theirs, too', async (_, seenAt, registered, outcome, calls) => {
    const receiver = await (await receiving()).open();
    const sandbox = await sandboxAt(seenAt);
    expect(await sandbox.register('https://tpp.example/keys')).toAnswer(201);
    expect(await sandbox.register(`${receiver.origin}/keys`)).toAnswer(registered);
    expect(await sandbox.register(`https://127.0.0.1:6379/keys`)).toAnswer(registered);
    expect(await sandbox.notified(receiver.origin)).toMatchObject(outcome);
    expect(receiver.received).toHaveLength(calls);
  });
});
