import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { WhenDue } from '@open-banking/service';
import { businessDays, businessDaysAfter, settlementDay, type IsBusinessDay } from './business-day.js';
import { holidays, restDays } from './calendar.statements.js';

/** The settlement calendar by currency: a few hundred rows, cached here and read again every minute. */
@Injectable()
export class CalendarService implements OnModuleInit {
  private known: IsBusinessDay = () => {
    throw new Error('The calendar has not been read yet');
  };

  constructor(private readonly database: Database) {}

  onModuleInit(): Promise<void> {
    return this.read();
  }

  @WhenDue()
  async read(): Promise<void> {
    const [rest, off] = await Promise.all([this.database.rows(restDays), this.database.rows(holidays)]);
    this.known = businessDays({ restDays: rest, holidays: off });
  }

  readonly isBusinessDay: IsBusinessDay = (currency, day) => this.known(currency, day);

  businessDaysAfter(count: number, currency: string, day: string): string {
    return businessDaysAfter(count, currency, day, this.isBusinessDay);
  }

  settlementDay(settlement: 'instant' | number, currency: string, sentOn: string): string {
    return settlementDay(settlement, currency, sentOn, this.isBusinessDay);
  }
}
