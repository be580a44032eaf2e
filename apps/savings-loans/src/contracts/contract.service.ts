import { Injectable } from '@nestjs/common';
import { permissionNotGranted, type CustomerPrincipal, type KeysetPage, keysetPage, permits, showsOwner } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { periodOf } from '@open-banking/http';
import { daysAfter, omitNullish, Refusal, linksTo, type AccountReference, type Balance } from '@open-banking/messages';
import { toAccount, toBalances, toEntries, toReference, type DisclosedFields } from './contract.rows.js';
import type { ContractAccount, ContractEntries, EntriesQuery, WithBalance } from './contract.messages.js';
import type { AccountWithEntry, ContractStatements } from './contract.statements.js';

/** One of the two kinds of contract, with its statements and paths. */
export interface ContractKind {
  readonly statements: ContractStatements;
  readonly path: '/v1.5/savings' | '/v1.5/loans';
}

export interface EntriesOfAccount {
  readonly account: AccountReference;
  readonly transactions: ContractEntries;
  readonly balances?: Balance[];
}

type ByDay = KeysetPage<[date: string, reference: string], [from: string, to: string]>;

export const entriesPath = ({ path }: ContractKind, accountId: string): string => `${path}/${accountId}/transactions`;

interface Report {
  readonly rows: readonly AccountWithEntry[];
  readonly first: string;
  readonly next?: string;
  readonly booked?: ContractEntries['booked'];
  readonly pending?: ContractEntries['pending'];
}

/** The first day by default: 90 days before the last day, which may lie in the future. */
export const firstDay = ({ dateTo }: { readonly dateTo?: string }, today: string): string =>
  daysAfter(dateTo !== undefined && dateTo < today ? dateTo : today, -90);

export const shownOf = (principal: CustomerPrincipal, accountId: string): DisclosedFields => ({
  balances: permits(principal, 'balances', accountId),
  ownerName: showsOwner(principal, accountId),
});

/** A pending entry this many days past its value date will not be booked any more: a weekend with a holiday on either side is five days. */
const pendingDays = 5;

/** Reads savings and loan accounts, which differ only in the kind that the controller passes. */
@Injectable()
export class ContractsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
  ) {}

  async list(kind: ContractKind, principal: CustomerPrincipal, { withBalance }: WithBalance): Promise<ContractAccount[]> {
    const rows = await this.database.rows(kind.statements.list, principal.psuId, principal.granted, this.pendingSince());
    return rows.map((row) => toAccount(kind.path, row, principal, withBalance === 'true'));
  }

  async one(kind: ContractKind, principal: CustomerPrincipal, accountId: string, { withBalance }: WithBalance): Promise<ContractAccount> {
    const row = await this.database.row(kind.statements.one, principal.psuId, principal.granted, accountId, this.pendingSince());
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return toAccount(kind.path, row, principal, withBalance === 'true');
  }

  async balances(
    kind: ContractKind,
    principal: CustomerPrincipal,
    accountId: string,
  ): Promise<{ account: AccountReference; balances: Balance[] }> {
    const row = await this.database.row(kind.statements.balances, principal.psuId, principal.granted, accountId, this.pendingSince());
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return { account: toReference(row), balances: toBalances(row) };
  }

  async transactions(kind: ContractKind, principal: CustomerPrincipal, accountId: string, query: EntriesQuery): Promise<EntriesOfAccount> {
    const withBalances = query.withBalance === 'true';
    if (withBalances && !permits(principal, 'balances', accountId)) throw permissionNotGranted('balances', 'withBalance');
    const {
      rows: [account],
      first,
      next,
      booked,
      pending,
    } = await this.report(kind, principal, accountId, query);
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return {
      account: toReference(account),
      transactions: omitNullish({
        booked,
        pending,
        _links: linksTo({ account: `${kind.path}/${accountId}`, first, next }),
      }) as ContractEntries,
      ...(withBalances && { balances: (await this.balances(kind, principal, accountId)).balances }),
    };
  }

  /** The requested lists. Pending transactions change by the minute, so only the first page has them and no later page repeats one. */
  private async report(kind: ContractKind, principal: CustomerPrincipal, accountId: string, query: EntriesQuery): Promise<Report> {
    const { bookingStatus = 'booked', cursor } = query;
    const page = this.page(kind, principal, accountId, query);
    if (bookingStatus === 'booked' || cursor !== undefined) return this.booked(kind, principal, accountId, page);
    const rows = await this.database.rows(kind.statements.pending, principal.psuId, principal.granted, accountId, this.pendingSince());
    const first = page.show([], () => ['', '']);
    if (bookingStatus === 'information') return { ...first, rows };
    const pending = toEntries(rows, shownOf(principal, accountId));
    if (bookingStatus === 'pending') return { ...first, rows, pending };
    return { ...(await this.booked(kind, principal, accountId, page)), pending };
  }

  private async booked({ statements }: ContractKind, principal: CustomerPrincipal, accountId: string, page: ByDay): Promise<Report> {
    const found = await this.database.rows(
      statements.booked,
      principal.psuId,
      principal.granted,
      accountId,
      ...page.fixed,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.take,
    );
    const shown = page.show(found, (row) => [row.bookingDate!, row.entryReference!]);
    return { ...shown, booked: toEntries(shown.rows, shownOf(principal, accountId)) };
  }

  pendingSince(): string {
    return daysAfter(this.clock.today(), -pendingDays);
  }

  /** A page of a list that begins with the newest entry. */
  page(kind: ContractKind, principal: CustomerPrincipal, accountId: string, query: EntriesQuery): ByDay {
    const today = this.clock.today();
    const { from, to } = periodOf(query, today, firstDay(query, today));
    return keysetPage(this.cursors, principal, entriesPath(kind, accountId), query, [from!, to]);
  }
}
