import { negated, type EntryFacts, type Leg } from '../../ledger/posting.js';
import { schemeOfPayment } from '../scheme.js';
import type { PaymentToExecute } from './execution.statements.js';

/** What a payment moves: from its debtor to the account of this bank that it names, or else to clearing; and what the bank takes for it. */
export function legsOf(payment: PaymentToExecute): Leg[] {
  const { debtorAccountId, creditorAccountId, currency, amount, fee } = payment;
  return [
    { accountId: debtorAccountId!, amount: negated(amount), facts: debtorFacts(payment) },
    creditorAccountId === null
      ? { internal: 'CLEARING', currency, amount }
      : { accountId: creditorAccountId, amount, facts: creditorFacts(payment) },
    ...(/[1-9]/.test(fee) ? feeLegs(payment) : []),
  ];
}

const feeLegs = ({ debtorAccountId, currency, fee, request }: PaymentToExecute): Leg[] => [
  {
    accountId: debtorAccountId!,
    amount: negated(fee),
    facts: {
      bankTransactionCode: 'PMNT-ICDT-CHRG',
      proprietaryBankTransactionCode: 'PAYMENT_FEE',
      endToEndId: request.endToEndIdentification,
    },
  },
  { internal: 'FEES', currency, amount: fee },
];

const shared = ({ request }: PaymentToExecute) => ({
  endToEndId: request.endToEndIdentification,
  remittanceUnstructured: request.remittanceInformationUnstructured ?? request.remittanceInformationUnstructuredArray?.join(' '),
  remittanceStructured: request.remittanceInformationStructured?.reference,
  purposeCode: request.purposeCode,
  ultimateCreditor: request.ultimateCreditor,
  ultimateDebtor: request.ultimateDebtor,
});

/** The debtor reads who was paid, and how. */
export function debtorFacts(payment: PaymentToExecute): EntryFacts {
  const { product, request, creditorAccountId } = payment;
  return {
    ...shared(payment),
    bankTransactionCode: creditorAccountId === null ? schemeOfPayment(product).transactionCode : 'PMNT-ICDT-BOOK',
    proprietaryBankTransactionCode: 'PAYMENT',
    creditorId: request.creditorId,
    creditorName: request.creditorName,
    creditorAccount: request.creditorAccount,
    creditorAgent: request.creditorAgent,
  };
}

const creditorFacts = (payment: PaymentToExecute): EntryFacts => ({
  ...shared(payment),
  bankTransactionCode: 'PMNT-RCDT-BOOK',
  proprietaryBankTransactionCode: 'PAYMENT',
  debtorName: payment.debtorName,
  debtorAccount: { iban: payment.debtorIban },
  debtorAgent: payment.debtorAgent,
});
