import type { EntryKind } from './own-data.js';

type Code = readonly [code: string, kind: string];

/** ISO 20022 bank transaction code, and the bank's own code, of credits and of debits. Money of cards, savings and loans has others. */
const codes: Readonly<Record<EntryKind, { readonly credit: Code; readonly debit: Code }>> = {
  transfer: { credit: ['PMNT-RCDT-DMCT', 'CREDIT_TRANSFER'], debit: ['PMNT-ICDT-DMCT', 'TRANSFER'] },
  instantTransfer: { credit: ['PMNT-RRCT-DMCT', 'INSTANT_CREDIT'], debit: ['PMNT-IRCT-DMCT', 'INSTANT_TRANSFER'] },
  salary: { credit: ['PMNT-RCDT-SALA', 'SALARY'], debit: ['PMNT-ICDT-SALA', 'PAYROLL'] },
  standingOrder: { credit: ['PMNT-RCDT-STDO', 'CREDIT_TRANSFER'], debit: ['PMNT-ICDT-STDO', 'STANDING_ORDER'] },
  directDebit: { credit: ['PMNT-IDDT-PMDD', 'DIRECT_DEBIT'], debit: ['PMNT-RDDT-PMDD', 'DIRECT_DEBIT'] },
  debitCard: { credit: ['PMNT-CCRD-RIMB', 'DEBIT_CARD'], debit: ['PMNT-CCRD-POSD', 'DEBIT_CARD'] },
  cash: { credit: ['PMNT-CNTR-CDPT', 'CASH'], debit: ['PMNT-CCRD-CWDL', 'CASH'] },
  fee: { credit: ['ACMT-MCOP-CHRG', 'FEE'], debit: ['ACMT-MDOP-CHRG', 'FEE'] },
  interest: { credit: ['ACMT-MCOP-INTR', 'INTEREST'], debit: ['ACMT-MDOP-INTR', 'INTEREST'] },
  tax: { credit: ['ACMT-MCOP-TAXE', 'TAX'], debit: ['PMNT-ICDT-TAXS', 'TAX'] },
  return: { credit: ['PMNT-ICDT-RRTN', 'RETURN'], debit: ['PMNT-RCDT-RRTN', 'RETURN'] },
};

export const codeOf = (kind: EntryKind, amount: number): Code => codes[kind][amount > 0 ? 'credit' : 'debit'];
