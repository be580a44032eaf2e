import { Injectable } from '@nestjs/common';
import { clockTime, localeOf, type WaitingPlace } from '@open-banking/pages';
import { BankClock } from '@open-banking/database';
import type { Customer, Visit } from './customer-router.js';
import { undoneOutcomes } from './undone-outcomes.js';
import type { PageHeader } from './page-header.js';

/** The number of things that wait for a customer in each place of the pages. */
export abstract class PendingCounts {
  /** `known`: the counts that the caller has already made. */
  abstract countsFor(psuId: string, known: Partial<Record<WaitingPlace, number>>): Promise<Record<WaitingPlace, number>>;
}

/** Provides the header data of every page. */
@Injectable()
export class CustomerVisitsService {
  constructor(
    private readonly clock: BankClock,
    private readonly pending: PendingCounts,
  ) {}

  /** `known`: the counts that a list has already made. */
  async header(
    { frame, csrf, done }: Visit,
    { psuId, name, until }: Customer,
    known: Partial<Record<WaitingPlace, number>> = {},
  ): Promise<PageHeader> {
    const words = localeOf(frame.language).customer;
    return {
      customerName: name,
      signedInUntil: clockTime(until, frame.language, this.clock.timeZone),
      csrf,
      waiting: await this.pending.countsFor(psuId, known),
      ...(done !== undefined &&
        Object.hasOwn(words.done, done) && {
          done: { says: words.done[done as keyof typeof words.done], isDone: !undoneOutcomes.includes(done) },
        }),
    };
  }
}
