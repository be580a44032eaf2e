import { Money } from '@open-banking/messages';
import type { EntryFacts, Leg } from '@open-banking/ais-pis-ledger';
import type { Scheme } from '../payment-products.js';
import type { PaymentToExecute } from './execution.statements.js';

/** The legs of a payment: from the debtor to the creditor's account at this bank, or else to clearing; and the fee. */
export function paymentLegs(payment: PaymentToExecute, scheme: Pick<Scheme, 'transactionCode'>): Leg[] {
  const { debtorAccountId, creditorAccountId, currency } = payment;
  const [amount, fee] = [Money.of(currency, payment.amount), Money.of(currency, payment.fee)];
  return [
    { accountId: debtorAccountId!, amount: amount.negated(), facts: debtorFacts(payment, scheme) },
    creditorAccountId === null ? { internal: 'CLEARING', amount } : { accountId: creditorAccountId, amount, facts: creditorFacts(payment) },
    ...(fee.isZero ? [] : feeLegs(payment, fee)),
  ];
}

const feeLegs = ({ debtorAccountId, request }: PaymentToExecute, fee: Money): Leg[] => [
  {
    accountId: debtorAccountId!,
    amount: fee.negated(),
    facts: {
      bankTransactionCode: 'PMNT-ICDT-CHRG',
      proprietaryBankTransactionCode: 'PAYMENT_FEE',
      endToEndId: request.endToEndIdentification,
    },
  },
  { internal: 'FEES', amount: fee },
];

const shared = ({ request }: PaymentToExecute) => ({
  endToEndId: request.endToEndIdentification,
  remittanceUnstructured: request.remittanceInformationUnstructured ?? request.remittanceInformationUnstructuredArray?.join(' '),
  remittanceStructured: request.remittanceInformationStructured?.reference,
  purposeCode: request.purposeCode,
  ultimateCreditor: request.ultimateCreditor,
  ultimateDebtor: request.ultimateDebtor,
});

/** The details on the debtor's statement: who was paid, and how. */
export function debtorFacts(payment: PaymentToExecute, { transactionCode }: Pick<Scheme, 'transactionCode'>): EntryFacts {
  const { request, creditorAccountId } = payment;
  return {
    ...shared(payment),
    bankTransactionCode: creditorAccountId === null ? transactionCode : 'PMNT-ICDT-BOOK',
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
