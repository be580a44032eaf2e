import { Injectable } from '@nestjs/common';
import type {
  ClearingPosting,
  InstructedPage,
  InstructedPayment,
  PostingPage,
  ReconciledPeriod,
  SettledEntries,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { daysAfter, Refusal } from '@open-banking/messages';
import { CalendarService, LedgerSettings } from '@open-banking/ais-pis-ledger';
import { refuseUnknownProducts, PaymentProducts } from '@open-banking/ais-pis-payments';
import { collections } from './reconciliation.messages.js';
import {
  bookedByCore,
  instructedOfIds,
  instructedPayments,
  postingsOfSubjects,
  rejectedTransfers,
  settledPostings,
  type InstructedRow,
  type PostingRow,
} from './reconciliation.statements.js';

/** So few that a page is read within the time of a statement. */
const pageSize = 1_000;
const lowestId = '00000000-0000-0000-0000-000000000000';
/** Kinds of postings that clearing settles by an entry of their own; payments it settles as it was instructed. */
const settledAlone: ReadonlySet<string> = new Set(['PAYMENT_RETURNED', 'CREDIT_TRANSFER', 'COLLECTION', 'COLLECTION_REFUNDED']);

/** The bank's side of a reconciliation with clearing: read page by page over a period, by index. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly calendar: CalendarService,
    private readonly products: PaymentProducts,
    private readonly ledgerSettings: LedgerSettings,
  ) {}

  /** Instructions of the period, and those before it that clearing may settle in it. */
  async instructed(query: ReconciledPeriod): Promise<InstructedPage> {
    const { from, until } = this.#period(query);
    const [afterDay, afterId] = query.after?.split(' ') ?? [this.#firstSettledIn(from), lowestId];
    const rows = await this.database.rows(instructedPayments, afterDay!, afterId!, until, pageSize);
    const last = rows.length === pageSize ? rows.at(-1) : undefined;
    return {
      from,
      until,
      ledger: this.ledgerSettings.ledger,
      instructed: rows.filter(({ product }) => isChosen(product, query)).map((row) => this.#dated(row)),
      ...(last && { next: `${last.instructedOn} ${last.instructionId}` }),
    };
  }

  /** Postings of the period that have an entry of their own, and those that belong to nothing that clearing was told. */
  async postings(query: ReconciledPeriod): Promise<PostingPage> {
    const { from, until } = this.#period(query);
    const [afterDay, afterId] = query.after?.split(' ') ?? [from, lowestId];
    const rows = await this.database.rows(settledPostings, afterDay!, afterId!, until, pageSize);
    const last = rows.length === pageSize ? rows.at(-1) : undefined;
    return {
      postings: rows
        .flatMap((row) => settledPosting(row as PostingRow))
        .filter(({ product, isKnown, kind }) => isChosen(product, query) && (settledAlone.has(kind) || !isKnown)),
      ...(last && { next: `${last.bookingDate} ${last.postingId}` }),
    };
  }

  async find(ids: readonly string[]): Promise<SettledEntries> {
    const [instructed, postings, byCore, rejected] = await Promise.all([
      this.database.rows(instructedOfIds, ids),
      this.database.rows(postingsOfSubjects, ids),
      this.database.rows(bookedByCore, ids),
      this.database.rows(rejectedTransfers, ids),
    ]);
    return {
      instructed: instructed.map((row) => this.#dated(row)),
      postings: [...postings.flatMap((row) => settledPosting(row as PostingRow)), ...byCore],
      rejected,
    };
  }

  #dated(row: InstructedRow): InstructedPayment {
    return { ...row, settlementDate: this.calendar.settlementDay(this.products.daysOf(row.product), row.currency, row.instructedOn) };
  }

  #period({ from, until = this.clock.today(), products = [] }: ReconciledPeriod): { from: string; until: string } {
    refuseUnknownProducts(this.products, Object.fromEntries(products.map((product, at) => [`/products/${at}`, product])), [collections]);
    const first = from ?? until;
    if (first > until)
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/from', text: `Must not be after the end of the period, ${until}.` }]);
    return { from: first, until };
  }

  /** The earliest day whose instructions may be settled on this day or later: of the slowest product, on days that are business days for all. */
  #firstSettledIn(day: string): string {
    const slowest = Math.max(1, ...this.products.offered.map((product) => inDays(this.products.schemeOfPayment(product).settlement)));
    const products = this.products.known.map((product) => this.products.daysOf(product));
    const isOpen = (one: string): boolean =>
      this.calendar.isBusinessDayForAll(one) && products.every((product) => this.calendar.isBusinessDay('XXX', one, product));
    let open = 0;
    // Products that are never open on the same day: no calendar is without a business day for longer than a month.
    for (let back = 1; back <= 31 * (slowest + 1); back += 1) {
      if (isOpen(daysAfter(day, -back)) && ++open > slowest) return daysAfter(day, 1 - back);
    }
    return daysAfter(day, -31 * (slowest + 1));
  }
}

const inDays = (settlement: 'instant' | number): number => (settlement === 'instant' ? 0 : settlement);
const isChosen = (product: string, { products }: ReconciledPeriod): boolean => products?.includes(product) ?? true;

/** A posting with a leg that clearing settles; none of it where it has none. */
function settledPosting({ postingId: _, product, ...row }: PostingRow): ClearingPosting[] {
  return (row.amount as string | null) === null ? [] : [{ ...row, product: product ?? collections }];
}
