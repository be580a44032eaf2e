import { Injectable } from '@nestjs/common';
import {
  permissionNotGranted,
  type CustomerPrincipal,
  type KeysetPage,
  keysetPage,
  pageOrder,
  permits,
  showsOwner,
} from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { type Answer, JsonText, jsonText, periodOf, type RequestContext } from '@open-banking/http';
import { linksTo, Refusal } from '@open-banking/messages';
import { AccountsService } from '../accounts.service.js';
import {
  everSince,
  list,
  noStandingOrders,
  transactionsPath,
  type AccountReport,
  type PartOfList,
  type DisclosedFields,
} from './account-report.js';
import { AccountStatementsService } from './account-statements.service.js';
import { asksForChanges } from './changes.js';
import { ChangesService } from './changes.service.js';
import type { Transactions, TransactionsQuery } from './transactions.messages.js';
import {
  between,
  bookedPage,
  bookedTexts,
  pendingPage,
  type AccountPage,
  type BookedParameters,
  type EntryPage,
} from './transactions.statements.js';

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly accounts: AccountsService,
    private readonly changes: ChangesService,
    private readonly statements: AccountStatementsService,
  ) {}

  async list(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    context: RequestContext,
  ): Promise<JsonText<Transactions> | Answer<Buffer>> {
    const disclosed: DisclosedFields = { balances: permits(principal, 'balances', accountId), ownerName: showsOwner(principal, accountId) };
    if (query.withBalance === 'true' && !disclosed.balances) throw permissionNotGranted('balances', 'withBalance');
    const report = asksForChanges(query)
      ? await this.changes.report(principal, accountId, query, disclosed, context)
      : await this.report(principal, accountId, query, disclosed);
    const text = await this.json(principal, accountId, query, report);
    if (!principal.format) return text;
    return this.statements.write(
      principal.format,
      principal,
      accountId,
      query,
      text,
      report.part ?? this.partOf(principal, accountId, query),
    );
  }

  private async json(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    { account, booked, pending, removed, information, first, next, changes }: AccountReport,
  ): Promise<JsonText<Transactions>> {
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return jsonText({
      account,
      transactions: {
        booked,
        pending,
        removed,
        information,
        _links: linksTo({ account: `/v1.7/accounts/${accountId}`, first, next, changes }),
      },
      balances: query.withBalance === 'true' ? (await this.accounts.balances(principal, accountId)).balances : undefined,
    });
  }

  private partOf(principal: CustomerPrincipal, accountId: string, query: TransactionsQuery): PartOfList {
    const { began, number, order, after, fixed } = this.page(principal, accountId, query);
    const [from, to] = fixed;
    return { began, number, order, isFirst: after === undefined, from: query.dateFrom === undefined ? undefined : from, to };
  }

  private report(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
  ): Promise<AccountReport> {
    if (query.bookingStatus === 'information') return this.information(principal, accountId, query);
    if (pageOrder(this.cursors, principal, transactionsPath(accountId), query) === 'oldestFirst')
      return this.statements.report(principal, accountId, query, disclosed);
    return query.bookingStatus === 'booked'
      ? this.booked(principal, accountId, query, disclosed)
      : this.pending(principal, accountId, query, disclosed);
  }

  private async booked(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
  ): Promise<AccountReport> {
    const page = this.page<[date: string, reference: string]>(principal, accountId, query);
    const [afterDate = null, afterReference = null] = page.after ?? [];
    const { account, booked } = await this.bookedPage(
      [principal.psuId, principal.granted, accountId, ...page.fixed, afterDate, afterReference, page.take, disclosed.balances],
      disclosed,
    );
    const [, date, reference] = pageKey(account);
    return { account: account && new JsonText(account.account), booked, ...page.links(account?.found ?? 0, [date, reference]) };
  }

  /** From texts, where all are there: they leave out the owner's name, and follow what is booked by seconds. */
  private async bookedPage(
    asked: BookedParameters,
    disclosed: DisclosedFields,
  ): Promise<{ readonly account?: AccountPage; readonly booked?: JsonText }> {
    if (!disclosed.ownerName) {
      const account = await this.database.row(bookedTexts, ...asked);
      if (!account) return {};
      if (account.members !== null) return { account, booked: listOfTexts(account.found, account.members, disclosed) };
    }
    const account = await this.database.row(bookedPage, ...asked, disclosed.ownerName);
    return { account, booked: list(account?.booked) };
  }

  private async pending(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
  ): Promise<AccountReport> {
    const page = this.page<[kind: string, date: string, reference: string]>(principal, accountId, query);
    const [afterKind = null, afterDate = null, afterReference = null] = page.after ?? [];
    const account = await this.database.row(
      pendingPage,
      principal.psuId,
      principal.granted,
      accountId,
      ...page.fixed,
      afterDate,
      afterReference,
      page.take,
      disclosed.balances,
      disclosed.ownerName,
      afterKind,
      query.bookingStatus !== 'pending',
    );
    return {
      account: account && new JsonText(account.account),
      ...(account && listsOf(account, query)),
      ...page.links(account?.found ?? 0, pageKey(account)),
    };
  }

  /** The list is empty and has no second page. */
  private async information(principal: CustomerPrincipal, accountId: string, query: TransactionsQuery): Promise<AccountReport> {
    const { account } = await this.accounts.balances(principal, accountId);
    const { first } = keysetPage(this.cursors, principal, transactionsPath(accountId), query).links(0, []);
    return { account, information: noStandingOrders, first };
  }

  private page<Key extends readonly string[]>(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
  ): KeysetPage<Key, [from: string, to: string]> {
    const { from, to } = periodOf(query, this.clock.today(), everSince);
    return keysetPage(this.cursors, principal, transactionsPath(accountId), query, [from!, to]);
  }
}

const listOfTexts = (found: number, members: Buffer, { balances }: DisclosedFields): JsonText =>
  found === 0 ? list(members)! : new JsonText('[{', members, balances ? between.balances.slice(0, -2) : '}', ']');

const pageKey = (page: AccountPage | undefined): [kind: string, date: string, reference: string] => [
  String(page?.lastKind ?? ''),
  String(page?.lastDate ?? ''),
  String(page?.lastReference ?? ''),
];

/** The lists of a booking status that asks for pending entries. */
const listsOf = (
  { booked, pending }: EntryPage,
  { bookingStatus }: TransactionsQuery,
): Pick<AccountReport, 'booked' | 'pending' | 'information'> => ({
  pending: list(pending),
  ...(bookingStatus !== 'pending' && { booked: list(booked) }),
  ...(bookingStatus === 'all' && { information: noStandingOrders }),
});
