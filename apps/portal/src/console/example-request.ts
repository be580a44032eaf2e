import type { Operation } from '@open-banking/spec';
import { exampleBody } from '../reference/example-call.js';
import type { DocumentedOperation } from '../reference/openapi-documents.js';
import { consentRequest } from './operation-needs.js';
import type { SandboxCustomer } from '../customers/sandbox-customers.service.js';

/** Payment products in shekels; the others are in euro. */
const inShekels: readonly string[] = ['fp', 'masav', 'zahav'];

const customerIban = (customer: SandboxCustomer | undefined, currency: string): string | undefined =>
  customer?.accounts.find((account) => account.kind === 'account' && account.currency === currency)?.reference['iban'];

/** The customers whose accounts an example names: payer and payee. */
export interface People {
  readonly customer?: SandboxCustomer;
  readonly others: readonly SandboxCustomer[];
}

/** A body that the bank accepts as it stands: with accounts of the customer that was chosen, and dates ahead of today. */
export function exampleRequest(row: Operation, operation: DocumentedOperation, people: People, product: string, today: Date): unknown {
  if (row.id === 'createConsent') return consentRequest(['accounts', 'balances'], today);
  if (row.id === 'createPayment') return payment(people, inShekels.includes(product) ? 'ILS' : 'EUR');
  if (row.id === 'createMandate') return mandate(operation, people, today);
  return exampleBody(operation);
}

function payment({ customer, others }: People, currency: string): unknown {
  const payee = others.find((other) => other !== customer && customerIban(other, currency) !== undefined);
  return {
    debtorAccount: { iban: customerIban(customer, currency) },
    instructedAmount: { currency, amount: '12.50' },
    creditorAccount: { iban: customerIban(payee, currency) },
    creditorName: payee?.name,
    remittanceInformationUnstructured: 'Two coffees',
  };
}

const mandate = (operation: DocumentedOperation, { customer }: People, today: Date): unknown => ({
  ...(exampleBody(operation) as object),
  mandateId: `CONSOLE-${today.getTime()}`,
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
  debtor: { name: customer?.name },
  debtorAccount: { iban: customerIban(customer, 'EUR') },
});
