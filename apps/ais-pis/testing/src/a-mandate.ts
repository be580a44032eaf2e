import { randomUUID } from 'node:crypto';

/** A request for a mandate of an account, or of one that the customer is to choose: collections of up to 60.00 EUR, whenever they are due. */
export const aMandate = (iban?: string, besides: object = {}) => ({
  mandateId: randomUUID().slice(0, 30),
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
  occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
  maximumAmount: { currency: 'EUR', amount: '60.00' },
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount: { iban: 'DE89370400440532013000' },
  debtor: { name: 'Dana Levi' },
  ...(iban !== undefined && { debtorAccount: { iban } }),
  ...besides,
});
