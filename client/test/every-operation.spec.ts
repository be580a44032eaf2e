import { operations as rows, services } from '@open-banking/spec';
import { daysAgo, runningBank } from '@open-banking/testing';
import { idsOf } from '@open-banking/testing/sweep';
import { operations, type CustomerAccess, type Input, type OperationId } from '../src/index.js';
import { aMandate, aPayment, approve, connectedClient, consentForAll, eur, type Connected } from './connected.js';

type Calls = Readonly<Record<string, (input?: unknown) => Promise<unknown>>>;

const mortgage = {
  propertyValue: eur('300000'),
  loanAmount: eur('200000'),
  tracks: [
    { name: 'Fixed', share: '100', interestType: 'fixed', annualInterestRate: '3.9', termInMonths: 240, repaymentMethod: 'annuity' },
  ],
} as const;

describe('the methods of the client', () => {
  const running = runningBank(services);
  let client: Connected;
  let customer: CustomerAccess<'consents'>;
  let ids: Readonly<Record<string, string>>;
  /** Inputs of operations that take more than ids of the customer's resources. */
  let inputs: { readonly [Id in OperationId]?: () => Promise<Input<Id>> | Input<Id> };

  beforeAll(async () => {
    client = await connectedClient(running);
    const { bank } = client;
    const { consentId } = await bank.createConsent({ body: consentForAll });
    const authorization = await bank.authorize('consents', consentId);
    customer = (await bank.finish(authorization, await approve(running.demo, authorization))).with({ psuIpAddress: '192.0.2.10' });
    ids = idsOf(running.demo.accounts);
    const consent = async () => ({ consentId: (await bank.createConsent({ body: consentForAll })).consentId });
    const payment = async () => ({
      paymentProduct: 'sepa-credit-transfers' as const,
      paymentId: (await bank.createPayment({ paymentProduct: 'sepa-credit-transfers', body: aPayment })).paymentId,
    });
    const mandate = async () => ({ resourceId: (await bank.createMandate({ body: aMandate() })).resourceId });
    inputs = {
      listTransactions: () => ({
        accountId: ids['account-id']!,
        bookingStatus: 'both',
        dateFrom: daysAgo(30),
        limit: 5,
        withBalance: true,
      }),
      createConsent: () => ({ body: consentForAll }),
      deleteConsent: consent,
      readConsent: consent,
      readConsentStatus: consent,
      readPayment: payment,
      readPaymentStatus: payment,
      createPayment: () => ({ paymentProduct: 'sepa-credit-transfers', body: aPayment }),
      createMandate: () => ({ body: aMandate() }),
      readMandate: mandate,
      deleteMandate: mandate,
      readMandateStatus: mandate,
      simulateMortgage: () => ({ body: mortgage, schedule: 'yearly' }),
      simulateMortgageV1: () => ({ body: mortgage }),
    };
  });

  /** The ids of the customer's first resources that an operation takes in its path; undefined where it takes none. */
  const idsIn = (id: OperationId): unknown => {
    const parameters = Object.entries<string>(operations[id].parameters);
    return parameters.length > 0 ? Object.fromEntries(parameters.map(([property, name]) => [property, ids[name]])) : undefined;
  };

  it('are those of the table, each where its token is: with the client, with the customer, or with both', () => {
    expect(Object.keys(operations)).toEqual(rows.map(({ id }) => id));
    const has = (object: object) => rows.map(({ id }) => id).filter((id) => id in object);
    expect(has(client.bank)).toEqual(rows.filter(({ token }) => token?.kind !== 'customer').map(({ id }) => id));
    const ofConsents = rows.filter(({ token }) => token?.issuer === 'consents' && token.kind !== 'client');
    expect(has(customer)).toEqual(ofConsents.map(({ id }) => id));
    expect(new Set([...has(client.bank), ...has(customer)]).size).toBe(rows.length);
  });

  it.each(rows.map((row) => ({ ...row, row })))('$id sends $method $path, and the bank does it', async ({ row }) => {
    const by = (row.token?.kind === 'customer' ? customer : client.bank) as unknown as Calls;
    const input = (await inputs[row.id as OperationId]?.()) ?? idsIn(row.id as OperationId);
    const answer = await by[row.id]!(input);
    const { method, url, headers } = client.sent.at(-1)!;
    const pattern = row.path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+');
    expect([method, new URL(url).pathname]).toEqual([row.method, expect.stringMatching(new RegExp(`^${pattern}$`))]);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has('authorization')).toBe(row.token !== undefined);
    expect(headers.has('consent-id')).toBe(row.token?.consent === true);
    // DELETE ends with 204 and no body: for the mandate because no customer has approved it.
    expect(answer === undefined).toBe(row.method === 'DELETE');
  });
});
