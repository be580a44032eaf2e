import { ServiceSettings } from '@open-banking/config';
import { Injectable } from '@nestjs/common';
import { beginOfList, firstPage, listAddress, orderOfFormat, pageSize, type CustomerPrincipal } from '@open-banking/access';
import { BankClock, Cursors, Database, purgeAll } from '@open-banking/database';
import { JsonText, RecurringWork, type RequestContext } from '@open-banking/http';
import { monthsAfter, Refusal } from '@open-banking/messages';
import { ConsentTermSettings } from '../consent-term.settings.js';
import {
  everSince,
  list,
  noStandingOrders,
  transactionsPath,
  type AccountReport,
  type PartOfList,
  type DisclosedFields,
} from './account-report.js';
import { AccountStatementsService, lastKey } from './account-statements.service.js';
import { ChangeCursors, type AskedChanges } from './change-cursor.js';
import { beforeAll, listsOf, type PlaceInReport, type ChangePosition } from './changes.js';
import {
  bookingDayOf,
  changesPage,
  forgetRemovals,
  forgetReports,
  keepReached,
  keepReport,
  lastReport,
  type ChangesPage,
} from './changes.statements.js';
import type { TransactionsQuery } from './transactions.messages.js';

const dayMs = 86_400_000;
const nowhere = [null, null, null] as const;
/** The account's last entry, whatever its day. */
const endOfTime = '9999-12-31';

/** A page of a report, and where the report ends. */
interface ReportPage {
  readonly account: Buffer;
  readonly lists: Pick<AccountReport, 'removed' | 'pending' | 'booked' | 'information'>;
  readonly found: number;
  readonly to: ChangePosition;
  /** The last entry of the page, where there is another one. */
  readonly last: PlaceInReport;
  readonly frame?: PartOfList['frame'];
}

