import { Injectable } from '@nestjs/common';
import { permissionNotGranted, type CustomerReader, keysetPage, permits, showsOwner, withholdOwnerName } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { periodOf, type Period } from '@open-banking/http';
import { linksTo, Refusal } from '@open-banking/messages';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Transaction, Transactions, TransactionsQuery } from './transactions.messages.js';
import { bookedEntries, pendingEntries, type AccountWithEntry, type EntryRow } from './transactions.statements.js';

interface Report {
  readonly account?: { readonly iban?: string; readonly currency?: string };
  readonly rows: readonly AccountWithEntry[];
  readonly first: string;
  readonly next?: string;
}

/** The parts of an entry that the consent must grant separately. */
interface Shows {
  readonly balances: boolean;
  readonly ownerName: boolean;
}

const everSince = '0001-01-01';

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly accounts: AccountsService,
  ) {}

  async list(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<Transactions> {
    const withBalances = query.withBalance === 'true';
    const shows: Shows = { balances: permits(reader, 'balances', accountId), ownerName: showsOwner(reader, accountId) };
    if (withBalances && !shows.balances) throw permissionNotGranted('balances', 'withBalance');
    const { rows, first, next, account = rows[0] } = await this.report(reader, accountId, query);
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return {
      account: { iban: account.iban, currency: account.currency },
      transactions: {
        ...lists(rows, query.bookingStatus, shows),
        _links: linksTo({ account: `/v1.7/accounts/${accountId}`, first, next }),
      },
      ...(withBalances && { balances: (await this.accounts.balances(reader, accountId)).balances }),
    };
  }

  private report(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<Report> {
    if (query.bookingStatus === 'booked') return this.booked(reader, accountId, query);
    return query.bookingStatus === 'information' ? this.information(reader, accountId, query) : this.pending(reader, accountId, query);
  }

  private async booked(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<Report> {
    const { from, to } = this.period(query);
    const page = keysetPage<[date: string, reference: string], [from: string, to: string]>(this.cursors, reader, pathOf(accountId), query, [
      from!,
      to,
    ]);
    const rows = await this.database.rows(
      bookedEntries,
      reader.psuId,
      reader.granted,
      accountId,
      ...page.fixed,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.take,
    );
    return page.show(rows, (row) => [row.entryDate!, row.entryReference!]);
  }

  private async pending(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<Report> {
    const { from, to } = this.period(query);
    const page = keysetPage<[kind: string, date: string, reference: string], [from: string, to: string]>(
      this.cursors,
      reader,
      pathOf(accountId),
      query,
      [from!, to],
    );
    const rows = await this.database.rows(
      pendingEntries,
      reader.psuId,
      reader.granted,
      accountId,
      ...page.fixed,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.after?.[2] ?? null,
      page.take,
      query.bookingStatus !== 'pending',
    );
    return page.show(rows, (row) => [row.kind!, row.entryDate!, row.entryReference!]);
  }

  /** This bank has no standing orders: the list is empty and has no second page. */
  private async information(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<Report> {
    const { account } = await this.accounts.balances(reader, accountId);
    return { account, ...keysetPage(this.cursors, reader, pathOf(accountId), query).show([], () => []) };
  }

  private period(query: TransactionsQuery): Period {
    return periodOf(query, this.clock.today(), everSince);
  }
}

const pathOf = (accountId: string): string => `/v1.7/accounts/${accountId}/transactions`;

/** The lists of a booking status; a list without entries is an empty array. */
function lists(
  rows: readonly AccountWithEntry[],
  bookingStatus: TransactionsQuery['bookingStatus'],
  shows: Shows,
): Pick<Transactions['transactions'], 'booked' | 'pending' | 'information'> {
  const of = (kind: EntryRow['kind']): Transaction[] =>
    rows.filter((row): row is AccountWithEntry & EntryRow => row.kind === kind).map((row) => toTransaction(row, shows));
  switch (bookingStatus) {
    case 'booked':
      return { booked: of('booked') };
    case 'pending':
      return { pending: of('pending') };
    case 'information':
      return { information: [] };
    case 'all':
      return { booked: of('booked'), pending: of('pending'), information: [] };
    default:
      return { booked: of('booked'), pending: of('pending') };
  }
}

const optional = [
  'endToEndId',
  'mandateId',
  'checkId',
  'creditorId',
  'currencyExchange',
  'creditorName',
  'creditorAccount',
  'creditorAgent',
  'ultimateCreditor',
  'debtorName',
  'debtorAccount',
  'debtorAgent',
  'ultimateDebtor',
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'additionalInformation',
  'purposeCode',
  'bankTransactionCode',
  'proprietaryBankTransactionCode',
] as const;

// A loop over names, not an object of entries: this runs for each of up to 500 rows of the operation called most.
function toTransaction(row: AccountWithEntry & EntryRow, shows: Shows): Transaction {
  const { currency } = row;
  const transaction: Record<string, unknown> = { transactionId: row.transactionId, entryReference: row.entryReference };
  if (row.kind === 'booked') transaction['bookingDate'] = row.entryDate;
  transaction['valueDate'] = row.valueDate;
  transaction['transactionAmount'] = { currency, amount: row.amount };
  for (const name of optional) if (row[name] !== null) transaction[name] = row[name];
  if (!shows.ownerName) withholdOwnerName(transaction, row);
  if (shows.balances && row.balanceAfter !== null)
    transaction['balanceAfterTransaction'] = { balanceType: 'interimBooked', balanceAmount: { currency, amount: row.balanceAfter } };
  return transaction as unknown as Transaction;
}
