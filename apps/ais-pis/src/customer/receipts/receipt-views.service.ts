import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { isDate } from '@open-banking/messages';
import type { Customer, Shows, Visit } from '../visit/customer-router.js';
import { CustomerReceiptsService } from './customer-receipts.service.js';
import { receiptsAt, receiptsPage } from './receipts.pages.js';

/** The page and the file of a day's receipts. */
@Injectable()
export class ReceiptViewsService {
  constructor(
    private readonly clock: BankClock,
    private readonly receipts: CustomerReceiptsService,
  ) {}

  async show({ frame, search }: Visit, { psuId }: Customer): Promise<Shows> {
    const day = dayOf(search.get('day')) ?? this.clock.dayOf(new Date());
    const found = await this.receipts.ofDay(psuId, day, placeOf(search));
    return { text: receiptsPage(frame, { ...found, day, timeZone: this.clock.timeZone }) };
  }

  async download({ params: { day: asked = '' }, search }: Visit, { psuId }: Customer): Promise<Shows> {
    const day = dayOf(asked);
    const file = day && (await this.receipts.file(psuId, day, placeOf(search)));
    return file ? { download: JSON.stringify(file, undefined, 1), fileName: `receipts-${day}.json` } : { goTo: receiptsAt };
  }
}

const dayOf = (text: string | null): string | undefined => (text !== null && isDate(text) ? text : undefined);

/** The place of the last receipt that was shown; before the first: -1. */
const placeOf = (search: URLSearchParams): number => (/^\d{1,12}$/.test(search.get('after') ?? '') ? Number(search.get('after')) : -1);
