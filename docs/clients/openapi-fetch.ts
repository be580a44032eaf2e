// Five calls with openapi-fetch and the types of openapi-typescript.
import createClient from 'openapi-fetch';
import type { components, paths } from './bank.js';

const env = process.env as Record<string, string>;
const consent = env['CONSENT_ID']!;
const client = (token: string) => createClient<paths>({ baseUrl: env['BASE_URL']!, headers: { Authorization: `Bearer ${token}` } });
const reader = client(env['CUSTOMER_TOKEN']!);
const payer = client(env['PAYMENTS_TOKEN']!);
// The customer is there: these reads do not count against the consent's frequency.
const ids = () => ({ 'X-Request-ID': crypto.randomUUID(), 'Consent-ID': consent, 'PSU-IP-Address': '192.0.2.10' });

/** The code of a refusal. The document has two forms of it; the bank answers in this one, as Accept has no other. */
const code = (error: components['schemas']['TppMessages' | 'Problem']) =>
  'tppMessages' in error ? error.tppMessages[0]!.code : error.code;

const calls = {
  async list() {
    const { data } = await reader.GET('/v1.7/accounts', { params: { header: ids() } });
    return data!.accounts.map((one) => one.resourceId).join();
  },
  async segment() {
    const path = { BranchNumber: env['BRANCH_NUMBER']!, AccountNumber: env['ACCOUNT_NUMBER']! };
    const { data } = await reader.GET('/account/{BranchNumber}-{AccountNumber}/loans', { params: { path, header: ids() } });
    return data!.loans.map((one) => one.loanAccountId).join();
  },
  async post() {
    const created = await payer.POST('/v1.7/payments/{payment-product}', {
      params: { path: { 'payment-product': 'sepa-credit-transfers' }, header: { 'X-Request-ID': crypto.randomUUID() } },
      body: {
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorAccount: { iban: env['CREDITOR_IBAN']! },
        creditorName: 'Bookshop',
      },
    });
    const path = { 'payment-product': 'sepa-credit-transfers', paymentId: created.data!.paymentId } as const;
    const header = { 'X-Request-ID': crypto.randomUUID() };
    const read = await payer.GET('/v1.7/payments/{payment-product}/{paymentId}', { params: { path, header } });
    return read.data!.creditorAccount.iban;
  },
  async notFound() {
    const path = { 'account-id': crypto.randomUUID() };
    const { error, response } = await reader.GET('/v1.7/accounts/{account-id}', { params: { path, header: ids() } });
    return `${response.status} ${code(error!)}`;
  },
  async tooMany() {
    for (let count = 0; count < Number(env['ENOUGH_CALLS']); count += 1) {
      const { error, response } = await reader.GET('/loans', { params: { header: ids() } });
      if (error) return `${response.status} ${code(error)} ${response.headers.get('retry-after')}`;
    }
    return 'never refused';
  },
};

for (const [name, run] of Object.entries(calls))
  console.log(name, await run().catch((error: unknown) => `error ${String(error).replaceAll(/\s+/g, ' ')}`));
