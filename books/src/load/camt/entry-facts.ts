import { formats } from '@open-banking/messages';
import { all, at, textAt, type XmlElement } from './xml-tree.js';

/** What an entry says besides its amount and days, by the fields of the load format. */
export interface EntryFacts {
  readonly bankTransactionCode: string;
  readonly proprietaryBankTransactionCode?: string | undefined;
  readonly additionalInformation?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly mandateId?: string | undefined;
  readonly checkId?: string | undefined;
  readonly creditorName?: string | undefined;
  readonly creditorAccount?: { readonly iban: string } | undefined;
  readonly creditorAgent?: string | undefined;
  readonly ultimateCreditor?: string | undefined;
  readonly debtorName?: string | undefined;
  readonly debtorAccount?: { readonly iban: string } | undefined;
  readonly debtorAgent?: string | undefined;
  readonly ultimateDebtor?: string | undefined;
  readonly remittanceUnstructured?: string | undefined;
  readonly remittanceStructured?: string | undefined;
  readonly purposeCode?: string | undefined;
}

/** The details of an entry of one transaction; several in one entry are not the entry's. */
export function entryFacts(entry: XmlElement): EntryFacts {
  const transactions = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  const [one] = transactions.length === 1 ? transactions : [];
  const parties = at(one, 'RltdPties');
  return {
    ...codesOf(entry),
    additionalInformation: textAt(entry, 'AddtlNtryInf'),
    endToEndId: provided(textAt(one, 'Refs', 'EndToEndId')),
    mandateId: provided(textAt(one, 'Refs', 'MndtId')),
    checkId: textAt(one, 'Refs', 'ChqNb'),
    ...partiesOf(parties, at(one, 'RltdAgts')),
    remittanceUnstructured: freeText(at(one, 'RmtInf')),
    remittanceStructured: textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    purposeCode: textAt(one, 'Purp', 'Cd'),
  };
}

/** A text of more than 140 characters goes on in the next element. */
const freeText = (remittance: XmlElement | undefined): string | undefined =>
  remittance &&
  (all(remittance, 'Ustrd')
    .map(({ text }) => text)
    .join('')
    .trim() ||
    undefined);

const partiesOf = (parties: XmlElement | undefined, agents: XmlElement | undefined): Partial<EntryFacts> => ({
  creditorName: nameOf(parties, 'Cdtr'),
  creditorAccount: accountOf(parties, 'CdtrAcct'),
  creditorAgent: bicOf(agents, 'CdtrAgt'),
  ultimateCreditor: nameOf(parties, 'UltmtCdtr'),
  debtorName: nameOf(parties, 'Dbtr'),
  debtorAccount: accountOf(parties, 'DbtrAcct'),
  debtorAgent: bicOf(agents, 'DbtrAgt'),
  ultimateDebtor: nameOf(parties, 'UltmtDbtr'),
});

/** In an element of its own since camt.053.001.08. */
const nameOf = (parties: XmlElement | undefined, role: string): string | undefined =>
  textAt(parties, role, 'Pty', 'Nm') ?? textAt(parties, role, 'Nm');

function accountOf(parties: XmlElement | undefined, role: string): { iban: string } | undefined {
  const iban = textAt(parties, role, 'Id', 'IBAN');
  return iban !== undefined && formats.iban.is(iban) ? { iban } : undefined;
}

const bicOf = (agents: XmlElement | undefined, role: string): string | undefined =>
  textAt(agents, role, 'FinInstnId', 'BICFI') ?? textAt(agents, role, 'FinInstnId', 'BIC');

/** ISO 20022: what the payer left out. */
const provided = (text: string | undefined): string | undefined => (text === 'NOTPROVIDED' ? undefined : text);

/** `NTAV`: not available (ISO 20022 external bank transaction codes). */
function codesOf(entry: XmlElement): Pick<EntryFacts, 'bankTransactionCode' | 'proprietaryBankTransactionCode'> {
  const domain = at(entry, 'BkTxCd', 'Domn');
  const code = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')];
  return {
    bankTransactionCode: code.every((part) => part !== undefined) ? code.join('-') : 'NTAV-NTAV-NTAV',
    proprietaryBankTransactionCode: textAt(entry, 'BkTxCd', 'Prtry', 'Cd'),
  };
}
