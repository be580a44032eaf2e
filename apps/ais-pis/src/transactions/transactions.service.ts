import { Injectable } from '@nestjs/common';
import {
  permissionNotGranted,
  type CustomerReader,
  type KeysetPage,
  keysetPage,
  type PageLinks,
  permits,
  showsOwner,
  statementNeedsBalances,
} from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { type Answer, JsonText, jsonText, periodOf, type StatementFormat } from '@open-banking/http';
import { statementPage } from '@open-banking/http/statements';
import { linksTo, Refusal } from '@open-banking/messages';
import { AccountsService } from '../accounts/accounts.service.js';
import { accountStatement, accountTable } from './account-statement.js';
import type { Transactions, TransactionsQuery } from './transactions.messages.js';
import {
  balanceOnDay,
  between,
  bookedPage,
  bookedTexts,
  pendingPage,
  type AccountPage,
  type BookedParameters,
  type EntryPage,
} from './transactions.statements.js';

interface Report extends PageLinks {
  /** As PostgreSQL writes it, or as an object. */
  readonly account?: JsonText | object;
  /** Lists as PostgreSQL writes them; undefined where the request did not ask for one. */
  readonly booked?: JsonText;
  readonly pending?: JsonText;
  readonly information?: JsonText;
}

/** The parts of an entry that the consent must grant separately. */
interface Shows {
  readonly balances: boolean;
  readonly ownerName: boolean;
}

