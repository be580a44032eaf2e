import {
  completeInteraction,
  removeClient,
  runningBank,
  type HttpResponse,
  type TestClient,
  type TestCustomer,
} from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';
import { issuerRows, lookupsInternal, services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator } from '@open-banking/ais-pis-testing/an-operator';

interface Given {
  readonly client: TestClient;
  readonly customer: TestCustomer;
  readonly accountId: string;
  readonly consentId: string;
  readonly grantId: string;
}

/** A row whose subject is the consent, unless it says otherwise. */
interface AuditRow {
  readonly operation: string;
  readonly psuId?: string;
  readonly operator?: string;
  readonly isOfConsent?: false;
}

interface Way {
  readonly status: 'terminatedByTpp' | 'revokedByPsu';
  /** The client's audit rows when the consent ends, and when it had ended before. */
  readonly audited: (given: Given) => readonly AuditRow[];
  readonly auditedOfEnded?: readonly AuditRow[];
  /** Takes the way up to its last step, which it returns. */
  readonly ready: (given: Given) => Promise<() => Promise<unknown>>;
  readonly isDone: (answer: unknown) => void;
  readonly isRefused: (answer: unknown, endedAs: string) => void;
}

const { revokeGrant } = issuerRows('consents');
const refusal = (endedAs: string) => ({ tppMessages: [{ code: 'STATUS_INVALID', text: `The consent has already ended: ${endedAs}.` }] });
const removal = [{ operation: 'removeClient', operator: 'operator', isOfConsent: false }] as const;
const isNothing = () => undefined;

describe('a consent ends with one audit row, and one that has ended stays as it is', () => {
  const bank = runningBank(services);
  let operator: Awaited<ReturnType<typeof anOperator>>;
  beforeAll(async () => {
    operator = await anOperator(bank, ['read', 'act']);
  });

  const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await bank.database('ais-pis').query<Row>(text, values)).rows;

  const given = async (): Promise<Given> => {
    const [client, customer] = [await bank.client(), await aCustomer(bank)];
    const { accountId, iban } = await anAccount(bank, [customer], { booked: '0.00', bookedBefore: '0.00' });
    const consentId = await client.createConsent({ balances: [{ iban }] });
    const authorization = await client.startAuthorization('consents', `AIS:${consentId}`);
    const { login, password } = customer;
    const redirect = await completeInteraction(authorization.url, { login, password, from: client.from });
    const { grant_id: grantId } = (await client.redeem(authorization, redirect)) as unknown as { grant_id: string };
    return { client, customer, accountId, consentId, grantId };
  };

  const storedStatus = async ({ consentId }: Given) =>
    (await sql<{ status: string }>('select status from consent where consent_id = $1', consentId))[0]!.status;

  /** All that is audited of the client, in order. */
  const auditRows = async ({ client, consentId }: Given): Promise<AuditRow[]> => {
    const rows = await sql<{ operation: string; psuId: string | null; operator: string | null; isOfConsent: boolean | null }>(
      'select operation, psu_id as "psuId", operator, subject = $2 as "isOfConsent" from audit where client_id = $1 order by audit_id',
      client.clientId,
      consentId,
    );
    return rows.map(({ operation, psuId, operator: name, isOfConsent }) => ({
      operation,
      ...(psuId !== null && { psuId }),
      ...(name !== null && { operator: name }),
      ...(isOfConsent !== true && { isOfConsent: false as const }),
    }));
  };

  const revokedByOperator = ({ consentId }: Given) => operator.call(lookupsInternal.revokeConsent, undefined, { consentId });
  const deleted = async ({ client, consentId }: Given) =>
    (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`);

  const ways: Readonly<Record<string, Way>> = {
    'deleted by its client': {
      status: 'terminatedByTpp',
      audited: () => [{ operation: 'deleteConsent' }],
      ready: (of) => Promise.resolve(() => deleted(of)),
      isDone: (answer) => expect(answer).toAnswer(204),
      isRefused: (answer, endedAs) => expect(answer).toAnswer(409, refusal(endedAs)),
    },
    "on the customer's page": {
      status: 'revokedByPsu',
      audited: ({ customer: { psuId } }) => [{ operation: 'endAccess', psuId }],
      ready: async ({ client, customer: { login, password }, consentId }) => {
        const browser = new Browser(bank.baseUrl, client.from);
        await browser.open('/customer');
        await browser.press('sign-in', { login, password });
        await browser.open(`/customer/access/${consentId}`);
        await browser.press('end');
        return async () => {
          await browser.press('end');
          return browser.response.text;
        };
      },
      isDone: (text) => expect(text).toContain('The access has ended.'),
      isRefused: (text) => expect(text).toContain('That has changed in the meantime.'),
    },
    'by an operator': {
      status: 'revokedByPsu',
      audited: () => [{ operation: 'revokeConsent', operator: operator.name }],
      ready: (of) => Promise.resolve(() => revokedByOperator(of)),
      isDone: (answer) => expect(answer).toAnswer(200, { status: 'revokedByPsu' }),
      isRefused: (answer, endedAs) => expect(answer).toAnswer(409, refusal(endedAs)),
    },
    'when its grant is given back': {
      status: 'terminatedByTpp',
      audited: () => [{ operation: revokeGrant.id }],
      ready: async ({ client, grantId }) => {
        const revoking = await client.withClientToken('consents', 'grant_management_revoke');
        return () => revoking.delete(revokeGrant.path.replace('{grantId}', grantId));
      },
      isDone: (answer) => expect(answer).toAnswer(204),
      isRefused: (answer) => expect((answer as HttpResponse).status).toBe(404),
    },
    'when its client is removed': {
      status: 'terminatedByTpp',
      audited: () => removal,
      auditedOfEnded: removal,
      ready: ({ client }) => Promise.resolve(() => removeClient(bank.operator, client.clientId)),
      isDone: isNothing,
      isRefused: isNothing,
    },
    'when its customer is erased': {
      status: 'revokedByPsu',
      audited: ({ customer: { psuId } }) => [{ operation: 'endAccess', psuId }],
      ready: async ({ customer, accountId }) => {
        await sql(`update account set status = 'deleted' where account_id = $1`, accountId);
        return () => new TestErasure(bank, 'ais-pis').erased(customer, 'Test Customer');
      },
      isDone: (answer) => expect(answer).toMatchObject({ obstacles: [], erased: { 'consent (ended)': 1 } }),
      isRefused: (answer) => {
        expect(answer).toMatchObject({ obstacles: [] });
        expect((answer as { erased: object }).erased).not.toHaveProperty('consent (ended)');
      },
    },
  };

  it.each(Object.keys(ways))('%s', async (name) => {
    const way = ways[name]!;
    const consent = await given();
    const last = await way.ready(consent);
    const before = (await auditRows(consent)).length;
    way.isDone(await last());
    expect(await storedStatus(consent)).toBe(way.status);
    expect((await auditRows(consent)).slice(before)).toEqual(way.audited(consent));

    const ended = await given();
    const lastOfEnded = await way.ready(ended);
    const endOtherwise = way.status === 'terminatedByTpp' ? revokedByOperator : deleted;
    const endedAs = way.status === 'terminatedByTpp' ? 'revokedByPsu' : 'terminatedByTpp';
    expect((await endOtherwise(ended)).status).toBeLessThan(300);
    const beforeEnded = (await auditRows(ended)).length;
    way.isRefused(await lastOfEnded(), endedAs);
    expect(await storedStatus(ended)).toBe(endedAs);
    expect((await auditRows(ended)).slice(beforeEnded)).toEqual(way.auditedOfEnded ?? []);
  });
});
