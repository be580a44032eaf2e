import { covers, type CustomerPrincipal, permits, showsOwner, withholdOwnerName } from '@open-banking/access';
import { omitNullish, linksTo, withAmountTexts, type AccountReference, type Balance } from '@open-banking/messages';
import type { ContractAccount, ContractEntry } from './contract.messages.js';
import type { AccountRow, AccountWithEntry, BalanceRow, EntryRow } from './contract.statements.js';

/** Converts rows to messages. Balances are included if requested and covered by the consent. */
export function toAccount(path: string, row: AccountRow, principal: CustomerPrincipal, withBalance: boolean): ContractAccount {
  const { accountId, startDate, endDate, availabilityDate } = row;
  const link = (permission: 'balances' | 'transactions') =>
    permits(principal, permission, accountId) ? `${path}/${accountId}/${permission}` : undefined;
  const covered = covers(principal.grantedBalances, accountId);
  return omitNullish({
    resourceId: accountId,
    iban: row.iban,
    bban: row.bban,
    currency: row.currency,
    ownerName: showsOwner(principal, accountId) ? row.ownerName : null,
    name: row.name,
    displayName: row.displayName,
    product: row.product,
    cashAccountType: row.cashAccountType,
    status: row.status,
    linkedAccounts: row.linkedAccounts,
    usage: row.usage,
    details: row.details,
    balances: withBalance && covered ? toBalances(row) : null,
    interest: withAmountTexts(row.interest),
    relatedDates: omitNullish({ contractStartDate: startDate, contractEndDate: endDate, contractAvailabilityDate: availabilityDate }),
    collateralsInvolved: row.collateralsInvolved,
    guaranteeInvolved: row.guaranteeInvolved,
    _links: linksTo({ balances: link('balances'), transactions: link('transactions') }),
  }) as ContractAccount;
}

export const toReference = ({ iban, bban, currency }: Pick<AccountRow, 'iban' | 'bban' | 'currency'>): AccountReference =>
  omitNullish(iban === null ? { bban, currency } : { iban, currency }) as AccountReference;

/**
 * Debts are negative. `closingBooked` is what is booked up to its reference date, the day of the last entry, which may be today. `expected`
 * includes pending entries. A loan has no available balance.
 */
export function toBalances({
  cashAccountType,
  currency,
  booked,
  expected,
  lastBookingDate: referenceDate,
  changedAt,
}: BalanceRow): Balance[] {
  const lastChangeDateTime = changedAt.toISOString();
  return [
    { balanceType: 'closingBooked', balanceAmount: { currency, amount: booked }, referenceDate, lastChangeDateTime },
    { balanceType: 'expected', balanceAmount: { currency, amount: expected }, lastChangeDateTime },
    ...(cashAccountType === 'LOAN'
      ? []
      : [{ balanceType: 'interimAvailable', balanceAmount: { currency, amount: booked }, creditLimitIncluded: false, lastChangeDateTime }]),
  ];
}

/** The optional parts of an entry that the consent grants. */
export interface DisclosedFields {
  readonly balances: boolean;
  readonly ownerName: boolean;
}

export const toEntries = (rows: readonly AccountWithEntry[], disclosed: DisclosedFields): ContractEntry[] =>
  rows.filter((row): row is AccountWithEntry & EntryRow => row.entryReference !== null).map((row) => toEntry(row, disclosed));

function toEntry(row: AccountWithEntry & EntryRow, disclosed: DisclosedFields): ContractEntry {
  const { currency, entryReference, bookingDate, balanceAfter } = row;
  const entry = omitNullish({
    transactionId: row.transactionId,
    entryReference,
    bookingDate,
    valueDate: row.valueDate,
    transactionAmount: { currency, amount: row.amount },
    creditorName: row.creditorName,
    creditorAccount: row.creditorAccount,
    debtorName: row.debtorName,
    debtorAccount: row.debtorAccount,
    remittanceInformationUnstructured: row.remittance,
    additionalInformation: row.information,
    bankTransactionCode: row.code,
    proprietaryBankTransactionCode: row.proprietaryCode,
    balanceAfterTransaction:
      !disclosed.balances || balanceAfter === null
        ? null
        : { balanceType: 'interimBooked', balanceAmount: { currency, amount: balanceAfter }, referenceDate: bookingDate },
  });
  if (!disclosed.ownerName) withholdOwnerName(entry, row);
  return entry as ContractEntry;
}
