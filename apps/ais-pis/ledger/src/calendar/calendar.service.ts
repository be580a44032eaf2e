import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import { BankClock, Database, type Queries } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import {
  businessCalendar,
  businessDaysAfter,
  type BusinessCalendar,
  type CurrentCalendar,
  type IsBusinessDay,
  type ProductDays,
} from './business-day.js';
import {
  calendarVersion,
  daysLeft,
  filledYears,
  fillYears,
  holidays,
  productRestDays,
  restDays,
  shortDays,
} from './calendar.statements.js';
import { currenciesByRule, daysByRule, yearOf } from './generated-years.js';

const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.status === 503;

/** Years that are filled by rule after the current one, so that the bank can change them ahead of time. */
const yearsAhead = 10;

/**
 * The calendars of currencies and products: a few hundred rows, cached here and read again every minute. A transaction that moves money asks
 * for the `current` one.
 */
@Injectable()
export class CalendarService implements OnModuleInit, BackgroundWorker, BusinessCalendar, CurrentCalendar {
  private known: { readonly version: string; readonly calendar: BusinessCalendar } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  /** On the schema of the last release the service starts and is not ready; the calendar is read once the schema is there. */
  async onModuleInit(): Promise<void> {
    await this.read().catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
  }

  async startWork({ gauge }: Pick<WorkerContext, 'gauge'>): Promise<void> {
    gauge(
      {
        name: 'openbank_calendar_days_left',
        help: 'Days until the last loaded holiday of a currency whose calendar no rule continues; 0 where none is to come.',
        labels: ['currency'],
      },
      async () =>
        (await this.database.rows(daysLeft, this.clock.today(), currenciesByRule)).map(({ currency, days }) => ({
          labels: { currency },
          value: days,
        })),
    );
  }

  @WhenDue()
  async read(): Promise<void> {
    const version = await this.database.row(calendarVersion);
    await this.readFrom(this.database, version!.version);
  }

  /** The calendar as a transaction finds it now: read again only where it has changed, however short ago. */
  async current(source: Queries): Promise<BusinessCalendar> {
    const { version } = (await source.row(calendarVersion))!;
    return this.known?.version === version ? this.known.calendar : this.readFrom(source, version);
  }

  /** The version is older than the rows or the same, never newer: at worst the rows are read once more. */
  private async readFrom(source: Queries, version: string): Promise<BusinessCalendar> {
    const calendar = businessCalendar({
      restDays: await source.rows(restDays),
      holidays: await source.rows(holidays),
      shortDays: await source.rows(shortDays),
      productRestDays: await source.rows(productRestDays),
      filledYears: await source.rows(filledYears),
    });
    this.known = { version, calendar };
    return calendar;
  }

  /** Fills the coming years by rule. Until a year is filled, `read` goes by the same rule. */
  @WhenDue()
  async fill(): Promise<void> {
    const [filled, first] = [await this.database.rows(filledYears), yearOf(this.clock.today())];
    const known = new Set(filled.map(({ currency, year }) => `${currency} ${year}`));
    const missing = Array.from({ length: yearsAhead + 1 }, (_, ahead) => first + ahead).flatMap((year) =>
      currenciesByRule.flatMap((currency) => (known.has(`${currency} ${year}`) ? [] : [{ currency, year }])),
    );
    if (missing.length === 0) return;
    const days = [...new Set(missing.map(({ year }) => year))].flatMap((year) => daysByRule(year).map((day) => ({ ...day, year })));
    await this.database.transaction((tx) => tx.rows(fillYears, JSON.stringify(missing), JSON.stringify(days)));
    await this.read();
  }

  readonly isBusinessDay: IsBusinessDay = (currency, day, product) => this.calendar.isBusinessDay(currency, day, product);

  readonly endOfDay = (currency: string, day: string): string | undefined => this.calendar.endOfDay(currency, day);

  readonly isBusinessDayForAll = (day: string): boolean => this.calendar.isBusinessDayForAll(day);

  businessDaysAfter(count: number, currency: string, day: string, product?: ProductDays): string {
    return businessDaysAfter(count, day, (one) => this.isBusinessDay(currency, one, product));
  }

  /** The day on which the creditor's bank receives a payment sent on `sentOn`. Instant payments arrive on any day. */
  settlementDay(product: ProductDays & { readonly settlement: 'instant' | number }, currency: string, sentOn: string): string {
    return product.settlement === 'instant' ? sentOn : this.businessDaysAfter(product.settlement, currency, sentOn, product);
  }

  private get calendar(): BusinessCalendar {
    if (!this.known) throw new Refusal('SERVICE_UNAVAILABLE', 'The calendar has not been read yet');
    return this.known.calendar;
  }
}
