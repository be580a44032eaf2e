// Five calls with the client that @hey-api/openapi-ts makes.
import { createClient, createConfig } from './bank/client';
import { createPayment, listAccountLoans, listAccounts, listAllLoans, readAccount, readPayment } from './bank/index';

const env = process.env as Record<string, string>;
const consent = env['CONSENT_ID']!;
const clientOf = (token: string) => createClient(createConfig({ baseUrl: env['BASE_URL']!, auth: token }));
const reader = clientOf(env['CUSTOMER_TOKEN']!);
const payer = clientOf(env['PAYMENTS_TOKEN']!);
// The customer is there: these reads do not count against the consent's frequency.
const ids = () => ({ 'X-Request-ID': crypto.randomUUID(), 'Consent-ID': consent, 'PSU-IP-Address': '192.0.2.10' });

const calls = {
  async list() {
    const { data } = await listAccounts({ client: reader, headers: ids() });
    return data!.accounts.map((one) => one.resourceId).join();
  },
  async segment() {
    const path = { BranchNumber: env['BRANCH_NUMBER']!, AccountNumber: env['ACCOUNT_NUMBER']! };
    const { data } = await listAccountLoans({ client: reader, path, headers: ids() });
    return data!.loans.map((one) => one.loanAccountId).join();
  },
  async post() {
    const created = await createPayment({
      client: payer,
      path: { 'payment-product': 'sepa-credit-transfers' },
      headers: { 'X-Request-ID': crypto.randomUUID() },
      body: {
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorAccount: { iban: env['CREDITOR_IBAN']! },
        creditorName: 'Bookshop',
      },
    });
    const path = { 'payment-product': 'sepa-credit-transfers', paymentId: created.data!.paymentId } as const;
    const read = await readPayment({ client: payer, path, headers: { 'X-Request-ID': crypto.randomUUID() } });
    return read.data!.creditorAccount.iban;
  },
  async notFound() {
    const path = { 'account-id': crypto.randomUUID() };
    const { error, response } = await readAccount({ client: reader, path, headers: ids() });
    return `${response!.status} ${error!.tppMessages[0]!.code}`;
  },
  async tooMany() {
    for (let count = 0; count < Number(env['ENOUGH_CALLS']); count += 1) {
      const { error, response } = await listAllLoans({ client: reader, headers: ids() });
      if (error) return `${response!.status} ${error.tppMessages[0]!.code} ${response!.headers.get('retry-after')}`;
    }
    return 'never refused';
  },
};

async function main() {
  for (const [name, run] of Object.entries(calls))
    console.log(name, await run().catch((error: unknown) => `error ${String(error).replaceAll(/\s+/g, ' ')}`));
}
void main();
