import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { isDate } from '@open-banking/messages';
import type { Customer, PageResult, Visit } from '../visit/customer-router.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { CustomerReceiptsService } from './customer-receipts.service.js';
import { receiptsPage, type ReceiptsProblem } from './receipts.pages.js';

/** What an address asks for. Where it asks for what there is not, the nearest there is, and why. */
interface ReceiptsQuery {
  readonly day: string;
  /** The place of the last receipt that was shown. */
  readonly after: number;
  readonly problem?: ReceiptsProblem;
}

const beforeFirst = -1;

/** The page and the file of a day's receipts. */
@Injectable()
export class ReceiptViewsService {
  constructor(
    private readonly clock: BankClock,
    private readonly receipts: CustomerReceiptsService,
    private readonly visits: CustomerVisitsService,
  ) {}

  show(visit: Visit, customer: Customer): Promise<PageResult> {
    return this.page(visit, customer, this.asked(visit, visit.search.get('day') ?? this.today));
  }

  /** A page says why, where there is no file. */
  async download(visit: Visit, customer: Customer): Promise<PageResult> {
    const asked = this.asked(visit, visit.params['day'] ?? '');
    if (asked.problem) return this.page(visit, customer, asked);
    const { day, after } = asked;
    const file = await this.receipts.file(customer.psuId, day, after);
    return file
      ? { download: JSON.stringify(file, undefined, 1), fileName: `receipts-${day}.json` }
      : this.page(visit, customer, { day, after: beforeFirst, problem: 'noFile' });
  }

  private async page(visit: Visit, customer: Customer, { day, after, problem }: ReceiptsQuery): Promise<PageResult> {
    const [found, header] = await Promise.all([this.receipts.ofDay(customer.psuId, day, after), this.visits.header(visit, customer)]);
    const further = after > beforeFirst;
    return {
      text: receiptsPage(visit.frame, { ...found, day, further, timeZone: this.clock.timeZone, problem }, header),
      refused: problem !== undefined,
    };
  }

  private asked({ search }: Visit, day: string): ReceiptsQuery {
    if (!isDate(day)) return { day: this.today, after: beforeFirst, problem: 'noSuchDay' };
    const after = search.get('after');
    if (after === null) return { day, after: beforeFirst };
    return isPlace.test(after) ? { day, after: Number(after) } : { day, after: beforeFirst, problem: 'noSuchPlace' };
  }

  private get today(): string {
    return this.clock.dayOf(new Date());
  }
}

const isPlace = /^\d{1,12}$/;
