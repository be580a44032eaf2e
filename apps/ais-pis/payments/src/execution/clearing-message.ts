import { transactionIdOf } from '@open-banking/ais-pis-ledger';
import { chargeBearerOf, type Scheme } from '../payment-products.js';
import { debtorNameFor } from '../scheme/scheme-rules.js';
import type { PaymentToExecute } from './execution.statements.js';

/** The message for the creditor's bank: the fields of an ISO 20022 pacs.008 transaction that have a value. */
export function clearingMessage(payment: PaymentToExecute, scheme: Scheme): object {
  const { paymentId, clientId, product, request, debtorIban, debtorAgent } = payment;
  return {
    paymentIdentification: {
      instructionIdentification: request.instructionIdentification,
      endToEndIdentification: request.endToEndIdentification ?? 'NOTPROVIDED',
      transactionIdentification: paymentId,
    },
    paymentType: product,
    interbankSettlementAmount: request.instructedAmount,
    initiatingParty: clientId,
    chargeBearer: chargeBearerOf(request.chargeBearer, scheme),
    debtor: { name: request.debtorName ?? ownerName(payment, scheme) },
    debtorAccount: { iban: debtorIban },
    debtorAgent,
    ultimateDebtor: request.ultimateDebtor,
    creditor: { name: request.creditorName, postalAddress: request.creditorAddress, identification: request.creditorId },
    creditorAccount: request.creditorAccount,
    creditorAgent: request.creditorAgent,
    creditorAgentName: request.creditorAgentName,
    ultimateCreditor: request.ultimateCreditor,
    purpose: request.purposeCode,
    remittanceInformation:
      request.remittanceInformationUnstructured ??
      request.remittanceInformationUnstructuredArray ??
      request.remittanceInformationStructured,
  };
}

/** A payment that was approved before the bank had to have a Latin name for it goes as it would have gone then. */
const ownerName = ({ debtorName, debtorLatinName, creditorAccountId }: PaymentToExecute, scheme: Scheme): string =>
  creditorAccountId === null
    ? (debtorNameFor(scheme, { ownerName: debtorName, ownerLatinName: debtorLatinName }) ?? debtorName)
    : debtorName;

/** The message for the core: what clearing is told, the fee, and the `transactionId` of the entry by which its feed says that it has booked. */
export const coreMessage = (payment: PaymentToExecute, scheme: Scheme): object => ({
  ...clearingMessage(payment, scheme),
  charges: { currency: payment.currency, amount: payment.fee },
  transactionId: transactionIdOf(payment.paymentId),
});
