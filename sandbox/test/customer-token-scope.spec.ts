import { approvedParameter, operations, type Operation, services } from '@open-banking/spec';
import { runningBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { expectUnknown, createdBy, filled, nobodys } from '@open-banking/testing/sweep';

type Ids = Readonly<Record<string, string>>;
type Family = 'consents' | 'payments' | 'mandates';

/** The operations that take a customer's token. Those with a consent compare it with `Consent-ID` (consent-coverage.spec.ts). */
const customers = operations.filter(({ token }) => token && token.kind !== 'client' && !token.consent);
/** What deletes comes last: the others show that nothing was. */
const rows = [...customers]
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  .map((row) => ({ name: `${row.method} ${row.path}`, row }));
const reads = rows.filter(({ row }) => row.method === 'GET');

const isPayer = ({ kind, currency, approval }: TestCustomer['accounts'][number]) =>
  kind === 'account' && currency === 'EUR' && approval === 'any';
const scopesOf = ({ consentId, paymentId, resourceId }: Ids) =>
  [
    ['consents', `AIS:${consentId}`],
    ['payments', `PIS:${paymentId}`],
    ['mandates', `MANDATE:${resourceId}`],
  ] as const;

describe("a customer's token", () => {
  const bank = runningBank(services);
  let client: TestClient;
  /** Two of everything of the same client: of one customer, and of another. */
  let ids: Ids;
  let others: Ids;
  let tokens: ReadonlyMap<Family, Caller>;
  let clients: ReadonlyMap<Family, Caller>;

  const approvedBy = async (customer: TestCustomer, created: Ids): Promise<ReadonlyMap<Family, Caller>> => {
    const approved = new Map<Family, Caller>();
    for (const [issuer, scope] of scopesOf(created)) approved.set(issuer, (await client.approvedBy(customer, issuer, scope)).paced);
    return approved;
  };

  beforeAll(async () => {
    client = await bank.client();
    [ids, others] = [await createdBy(client), await createdBy(client)];
    tokens = await approvedBy(bank.demo, ids);
    const another = bank.customers.find(({ accounts }) => accounts !== bank.demo.accounts && accounts.some(isPayer));
    await approvedBy(another!, others);
    const own = new Map<Family, Caller>();
    for (const [issuer, scope] of scopesOf(ids)) own.set(issuer, (await client.withClientToken(issuer, scope.split(':')[0])).paced);
    clients = own;
  });

  const ask = ({ method, path, token }: Operation, of: Ids, by = tokens) =>
    by.get(token!.issuer as Family)!.send(method, filled({ path } as Operation, of));
  /** Without what changes by itself: an approved payment is executed meanwhile, on a business day. */
  const seen = (of: Ids) =>
    Promise.all(
      reads.map(async ({ row }) => JSON.stringify((await ask(row, of, clients)).body).replace(/"(PDNG|ACFC|ACSP|ACSC)"/g, '"approved"')),
    );

  it.each(rows)('is for one thing at $name, whose id is in its path', ({ row }) => {
    expect(approvedParameter(row)).toBeDefined();
  });

  it.each(rows)("opens its own at $name; another customer's, of the same client, is answered as nobody's", async ({ row }) => {
    const before = await seen(others);
    expectUnknown(row, [await ask(row, nobodys), await ask(row, others)]);
    expect(await seen(others)).toEqual(before);
    expect((await ask(row, ids)).status).toBeLessThan(300);
  });

  it.each(rows)("is not asked for at $name: the client's own token opens all of the client's", async ({ row }) => {
    expect((await ask(row, others, clients)).status).toBeLessThan(300);
  });

  it('is recorded with its customer where it ends something, as no customer is where the client does', async () => {
    const { rows: records } = await bank
      .database('ais-pis')
      .query('select subject, psu_id from audit where operation = $1 and client_id = $2 order by audit_id', [
        'deleteConsent',
        client.clientId,
      ]);
    expect(records).toEqual([
      { subject: ids['consentId'], psu_id: bank.demo.psuId },
      { subject: others['consentId'], psu_id: null },
    ]);
  });
});
