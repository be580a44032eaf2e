import { Inject, Injectable } from '@nestjs/common';
import { BankClock, type Transaction } from '@open-banking/database';
import { businessDaysAfter, type BusinessCalendar, type CurrentCalendar, CalendarService } from '@open-banking/ais-pis-ledger';
import { canExecuteOn } from '../execution-day.js';
import { PaymentProducts } from '../payment-products.js';
import { postponePayments, type PaymentToExecute } from './execution.statements.js';
import type { DuePayment } from './payment-decision.js';

/**
 * Keeps payments off closed days. The day of a payment is computed when it is approved; the calendar may have changed since, or the day may
 * have passed while nothing ran. So the calendar is consulted again before money moves, as it is in the transaction that executes.
 */
@Injectable()
export class ClosedDaysService {
  constructor(
    private readonly clock: BankClock,
    @Inject(CalendarService) private readonly calendars: CurrentCalendar,
    private readonly products: PaymentProducts,
  ) {}

  /** Returns what can be executed today. The rest gets the next business day; what is not reserved yet is reserved until then. */
  async postpone(tx: Transaction, due: readonly DuePayment[]): Promise<readonly DuePayment[]> {
    const today = this.clock.today();
    const bound = due.filter((one) => this.needsBusinessDay(one));
    if (bound.length === 0) return due;
    const calendar = await this.calendars.current(tx);
    const closed = bound.filter(({ payment }) => !this.canExecute(today, payment, calendar));
    if (closed.length === 0) return due;
    const days = new Map(
      closed.map(({ payment }) => [payment.paymentId, businessDaysAfter(0, today, (day) => this.canExecute(day, payment, calendar))]),
    );
    await tx.rows(postponePayments, [...days.keys()], [...days.values()]);
    return due.flatMap((one): DuePayment[] => {
      const executionDate = days.get(one.payment.paymentId);
      if (executionDate === undefined) return [one];
      return one.payment.status === 'ACTC' ? [{ ...one, step: 'reserve', payment: { ...one.payment, executionDate } }] : [];
    });
  }

  /** Whether money moves now, and only on a business day. */
  private needsBusinessDay({ step, payment: { executionDate, product, creditorAccountId } }: DuePayment): boolean {
    const isBooked = step === 'book' && executionDate !== null && creditorAccountId === null;
    return isBooked && this.products.schemeOfPayment(product).cutOff !== undefined;
  }

  private canExecute(day: string, { currency, product, creditorAccountId }: PaymentToExecute, calendar: BusinessCalendar): boolean {
    const scheme = this.products.schemeOfPayment(product);
    return canExecuteOn(day, { currency, product, inside: creditorAccountId !== null, scheme }, calendar);
  }
}