const everSince = '0001-01-01';
/** This bank has no standing orders. */
const noStandingOrders = new JsonText('[]');

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly accounts: AccountsService,
  ) {}

  list(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<JsonText<Transactions> | Answer<string>> {
    return reader.format ? this.statement(reader.format, reader, accountId, query) : this.json(reader, accountId, query);
  }

  private async json(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<JsonText<Transactions>> {
    const withBalances = query.withBalance === 'true';
    const shows: Shows = { balances: permits(reader, 'balances', accountId), ownerName: showsOwner(reader, accountId) };
    if (withBalances && !shows.balances) throw permissionNotGranted('balances', 'withBalance');
    const { account, booked, pending, information, first, next } = await this.report(reader, accountId, query, shows);
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return jsonText({
      account,
      transactions: {
        booked,
        pending,
        information,
        _links: linksTo({ account: `/v1.7/accounts/${accountId}`, first, next }),
      },
      balances: withBalances ? (await this.accounts.balances(reader, accountId)).balances : undefined,
    });
  }

  /** Says what the list in JSON says to this reader, and for camt.053 the balances around its entries. */
  private async statement(
    format: StatementFormat,
    reader: CustomerReader,
    accountId: string,
    query: TransactionsQuery,
  ): Promise<Answer<string>> {
    const list = (await this.json(reader, accountId, query)).toJSON() as Transactions;
    const next = list.transactions._links.next?.href;
    if (format === 'text/csv') return statementPage(format, accountTable(list), next);
    if (!permits(reader, 'balances', accountId)) throw statementNeedsBalances();
    const { began, number, after, fixed } = this.page(reader, accountId, query);
    const [from, to] = fixed;
    const { account } = await this.accounts.one(reader, accountId, {});
    const atEnd = list.transactions.booked?.length
      ? undefined
      : await this.database.row(balanceOnDay, reader.psuId, reader.granted, accountId, to);
    const text = accountStatement({
      of: [pathOf(accountId), reader.consent.id, query.bookingStatus],
      createdAt: began,
      page: number,
      isFirst: after === undefined,
      isLast: next === undefined,
      from: query.dateFrom === undefined ? undefined : from,
      to,
      list,
      account,
      atEnd,
    });
    return statementPage(format, text, next);
  }

  private report(reader: CustomerReader, accountId: string, query: TransactionsQuery, shows: Shows): Promise<Report> {
    if (query.bookingStatus === 'booked') return this.booked(reader, accountId, query, shows);
    return query.bookingStatus === 'information'
      ? this.information(reader, accountId, query)
      : this.pending(reader, accountId, query, shows);
  }

  private async booked(reader: CustomerReader, accountId: string, query: TransactionsQuery, shows: Shows): Promise<Report> {
    const page = this.page<[date: string, reference: string]>(reader, accountId, query);
    const [afterDate = null, afterReference = null] = page.after ?? [];
    const { account, booked } = await this.bookedPage(
      [reader.psuId, reader.granted, accountId, ...page.fixed, afterDate, afterReference, page.take, shows.balances],
      shows,
    );
    const [, date, reference] = keyOf(account);
    return { account: account && new JsonText(account.account), booked, ...page.links(account?.found ?? 0, [date, reference]) };
  }

  /** From texts, where all are there: they leave out the owner's name, and follow what is booked by seconds. */
  private async bookedPage(asked: BookedParameters, shows: Shows): Promise<{ readonly account?: AccountPage; readonly booked?: JsonText }> {
    if (!shows.ownerName) {
      const account = await this.database.row(bookedTexts, ...asked);
      if (!account) return {};
      if (account.members !== null) return { account, booked: listOfTexts(account.found, account.members, shows) };
    }
    const account = await this.database.row(bookedPage, ...asked, shows.ownerName);
    return { account, booked: list(account?.booked) };
  }

  private async pending(reader: CustomerReader, accountId: string, query: TransactionsQuery, shows: Shows): Promise<Report> {
    const page = this.page<[kind: string, date: string, reference: string]>(reader, accountId, query);
    const [afterKind = null, afterDate = null, afterReference = null] = page.after ?? [];
    const account = await this.database.row(
      pendingPage,
      reader.psuId,
      reader.granted,
      accountId,
      ...page.fixed,
      afterDate,
      afterReference,
      page.take,
      shows.balances,
      shows.ownerName,
      afterKind,
      query.bookingStatus !== 'pending',
    );
    return {
      account: account && new JsonText(account.account),
      ...(account && listsOf(account, query)),
      ...page.links(account?.found ?? 0, keyOf(account)),
    };
  }

  /** The list is empty and has no second page. */
  private async information(reader: CustomerReader, accountId: string, query: TransactionsQuery): Promise<Report> {
    const { account } = await this.accounts.balances(reader, accountId);
    const { first } = keysetPage(this.cursors, reader, pathOf(accountId), query).links(0, []);
    return { account, information: noStandingOrders, first };
  }

  private page<Key extends readonly string[]>(
    reader: CustomerReader,
    accountId: string,
    query: TransactionsQuery,
  ): KeysetPage<Key, [from: string, to: string]> {
    const { from, to } = periodOf(query, this.clock.today(), everSince);
    return keysetPage(this.cursors, reader, pathOf(accountId), query, [from!, to]);
  }
}

const pathOf = (accountId: string): string => `/v1.7/accounts/${accountId}/transactions`;

/** A list without entries is an empty array. */
const list = (entries: Buffer | undefined): JsonText | undefined => (entries === undefined ? undefined : new JsonText('[', entries, ']'));

const listOfTexts = (found: number, members: Buffer, { balances }: Shows): JsonText =>
  found === 0 ? list(members)! : new JsonText('[{', members, balances ? between.balances.slice(0, -2) : '}', ']');

const keyOf = (page: AccountPage | undefined): [kind: string, date: string, reference: string] => [
  String(page?.lastKind ?? ''),
  String(page?.lastDate ?? ''),
  String(page?.lastReference ?? ''),
];

/** The lists of a booking status that asks for pending entries. */
const listsOf = (
  { booked, pending }: EntryPage,
  { bookingStatus }: TransactionsQuery,
): Pick<Report, 'booked' | 'pending' | 'information'> => ({
  pending: list(pending),
  ...(bookingStatus !== 'pending' && { booked: list(booked) }),
  ...(bookingStatus === 'all' && { information: noStandingOrders }),
});
