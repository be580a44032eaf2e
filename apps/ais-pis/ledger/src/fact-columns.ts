import type { EntryFacts } from './posting.js';

const facts: Readonly<Record<keyof EntryFacts, 'text' | 'jsonb'>> = {
  bankTransactionCode: 'text',
  proprietaryBankTransactionCode: 'text',
  endToEndId: 'text',
  mandateId: 'text',
  creditorId: 'text',
  creditorName: 'text',
  creditorAccount: 'jsonb',
  creditorAgent: 'text',
  ultimateCreditor: 'text',
  debtorName: 'text',
  debtorAccount: 'jsonb',
  debtorAgent: 'text',
  ultimateDebtor: 'text',
  remittanceUnstructured: 'text',
  remittanceStructured: 'text',
  purposeCode: 'text',
  additionalInformation: 'text',
};
// Pending entries have fewer columns.
const bookedOnly: readonly string[] = ['ultimateCreditor', 'ultimateDebtor'];
export const names = Object.keys(facts) as (keyof EntryFacts)[];
export const column = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The columns of these facts, each after a comma. */
export const listed = (of: readonly string[]): string => of.map((name) => `, ${column(name)}`).join('');
/** The same facts as a JSON recordset has them. */
export const taken = (of: readonly string[], from = ''): string => of.map((name) => `, ${from}"${name}"`).join('');
/** Their types, for a JSON recordset. */
export const declared = Object.entries(facts)
  .map(([name, type]) => `, "${name}" ${type}`)
  .join('');
export const pendingNames = names.filter((name) => !bookedOnly.includes(name));
