import { AccountReference, faultsOf, formats, joinedParts } from '@open-banking/messages';
import { exchangesOf, exchangeText, type CurrencyExchange } from './entry-exchanges.js';
import { remarksOf, type BookedAs } from './entry-remarks.js';
import { childElements, childAt, textAt, type XmlElement } from './xml-tree.js';

/** What an entry says besides its amount and days, by the fields of the load format. */
export interface EntryFacts {
  readonly bankTransactionCode: string;
  readonly proprietaryBankTransactionCode?: string | undefined;
  readonly additionalInformation?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly mandateId?: string | undefined;
  readonly checkId?: string | undefined;
  readonly creditorId?: string | undefined;
  readonly creditorName?: string | undefined;
  readonly creditorAccount?: AccountReference | undefined;
  readonly creditorAgent?: string | undefined;
  readonly ultimateCreditor?: string | undefined;
  readonly debtorName?: string | undefined;
  readonly debtorAccount?: AccountReference | undefined;
  readonly debtorAgent?: string | undefined;
  readonly ultimateDebtor?: string | undefined;
  readonly remittanceUnstructured?: string | undefined;
  readonly remittanceStructured?: string | undefined;
  readonly purposeCode?: string | undefined;
  readonly currencyExchange?: readonly CurrencyExchange[] | undefined;
}

/**
 * The details of an entry of one transaction. Those of several are not the entry's: their number is in `additionalInformation`. What the
 * load format has no field for is there, too.
 */
export function entryFacts(entry: XmlElement, booked: BookedAs): EntryFacts {
  const transactions = transactionDetails(entry);
  const [one] = transactions.length === 1 ? transactions : [];
  const parties = childAt(one, 'RltdPties');
  const { complete, others } = exchangesOf(one ? [one, entry] : [entry], booked);
  const count = batchSize(entry, transactions);
  return {
    ...codesOf(entry),
    additionalInformation:
      [...remarksOf(entry, one, booked), ...others.map(exchangeText), ...(count > 1 ? [`${count} transactions`] : [])].join('; ') ||
      undefined,
    currencyExchange: complete.length > 0 ? complete : undefined,
    endToEndId: provided(textAt(one, 'Refs', 'EndToEndId')),
    mandateId: provided(textAt(one, 'Refs', 'MndtId')),
    checkId: textAt(one, 'Refs', 'ChqNb'),
    ...partiesOf(parties, childAt(one, 'RltdAgts')),
    remittanceUnstructured: freeText(childAt(one, 'RmtInf')),
    creditorId: creditorIdOf(childAt(parties, 'Cdtr')),
    remittanceStructured: textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    purposeCode: textAt(one, 'Purp', 'Cd'),
  };
}

/** The transactions that an entry lists. */
export const transactionDetails = (entry: XmlElement): XmlElement[] =>
  childElements(entry, 'NtryDtls').flatMap((details) => childElements(details, 'TxDtls'));

/** How many transactions an entry stands for: those it lists, or more that are only counted. 0 or 1 where it is no batch. */
export function batchSize(entry: XmlElement, transactions: readonly XmlElement[]): number {
  const counts = childElements(entry, 'NtryDtls').map((details) => Number(textAt(details, 'Btch', 'NbOfTxs') ?? 0));
  const counted = counts.reduce((total, count) => total + (Number.isSafeInteger(count) ? count : 0), 0);
  return Math.max(transactions.length, counted);
}

/** ISO 20022 RemittanceInformation: each part of the text has at most 140 characters. */
const freeText = (remittance: XmlElement | undefined): string | undefined =>
  remittance &&
  (joinedParts(
    childElements(remittance, 'Ustrd').map(({ text }) => text),
    140,
  ) ||
    undefined);

const partiesOf = (parties: XmlElement | undefined, agents: XmlElement | undefined): Partial<EntryFacts> => ({
  creditorName: partyName(parties, 'Cdtr'),
  creditorAccount: partyAccount(parties, 'CdtrAcct'),
  creditorAgent: bicOf(agents, 'CdtrAgt'),
  ultimateCreditor: partyName(parties, 'UltmtCdtr'),
  debtorName: partyName(parties, 'Dbtr'),
  debtorAccount: partyAccount(parties, 'DbtrAcct'),
  debtorAgent: bicOf(agents, 'DbtrAgt'),
  ultimateDebtor: partyName(parties, 'UltmtDbtr'),
});

/** In an element of its own since camt.053.001.08. */
const partyName = (parties: XmlElement | undefined, role: string): string | undefined =>
  textAt(parties, role, 'Pty', 'Nm') ?? textAt(parties, role, 'Nm');

/** An IBAN with wrong check digits is another identification: so it is not lost. */
function partyAccount(parties: XmlElement | undefined, role: string): AccountReference | undefined {
  const id = childAt(parties, role, 'Id');
  const [iban, other] = [textAt(id, 'IBAN')?.replaceAll(' ', ''), childAt(id, 'Othr')];
  if (iban !== undefined && formats.iban.is(iban)) return { iban };
  const identification = iban ?? textAt(other, 'Id');
  if (identification === undefined) return undefined;
  return [...namings(identification, other)].find((one) => faultsOf(AccountReference, one).length === 0);
}

/** An identification as what it may be, the most exact first. */
function* namings(identification: string, other: XmlElement | undefined): Generator<AccountReference> {
  const [schemeNameCode, schemeNameProprietary] = [textAt(other, 'SchmeNm', 'Cd'), textAt(other, 'SchmeNm', 'Prtry')];
  if (schemeNameCode === 'BBAN') yield { bban: identification };
  if (/[*X]/i.test(identification)) yield { maskedPan: identification };
  const issuer = textAt(other, 'Issr');
  yield {
    other: {
      identification,
      ...(schemeNameCode !== undefined && { schemeNameCode }),
      ...(schemeNameProprietary !== undefined && { schemeNameProprietary }),
      ...(issuer !== undefined && { issuer }),
    },
  };
  yield { other: { identification } };
}

/** The SEPA creditor identifier. Identifications of other schemes are those of a person. */
function creditorIdOf(creditor: XmlElement | undefined): string | undefined {
  const person = childAt(creditor, 'Pty', 'Id', 'PrvtId') ?? childAt(creditor, 'Id', 'PrvtId');
  const found = (person ? childElements(person, 'Othr') : []).find(
    (other) => !childAt(other, 'SchmeNm') || textAt(other, 'SchmeNm', 'Prtry') === 'SEPA',
  );
  return textAt(found, 'Id');
}

const bicOf = (agents: XmlElement | undefined, role: string): string | undefined =>
  textAt(agents, role, 'FinInstnId', 'BICFI') ?? textAt(agents, role, 'FinInstnId', 'BIC');

/** ISO 20022: what the payer left out. */
const provided = (text: string | undefined): string | undefined => (text === 'NOTPROVIDED' ? undefined : text);

/** `NTAV`: not available (ISO 20022 external bank transaction codes). */
function codesOf(entry: XmlElement): Pick<EntryFacts, 'bankTransactionCode' | 'proprietaryBankTransactionCode'> {
  const domain = childAt(entry, 'BkTxCd', 'Domn');
  const code = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')];
  return {
    bankTransactionCode: code.every((part) => part !== undefined) ? code.join('-') : 'NTAV-NTAV-NTAV',
    proprietaryBankTransactionCode: textAt(entry, 'BkTxCd', 'Prtry', 'Cd'),
  };
}