/** Lists what has changed on an account since an entry, or since a report (docs/decisions/0088). */
@Injectable()
export class ChangesService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly service: ServiceSettings,
    private readonly term: ConsentTermSettings,
    private readonly statements: AccountStatementsService,
  ) {}

  async report(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
    context: RequestContext,
  ): Promise<AccountReport> {
    refuseRemovalsInStatement(principal, query);
    const address = listAddress(principal, transactionsPath(accountId), query);
    const cursors = new ChangeCursors(this.cursors, address);
    const asked = await this.asked(principal, accountId, query, context, cursors);
    const take = pageSize(principal, query.limit) + 1;
    const page = asked && (await this.page(principal, accountId, query, disclosed, asked, take));
    if (!asked || !page) return { first: address.pathWith() };
    const { to } = page;
    const isLast = page.found < take;
    if (asked.isRemembered) this.remember(principal, accountId, query, context, asked, isLast ? to : undefined);
    const now = this.clock.now();
    return {
      account: new JsonText(page.account),
      ...page.lists,
      first: query.entryReferenceFrom === undefined ? cursors.since(asked.since, now) : address.pathWith(),
      ...(!isLast && { next: cursors.next(asked, to, page.last) }),
      ...(isLast && query.deltaList === 'true' && { changes: cursors.since(to, now) }),
      part: { ...this.part(asked, query), frame: page.frame },
    };
  }

  /** Forgets what no consent that is still valid has seen pending, and reports as old. */
  @RecurringWork('forget-pending-removals', { everyMs: 3_600_000 })
  async forget(): Promise<void> {
    for (const statement of [forgetRemovals, forgetReports]) await purgeAll(this.database, statement, this.notBefore());
  }

  /** Undefined: there is no such account, or none covered. */
  private async asked(
    principal: CustomerPrincipal,
    accountId: string,
    { cursor, entryReferenceFrom, dateFrom, bookingStatus }: TransactionsQuery,
    { requestId }: RequestContext,
    cursors: ChangeCursors,
  ): Promise<AskedChanges | undefined> {
    if (cursor !== undefined) return cursors.open(cursor, principal, this.notBefore());
    const start = { began: firstPage(principal), order: orderOfFormat(principal) };
    if (entryReferenceFrom !== undefined) {
      const found = await this.database.row(bookingDayOf, principal.psuId, principal.granted, accountId, entryReferenceFrom);
      return found && { ...start, since: beforeAll(this.served(found.day), entryReferenceFrom), isRemembered: false };
    }
    const isRemembered = true;
    if (dateFrom !== undefined) return { ...start, since: beforeAll(dateFrom), isRemembered };
    const last = await this.database.row(lastReport, principal.consent.id, accountId, bookingStatus, this.notBefore());
    // A UUID in other letters is the same one (RFC 9562 §4).
    const isRepeated = last?.requestId.toLowerCase() === requestId.toLowerCase();
    const seen = isRepeated ? last.since : last?.reached;
    return { ...start, since: (seen as ChangePosition | null | undefined) ?? beforeAll(this.earliest()), isRemembered };
  }

  private page(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
    asked: AskedChanges,
    take: number,
  ): Promise<ReportPage | undefined> {
    return asked.order === 'oldestFirst'
      ? this.bookedOldestFirst(principal, accountId, disclosed, asked, take)
      : this.newestFirst(principal, accountId, query, disclosed, asked, take);
  }

  private async newestFirst(
    principal: CustomerPrincipal,
    accountId: string,
    query: TransactionsQuery,
    disclosed: DisclosedFields,
    { since, to, after }: AskedChanges,
    take: number,
  ): Promise<ReportPage | undefined> {
    const page = await this.database.row(
      changesPage,
      principal.psuId,
      principal.granted,
      accountId,
      ...since,
      listsOf(query),
      take,
      disclosed.balances,
      disclosed.ownerName,
      ...(to ?? nowhere),
      ...(after ?? nowhere),
    );
    if (!page) return undefined;
    const { account, found, toDay, toReference, toChange } = page;
    const end: ChangePosition = [String(toDay), String(toReference), String(toChange)];
    return { account, lists: listsIn(page, query), found, to: end, last: placeInReport(page) };
  }

  /** For statements: what was booked, and nothing else. */
  private async bookedOldestFirst(
    principal: CustomerPrincipal,
    accountId: string,
    disclosed: DisclosedFields,
    { since, to, after }: AskedChanges,
    take: number,
  ): Promise<ReportPage | undefined> {
    const frame = to ? undefined : await this.statements.frame(principal, accountId, endOfTime, everSince);
    const end = to ?? lastPosition(since, frame);
    const place = after ? ([after[1], after[2]] as const) : ([since[0], since[1]] as const);
    const page = await this.statements.between(principal, accountId, [place, [end[0], end[1]]], take, disclosed);
    if (!page) return undefined;
    return {
      account: page.account,
      lists: { booked: list(page.booked)! },
      found: page.found,
      to: end,
      last: ['booked', ...lastKey(page)],
      frame,
    };
  }

  /** Once the read is counted: one that is refused after all has reported nothing. `reached`: at the end of the last page. */
  private remember(
    principal: CustomerPrincipal,
    accountId: string,
    { bookingStatus, cursor }: TransactionsQuery,
    context: RequestContext,
    { since }: AskedChanges,
    reached: ChangePosition | undefined,
  ): void {
    const { beforeAnswer, requestId } = context;
    const key = [principal.consent.id, accountId, bookingStatus] as const;
    context.beforeAnswer = async () => {
      await beforeAnswer?.();
      if (cursor === undefined) await this.database.rows(keepReport, ...key, requestId, since, reached ?? null, this.clock.now());
      else if (reached) await this.database.rows(keepReached, ...key, reached, this.clock.now());
    };
  }

  private part({ began, after, order }: AskedChanges, { dateFrom }: TransactionsQuery): PartOfList {
    const { at, number } = beginOfList(began);
    return { began: at, number, order, isFirst: after === undefined, from: dateFrom, to: this.clock.dayOf(at) };
  }

  /** The day of the entry that a list begins after, if entries of that day are served. */
  private served(day: string | null): string {
    const [code, text] =
      day === null
        ? (['FORMAT_ERROR', 'No booked entry of this account has this reference. Begin with dateFrom, or with deltaList.'] as const)
        : (['PERIOD_INVALID', `The entry is too old. Entries from ${this.earliest()} on are served.`] as const);
    if (day === null || day < this.earliest()) throw new Refusal([{ code, path: 'entryReferenceFrom', text }]);
    return day;
  }

  private earliest(): string {
    return monthsAfter(this.clock.today(), -this.service.historyMonths);
  }

  /** No consent that is valid was created before. */
  private notBefore(): Date {
    return new Date(this.clock.now().getTime() - (this.term.consentDays + 1) * dayMs);
  }
}

/** The position of the account's last entry, where that is later. Nothing that is pending is looked at. */
function lastPosition(since: ChangePosition, frame: PartOfList['frame']): ChangePosition {
  const [day, reference, change] = since;
  if (!frame?.lastDate || !frame.lastReference) return since;
  const isLater = frame.lastDate > day || (frame.lastDate === day && frame.lastReference > reference);
  return isLater ? [frame.lastDate, frame.lastReference, change] : since;
}

/** camt.053 has no status for an entry that is pending no longer. */
function refuseRemovalsInStatement({ format }: CustomerPrincipal, query: TransactionsQuery): void {
  if (format !== 'application/xml' || query.deltaList !== 'true' || query.bookingStatus === 'booked') return;
  const text =
    'A camt.053 statement cannot say that an entry is no longer pending. Ask for bookingStatus=booked, for JSON or CSV, or use entryReferenceFrom.';
  throw new Refusal([{ code: 'PARAMETER_NOT_CONSISTENT', path: 'deltaList', text }]);
}

const listsIn = (
  { removed, pending, booked }: ChangesPage,
  query: TransactionsQuery,
): Pick<AccountReport, 'removed' | 'pending' | 'booked' | 'information'> => ({
  ...(query.bookingStatus !== 'booked' && { pending: list(pending) }),
  ...(query.bookingStatus !== 'booked' && query.deltaList === 'true' && { removed: list(removed) }),
  ...(query.bookingStatus !== 'pending' && { booked: list(booked) }),
  ...(query.bookingStatus === 'all' && { information: noStandingOrders }),
});

const placeInReport = ({ lastKind, lastDate, lastReference }: ChangesPage): PlaceInReport => [
  String(lastKind),
  String(lastDate),
  String(lastReference),
];
