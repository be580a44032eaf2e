import type { Operation } from '@open-banking/spec';
import type { SandboxCustomer } from '../customers/sandbox-customers.service.js';
import { exampleBody } from '../reference/example-call.js';
import type { DocumentedOperation } from '../reference/openapi-documents.js';
import { scenarioBody } from './scenario-acts.js';
import { consentRequest } from './consent-request.js';
import type { Part, SampleText } from './sample-text.js';

/** Payment products in shekels; the others are in euro. */
const inShekels: readonly string[] = ['fp', 'masav', 'zahav'];

const customerIban = (customer: SandboxCustomer | undefined, currency: string): string | undefined =>
  customer?.accounts.find((account) => account.kind === 'account' && account.currency === currency)?.reference['iban'];

/** Without an account in the currency, the customer chooses one on the bank's pages. */
function accountOf(customer: SandboxCustomer | undefined, currency: string): { debtorAccount?: { iban: string } } {
  const iban = customerIban(customer, currency);
  return iban === undefined ? {} : { debtorAccount: { iban } };
}

/** The customers whose accounts an example names: payer and payee. */
export interface People {
  readonly customer?: SandboxCustomer;
  readonly others: readonly SandboxCustomer[];
}

/**
 * A body that the bank accepts as it stands, with dates ahead of today. With `people` it names their accounts; without, the customer
 * chooses the account on the bank's pages.
 */
export function exampleRequest(row: Operation, operation: DocumentedOperation, today: Date, product: string, people?: People): unknown {
  if (row.id === 'createConsent') return consentRequest(['accounts', 'balances'], today);
  if (row.id === 'createPayment' && people) return payment(people, inShekels.includes(product) ? 'ILS' : 'EUR');
  if (row.id === 'createMandate') return mandate(operation, today, people?.customer);
  if (row.kind === 'sandbox') return scenarioBody(row.id);
  return exampleBody(operation);
}

function payment({ customer, others }: People, currency: string): unknown {
  const payee = others.find((other) => other !== customer && customerIban(other, currency) !== undefined);
  return {
    ...accountOf(customer, currency),
    instructedAmount: { currency, amount: '12.50' },
    creditorAccount: { iban: customerIban(payee, currency) },
    creditorName: payee?.name,
    remittanceInformationUnstructured: 'Two coffees',
  };
}

const mandate = (operation: DocumentedOperation, today: Date, customer: SandboxCustomer | undefined): unknown => ({
  ...(exampleBody(operation) as object),
  mandateId: `${mandatePrefix}${today.getTime()}`,
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
  ...(customer && { debtor: { name: customer.name }, ...accountOf(customer, 'EUR') }),
});

const mandatePrefix = 'SAMPLE-';
const mandateNumber = new RegExp(String.raw`(?<="mandateId": ?"${mandatePrefix})(\d+)(?=")`);

/**
 * A body for a sample, which may run several times: the number that `exampleRequest` gave a mandate is new at each run, as a creditor gives
 * each number once.
 */
export const sampleBody = (body: string): SampleText =>
  // `split` alternates between what lies around the numbers and the numbers.
  body.split(mandateNumber).map((text, at): Part => (at % 2 === 1 ? { fresh: 'code' } : text));
