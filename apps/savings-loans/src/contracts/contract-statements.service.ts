import { Injectable } from '@nestjs/common';
import {
  keysetPage,
  pageOrder,
  permissionNotGranted,
  permits,
  statementBounds,
  statementNeedsBalances,
  type CustomerPrincipal,
  type KeysetPage,
  type StatementPage,
} from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { type Answer, periodOf, type StatementFormat } from '@open-banking/http';
import { pendingLeftOut, statementPage, type PartOfPeriod } from '@open-banking/statements';
import { linksTo, omitNullish, Refusal } from '@open-banking/messages';
import { contractStatement, contractTable } from './contract-statement.js';
import type { ContractEntries, EntriesQuery } from './contract.messages.js';
import { toEntries } from './contract.rows.js';
import { ContractsService, entriesPath, firstDay, shownOf, type ContractKind } from './contract.service.js';
import type { StatementFrame } from './contract.statements.js';

/** A page of a list for a statement. */
interface ListForStatement {
  readonly transactions: ContractEntries;
  readonly place: Omit<PartOfPeriod, 'isLast'> & Pick<StatementPage, 'began' | 'number'>;
  /** The account at the end of the period, where this page has read it. */
  readonly frame?: StatementFrame | undefined;
}

/** Lists entries of savings and loan accounts as statements, the oldest first, and as tables. */
@Injectable()
export class ContractStatementsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly contracts: ContractsService,
  ) {}

  /** Says what the list in JSON says to this principal, and for camt.053 the balances around its entries. */
  async page(
    kind: ContractKind,
    format: StatementFormat,
    principal: CustomerPrincipal,
    accountId: string,
    query: EntriesQuery,
  ): Promise<Answer<Buffer>> {
    const order = pageOrder(this.cursors, principal, entriesPath(kind, accountId), query);
    const { transactions, place, frame } = await (order === 'oldestFirst'
      ? this.oldestFirst(kind, principal, accountId, query)
      : this.newestFirst(kind, principal, accountId, query));
    const next = transactions._links.next?.href;
    if (format === 'text/csv')
      return statementPage(format, await contractTable(transactions, principal.csv), next, undefined, principal.csv);
    if (!permits(principal, 'balances', accountId)) throw statementNeedsBalances();
    const { began, number, ...part } = place;
    const account = await this.contracts.one(kind, principal, accountId, {});
    const atEnd = frame ?? (transactions.booked?.length ? undefined : await this.frame(kind, principal, accountId, part.to));
    const text = await contractStatement({
      ...part,
      of: [`${kind.path}/${accountId}`, principal.consent.id, query.bookingStatus ?? 'booked'],
      createdAt: began,
      timeZone: this.clock.timeZone,
      page: number,
      isLast: next === undefined,
      transactions,
      account,
      atEnd,
      pendingLeftOut: pendingLeftOut(query.bookingStatus, frame),
    });
    return statementPage(format, text, next);
  }

  private async newestFirst(
    kind: ContractKind,
    principal: CustomerPrincipal,
    accountId: string,
    query: EntriesQuery,
  ): Promise<ListForStatement> {
    const { transactions } = await this.contracts.transactions(kind, principal, accountId, query);
    const page = this.contracts.page(kind, principal, accountId, query);
    return { transactions, place: placeOf(page) };
  }

  /** Booked entries; pending ones where only those are asked for. */
  private async oldestFirst(
    kind: ContractKind,
    principal: CustomerPrincipal,
    accountId: string,
    query: EntriesQuery,
  ): Promise<ListForStatement> {
    if (query.withBalance === 'true' && !permits(principal, 'balances', accountId)) throw permissionNotGranted('balances', 'withBalance');
    const today = this.clock.today();
    const { from = today, to } = periodOf(query, today, firstDay(query, today));
    const frame = query.cursor === undefined ? await this.frame(kind, principal, accountId, to) : undefined;
    const bounds = statementBounds(from, to, frame);
    const page: StatementPage = keysetPage(this.cursors, principal, entriesPath(kind, accountId), query, bounds);
    const { first, next, ...lists } = await this.lists(kind, principal, accountId, query, page);
    const _links = linksTo({ account: `${kind.path}/${accountId}`, first, next });
    return { transactions: omitNullish({ ...lists, _links }) as ContractEntries, place: placeOf(page), frame };
  }

  private async lists(
    { statements }: ContractKind,
    principal: CustomerPrincipal,
    accountId: string,
    { bookingStatus }: EntriesQuery,
    page: StatementPage,
  ): Promise<Pick<ContractEntries, 'booked' | 'pending'> & { first: string; next?: string }> {
    const { psuId, granted } = principal;
    const disclosed = shownOf(principal, accountId);
    if (bookingStatus === 'information') return page.links(0, ['', '']);
    if (bookingStatus === 'pending') {
      const rows = await this.database.rows(statements.pending, psuId, granted, accountId, this.contracts.pendingSince());
      return { ...page.links(0, ['', '']), pending: toEntries(rows.toReversed(), disclosed) };
    }
    const [from, , ...end] = page.fixed;
    const found = await this.database.rows(
      statements.bookedOldestFirst,
      psuId,
      granted,
      accountId,
      ...(page.after ?? [from, '']),
      ...end,
      page.take,
    );
    if (found.length === 0) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    const { rows, ...links } = page.show(found, (row) => [row.bookingDate!, row.entryReference!]);
    return { ...links, booked: toEntries(rows, disclosed) };
  }

  private async frame(
    { statements }: ContractKind,
    { psuId, granted }: CustomerPrincipal,
    accountId: string,
    to: string,
  ): Promise<StatementFrame> {
    const frame = await this.database.row(statements.frame, psuId, granted, accountId, to, this.contracts.pendingSince());
    if (!frame) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return frame;
  }
}

const placeOf = ({ began, number, order, after, fixed: [from, to] }: KeysetPage<string[], [from: string, to: string, ...string[]]>) => ({
  began,
  number,
  order,
  isFirst: after === undefined,
  from,
  to,
});
