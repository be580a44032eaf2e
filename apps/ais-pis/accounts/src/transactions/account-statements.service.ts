import { Injectable } from '@nestjs/common';
import {
  keysetPage,
  permits,
  statementBounds,
  statementNeedsBalances,
  type CustomerPrincipal,
  type StatementPage,
} from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { type Answer, JsonText, periodOf, type StatementFormat } from '@open-banking/http';
import { pendingLeftOut, statementPage } from '@open-banking/statements';
import { AccountsService } from '../accounts.service.js';
import { everSince, list, transactionsPath, type AccountReport, type DisclosedFields, type PartOfList } from './account-report.js';
import { accountStatement, accountTable } from './account-statement.js';
import { bookedOldestFirst, pendingOldestFirst, statementFrame, type StatementFrame } from './account-statement-pages.statements.js';
import type { Transactions, TransactionsQuery } from './transactions.messages.js';
import type { AccountPage, EntryPage } from './transactions.statements.js';

/** The place of an entry in the order of booking. */
export type EntryKey = readonly [date: string, reference: string];

/** Lists entries for statements in camt.053, the oldest first, and writes lists as statements and tables. */
@Injectable()
export class AccountStatementsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly accounts: AccountsService,
  ) {}

  /** A page of booked entries, or of pending ones where only those are asked for. */
  async report(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
  ): Promise<AccountReport> {
    const { from = everSince, to } = periodOf(query, this.clock.today(), everSince);
    const frame = query.cursor === undefined ? await this.frame(principal, accountId, to, from) : undefined;
    const bounds = statementBounds(from, to, frame);
    const page: StatementPage = keysetPage(this.cursors, principal, transactionsPath(accountId), query, bounds);
    const report = await (query.bookingStatus === 'pending'
      ? this.pending(principal, accountId, page, disclosed)
      : this.booked(principal, accountId, page, disclosed));
    return { ...report, part: partOf(page, query, frame) };
  }

  /** The list of a page as a table or a statement: says what it says in JSON to this principal, and in camt.053 the balances around it. */
  async write(
    format: StatementFormat,
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    text: JsonText<Transactions>,
    part: PartOfList,
  ): Promise<Answer<Buffer>> {
    const page = text.toJSON() as Transactions;
    const { next, changes } = page.transactions._links;
    if (format === 'text/csv')
      return statementPage(format, await accountTable(page, principal.csv), next?.href, changes?.href, principal.csv);
    if (!permits(principal, 'balances', accountId)) throw statementNeedsBalances();
    const { began, number, from, to, frame, ...place } = part;
    const { account } = await this.accounts.one(principal, accountId, {});
    const atEnd = frame ?? (page.transactions.booked?.length ? undefined : await this.frame(principal, accountId, to, to));
    const statement = await accountStatement({
      ...place,
      of: [transactionsPath(accountId), principal.consent.id, query.bookingStatus],
      createdAt: began,
      timeZone: this.clock.timeZone,
      page: number,
      isLast: next === undefined,
      from,
      to,
      list: page,
      account,
      atEnd,
      pendingLeftOut: pendingLeftOut(query.bookingStatus, frame),
    });
    return statementPage(format, statement, next?.href, changes?.href);
  }

  /** No row: there is no such account, or none covered. */
  frame(principal: CustomerPrincipal, accountId: string, to: string, pendingFrom: string): Promise<StatementFrame | undefined> {
    return this.database.row(statementFrame, principal.psuId, principal.granted, accountId, to, pendingFrom);
  }

  /** A page of booked entries between two keys, the second included. No row: there is no such account, or none covered. */
  between(
    { psuId, granted }: CustomerPrincipal,
    accountId: string,
    [after, upTo]: readonly [EntryKey, EntryKey],
    take: number,
    { balances, ownerName }: DisclosedFields,
  ): Promise<EntryPage | undefined> {
    return this.database.row(bookedOldestFirst, psuId, granted, accountId, ...after, ...upTo, take, balances, ownerName);
  }

  private async booked(
    principal: CustomerPrincipal,
    accountId: string,
    page: StatementPage,
    disclosed: DisclosedFields,
  ): Promise<AccountReport> {
    const [from, , ...end] = page.fixed;
    const found = await this.between(principal, accountId, [page.after ?? [from, ''], end], page.take, disclosed);
    if (!found) return page.links(0, ['', '']);
    return { account: new JsonText(found.account), booked: list(found.booked)!, ...page.links(found.found, lastKey(found)) };
  }

  private async pending(
    { psuId, granted }: CustomerPrincipal,
    accountId: string,
    page: StatementPage,
    { ownerName }: DisclosedFields,
  ): Promise<AccountReport> {
    const [from, to] = page.fixed;
    const place = page.after ?? ([from, ''] as const);
    const found = await this.database.row(pendingOldestFirst, psuId, granted, accountId, ...place, page.take, ownerName, to);
    if (!found) return page.links(0, ['', '']);
    return { account: new JsonText(found.account), pending: list(found.pending)!, ...page.links(found.found, lastKey(found)) };
  }
}

/** The key of the last entry on a page that another one follows. */
export const lastKey = ({ lastDate, lastReference }: AccountPage): [...EntryKey] => [String(lastDate ?? ''), String(lastReference ?? '')];

const partOf = (
  { began, number, order, after, fixed: [from, to] }: StatementPage,
  query: TransactionsQuery,
  frame: StatementFrame | undefined,
): PartOfList => ({ began, number, order, isFirst: after === undefined, from: query.dateFrom === undefined ? undefined : from, to, frame });
