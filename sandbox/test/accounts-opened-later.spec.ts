import { operations, resourceKinds, services } from '@open-banking/spec';
import { productKind } from '@open-banking/sandbox/demo-bank';
import { newCustomer, runningBank, type Caller, type CustomerResource, type TestClient, type TestCustomer } from '@open-banking/testing';
import { filled, idsOf, listOf, queryOf } from '@open-banking/testing/sweep';

const kinds = resourceKinds.map(productKind);
const paths = Object.fromEntries(kinds.map((kind) => [kind, listOf(kind)]));
const lists = ['/loans', ...Object.values(paths)];
const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent);

describe('a consent without named accounts', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let customer: TestCustomer;
  let [first, second, shared]: (readonly CustomerResource[])[] = [];

  /** One product of each kind; the account is one that loan services know. */
  const oneOfEach = (number: number): readonly CustomerResource[] =>
    kinds.map((kind) => {
      const all = bank.customers
        .flatMap(({ accounts }) => accounts)
        .filter((one) => one.kind === kind && (kind !== 'account' || one.branchNumber !== undefined));
      return [...new Map(all.map((one) => [one.resourceId, one])).values()][number]!;
    });
  /** Makes the customer hold these products in every service that has them. */
  const opens = async (who: TestCustomer, resources: readonly CustomerResource[], rule: 'any' | 'both') => {
    for (const { kind, service: owner, resourceId } of resources) {
      for (const service of kind === 'account' || kind === 'loan' ? ([owner, 'loan-services'] as const) : [owner]) {
        await bank
          .database(service)
          .query('insert into holder (psu_id, resource_id, rule) values ($1, $2, $3)', [who.psuId, resourceId, rule]);
      }
    }
  };
  const idsIn = async (by: Caller, path: string): Promise<string[]> => {
    const { body } = await by.get(path);
    const [list] = Object.values(body as Record<string, unknown>).filter(Array.isArray) as {
      resourceId?: string;
      loanAccountId?: string;
    }[][];
    return list!.map(({ resourceId, loanAccountId }) => (resourceId ?? loanAccountId)!).sort();
  };
  const expected = (path: string, ...held: (readonly CustomerResource[])[]) =>
    held
      .flat()
      .filter(({ kind }) => paths[kind] === path || (path === '/loans' && kind === 'loan'))
      .map(({ resourceId }) => resourceId)
      .sort();

  beforeAll(async () => {
    client = await bank.client();
    customer = await newCustomer(bank);
    [first, second, shared] = [oneOfEach(0), oneOfEach(1), oneOfEach(2)];
    await opens(customer, first!, 'any');
  });

  it('covers products that the customer opens later, in every service that reads them; products with two owners only once both have approved', async () => {
    const permitted = await client.consentedBy(customer);
    for (const path of lists) expect({ path, ids: await idsIn(permitted, path) }).toEqual({ path, ids: expected(path, first!) });
    await opens(customer, second!, 'any');
    for (const path of lists) expect({ path, ids: await idsIn(permitted, path) }).toEqual({ path, ids: expected(path, first!, second!) });

    const partner = await newCustomer(bank);
    for (const who of [customer, partner]) await opens(who, shared!, 'both');
    for (const path of lists) expect({ path, ids: await idsIn(permitted, path) }).toEqual({ path, ids: expected(path, first!, second!) });
    const ask = (by: Caller, of: readonly CustomerResource[]) =>
      Promise.all(
        reads
          .filter(({ path }) => path.includes('{'))
          .map(async (row) => {
            const query = queryOf(row);
            return `${row.id} ${(await by.get(`${filled(row, idsOf(of))}${query && '?'}${query}`)).status}`;
          }),
      );
    expect((await ask(permitted, second!)).filter((answer) => !answer.endsWith('200'))).toEqual([]);
    // The new branch account lists its loans, of which there are none.
    expect(
      (await ask(permitted, shared!)).filter(
        (answer) => !answer.endsWith('404') && !/^(listAccountLoans|readAccountLoansBalances|listArrearsTransactions)/.test(answer),
      ),
    ).toEqual([]);

    const consentId = await client.createConsent('allPsd2');
    const headers = { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' };
    const both = [
      await client.approvedBy(customer, 'consents', `AIS:${consentId}`),
      await client.approvedBy(partner, 'consents', `AIS:${consentId}`),
    ];
    const withHeaders = both.map((by) => ({ get: (path: string) => by.get(path, { headers }) }) as Caller);
    for (const path of lists) {
      expect({ path, ids: await idsIn(withHeaders[0]!, path) }).toEqual({ path, ids: expected(path, first!, second!, shared!) });
      expect({ path, ids: await idsIn(withHeaders[1]!, path) }).toEqual({ path, ids: expected(path, shared!) });
    }
    expect((await ask(withHeaders[0]!, shared!)).filter((answer) => !answer.endsWith('200'))).toEqual([]);
  });
});
