import { Injectable } from '@nestjs/common';
import { everyContracts, ServesInternal, type AvailabilityRecord } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { outagesOf, performanceOf } from '@open-banking/spec';
import { answersSince, bankDays, readyPeriodsSince } from './availability.statements.js';

const dayMs = 86_400_000;
const reportedDays = 90;
/** A service that has started more often in 90 days is shown from the oldest of these periods on. */
const maxPeriods = 5_000;
const maxOutages = 500;
/** However many ask, the database is read once in this time. */
const keptForMs = 30_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Reports to the portal how available this service was in the last 90 days: the figures of the availability report, of one service. */
@Injectable()
export class AvailabilityInternal {
  #last?: { readonly at: number; readonly record: Promise<AvailabilityRecord> };

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(everyContracts.readAvailability)
  read(): Promise<AvailabilityRecord> {
    const at = performance.now();
    if (!this.#last || at - this.#last.at >= keptForMs) {
      const record = this.record();
      this.#last = { at, record };
      // A failed reading is not kept.
      record.catch(() => (this.#last = undefined));
    }
    return this.#last.record;
  }

  /** Days are real ones, wherever a sandbox has moved the bank's clock to. */
  private async record(): Promise<AvailabilityRecord> {
    const now = Date.now();
    const [first, last] = [this.clock.dayOf(new Date(now - (reportedDays - 1) * dayMs)), this.clock.dayOf(new Date(now))];
    const days = await this.database.rows(bankDays, first, last, this.clock.timeZone);
    const [periods, answers] = await Promise.all([
      this.database.rows(readyPeriodsSince, new Date(days[0]!.from), maxPeriods),
      this.database.rows(answersSince, first),
    ]);
    const byDay = Map.groupBy(answers, ({ day }) => day);
    return {
      now: iso(now),
      ...(periods.length > 0 && { knownSince: iso(Math.min(...periods.map(({ begunAt }) => begunAt))) }),
      outages: outagesOf(periods, now)
        .slice(-maxOutages)
        .map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
      total: performanceOf(answers),
      days: days.map(({ day, from, to }) => ({ day, from: iso(from), to: iso(to), ...performanceOf(byDay.get(day) ?? []) })),
    };
  }
}
