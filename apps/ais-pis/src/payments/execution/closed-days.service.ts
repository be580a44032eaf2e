import { Inject, Injectable } from '@nestjs/common';
import { BankClock, type Transaction } from '@open-banking/database';
import { businessDaysAfter, type BusinessCalendar } from '../../calendar/business-day.js';
import { CalendarService } from '../../calendar/calendar.service.js';
import { canExecuteOn } from '../execution-day.js';
import { schemeOfPayment } from '../scheme.js';
import { postponePayments, type PaymentToExecute } from './execution.statements.js';
import type { Due } from './payment-decision.js';

/**
 * Keeps payments off closed days. The day of a payment is computed when it is approved; the calendar may have changed since, or the day may
 * have passed while nothing ran. So the calendar is consulted again before money moves.
 */
@Injectable()
export class ClosedDaysService {
  constructor(
    private readonly clock: BankClock,
    @Inject(CalendarService) private readonly calendar: BusinessCalendar,
  ) {}

  /** Returns what can be executed today. The rest gets the next business day; what is not reserved yet is reserved until then. */
  async postpone(tx: Transaction, due: readonly Due[]): Promise<readonly Due[]> {
    const closed = due.filter((one) => this.isClosed(one));
    if (closed.length === 0) return due;
    const days = new Map(closed.map(({ payment }) => [payment.paymentId, this.nextDay(payment)]));
    await tx.rows(postponePayments, [...days.keys()], [...days.values()]);
    return due.flatMap((one): Due[] => {
      const executionDate = days.get(one.payment.paymentId);
      if (executionDate === undefined) return [one];
      return one.payment.status === 'ACTC' ? [{ ...one, step: 'reserve', payment: { ...one.payment, executionDate } }] : [];
    });
  }

  private isClosed({ step, payment }: Due): boolean {
    return step === 'book' && payment.executionDate !== null && !this.canExecuteOn(this.clock.today(), payment);
  }

  private nextDay(payment: PaymentToExecute): string {
    return businessDaysAfter(0, this.clock.today(), (day) => this.canExecuteOn(day, payment));
  }

  private canExecuteOn(day: string, { currency, product, creditorAccountId }: PaymentToExecute): boolean {
    return canExecuteOn(day, { currency, product, inside: creditorAccountId !== null, scheme: schemeOfPayment(product) }, this.calendar);
  }
}
