import { operations, type Operation, services } from '@open-banking/spec';
import { runningBank, type ConsentedCaller } from '@open-banking/testing';
import { filled, idsOf, queryOf } from '@open-banking/testing/sweep';

// Transactions of accounts list changes: apps/ais-pis/accounts/test/list-changes.spec.ts
const reads = operations
  .filter(({ id, method, token }) => method === 'GET' && token?.consent && id !== 'listTransactions')
  .map((row) => ({ name: row.path, row }));

/** Parameters of the standard that this bank does not support, and the operations that have them in the standard. */
const unsupported: Readonly<Record<string, (row: Operation) => boolean>> = {
  entryReferenceFrom: ({ product, path }) => path.endsWith('/transactions') && product !== 'loan-services',
  deltaList: ({ product, path }) => path.endsWith('/transactions') && product !== 'loan-services',
  evaluationCurrency: ({ product }) => product === 'securities',
};

describe('a parameter of the standard that the bank does not support', () => {
  const bank = runningBank(services);
  let permitted: ConsentedCaller;
  beforeAll(async () => {
    permitted = (await (await bank.client()).consentedBy(bank.demo)).paced;
  });

  it.each(reads)('is reported as unsupported at $name if the standard has it there, and as unknown elsewhere', async ({ row }) => {
    const path = filled(row, idsOf(bank.demo.accounts));
    expect(await permitted.get(`${path}?${queryOf(row)}`)).toAnswer(200);
    for (const [name, isKnown] of Object.entries(unsupported)) {
      const code = isKnown(row) ? 'PARAMETER_NOT_SUPPORTED' : 'FORMAT_ERROR';
      expect(await permitted.get(`${path}?${[queryOf(row), `${name}=EUR`].filter(Boolean).join('&')}`)).toAnswer(400, {
        tppMessages: [{ code, path: name }],
      });
    }
  });
});
