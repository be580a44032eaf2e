import { randomUUID } from 'node:crypto';
import { aisPis, mandates } from '@open-banking/spec';
import { exampleBody, mandateBodyOn } from '@open-banking/sandbox/example-calls';
import { createConsent, type ThirdParty } from '@open-banking/sandbox/third-party';
import { expectSuccess } from '@open-banking/operator-client';

/** The issuers that the suite can test: a cancellation can be authorized only once, and the suite uses its scope in every module. */
export const testedIssuers = ['consents', 'payments', 'mandates'] as const;
export type TestedIssuer = (typeof testedIssuers)[number];

/** The role that a client of the issuer needs. */
export const suiteRole: Readonly<Record<TestedIssuer, string>> = { consents: 'PSP_AI', payments: 'PSP_PI', mandates: 'PSP_PI' };

/** Creates what a customer approves at the issuer, for this account, and returns the scope that names it. Once approved it can be authorized again and again. */
export const createSuiteScope: Readonly<Record<TestedIssuer, (party: ThirdParty, account: unknown) => Promise<string>>> = {
  consents: async (party, account) => `AIS:${await createConsent(party, { access: { balances: [account] } })}`,

  payments: async (party, debtorAccount) => {
    const { access_token: token } = await party.clientToken('payments', 'PIS');
    const path = aisPis.createPayment.path.replace('{payment-product}', 'sepa-credit-transfers');
    const created = await party.call('POST', path, { token, body: { ...exampleBody(aisPis.createPayment), debtorAccount }, headers });
    return `PIS:${expectSuccess<{ paymentId: string }>('createPayment', created).paymentId}`;
  },

  mandates: async (party, debtorAccount) => {
    const { access_token: token } = await party.clientToken('mandates', 'MANDATE');
    // A creditor has one living mandate of a number.
    const body = { ...mandateBodyOn(new Date()), mandateId: randomUUID().slice(0, 30), debtorAccount };
    const created = await party.call('POST', mandates.createMandate.path, { token, body, headers });
    return `MANDATE:${expectSuccess<{ resourceId: string }>('createMandate', created).resourceId}`;
  },
};

const headers = { 'psu-ip-address': '127.0.0.1' };
