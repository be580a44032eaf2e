import type { TransactionStatus } from '@open-banking/ais-pis-payments';
import type { ReceivedInstruction } from '@open-banking/contracts';

/** The transitions from a payment's restored status to the one after instructing clearing; undefined if it had ended or was already instructed. */
export function pathToClearing(status: TransactionStatus): readonly TransactionStatus[] | undefined {
  switch (status) {
    case 'RCVD':
      return ['RCVD', 'ACTC', 'ACFC', 'ACSP'];
    case 'RVCM':
      return ['RVCM', 'ACTC', 'ACFC', 'ACSP'];
    case 'PATC':
      return ['PATC', 'ACTC', 'ACFC', 'ACSP'];
    case 'ACTC':
      return ['ACTC', 'ACFC', 'ACSP'];
    case 'PDNG':
      return ['PDNG', 'ACFC', 'ACSP'];
    case 'ACFC':
      return ['ACFC', 'ACSP'];
    default:
      return undefined;
  }
}

/** The client's request, as far as the instruction contains it. */
export function recoveredRequest(message: ReceivedInstruction['message']): object {
  const {
    paymentIdentification: { instructionIdentification, endToEndIdentification },
    creditor,
    debtorAccount,
    creditorAccount,
  } = message;
  return {
    instructionIdentification,
    endToEndIdentification: endToEndIdentification === 'NOTPROVIDED' ? undefined : endToEndIdentification,
    instructedAmount: message.interbankSettlementAmount,
    chargeBearer: message.chargeBearer,
    debtorAccount,
    ultimateDebtor: message.ultimateDebtor,
    creditorName: creditor.name,
    creditorId: creditor.identification,
    creditorAddress: creditor.postalAddress,
    creditorAccount,
    creditorAgent: message.creditorAgent,
    creditorAgentName: message.creditorAgentName,
    ultimateCreditor: message.ultimateCreditor,
    purposeCode: message.purpose,
    ...remittanceOf(message.remittanceInformation),
  };
}

function remittanceOf(information: ReceivedInstruction['message']['remittanceInformation']): object {
  if (typeof information === 'string') return { remittanceInformationUnstructured: information };
  return Array.isArray(information)
    ? { remittanceInformationUnstructuredArray: information }
    : { remittanceInformationStructured: information };
}
