import { Decimal } from '@open-banking/messages';
import type { PaymentToCheck } from './execution-check.js';

/** The most per payment and per day; null: no such bound. */
export interface Bounds {
  readonly perPayment: string | null;
  readonly perDay: string | null;
}

/** What bounds a payment: the bank's cap for its customer, and the customer's own limit for instant payments. */
export interface PaymentBounds {
  readonly cap: Bounds;
  readonly own: Bounds;
}

/** What a customer has paid on one of the bank's days in one currency: in all, and by instant payments. */
export interface Spent {
  readonly all: string;
  readonly instant: string;
}

type CountedPayment = Pick<PaymentToCheck, 'paymentId' | 'psuId' | 'currency' | 'amount'> & { readonly executionDate: string | null };

export const dayKeyOf = ({ psuId, executionDate, currency }: Pick<CountedPayment, 'psuId' | 'executionDate' | 'currency'>): string =>
  `${psuId} ${executionDate} ${currency}`;

const exceeds = (amount: Decimal | string, max: string | null): boolean => max !== null && new Decimal(amount).greaterThan(max);

/** Whether what one payment may be is never reached: the bound of a day is below it. */
export const isNeverReached = ({ perPayment, perDay }: Bounds): boolean => perPayment !== null && exceeds(perPayment, perDay);

/** What the customers of a group may still pay. Each payment is decided by what those before it have left, as their funds are. */
export class Spending {
  readonly #spent: Map<string, Spent>;

  /** `bounds`: of the payments that have any; `spent`: by customer, day and currency. */
  constructor(
    private readonly bounds: ReadonlyMap<string, PaymentBounds>,
    spent: ReadonlyMap<string, Spent>,
    private readonly instantProducts: ReadonlySet<string>,
  ) {
    this.#spent = new Map(spent);
  }

  static readonly unbounded = new Spending(new Map(), new Map(), new Set());

  copy(): Spending {
    return this.bounds.size === 0 ? this : new Spending(this.bounds, this.#spent, this.instantProducts);
  }

  /** ISO 20022: AM02 the bank does not allow this amount; AM14 it exceeds what the customer has agreed to. */
  refusalOf(payment: CountedPayment): 'AM02' | 'AM14' | undefined {
    const bounds = this.bounds.get(payment.paymentId);
    if (!bounds) return undefined;
    const { cap, own } = bounds;
    const { all, instant } = this.#of(payment);
    const { amount } = payment;
    if (exceeds(amount, cap.perPayment) || exceeds(new Decimal(all).plus(amount), cap.perDay)) return 'AM02';
    return exceeds(amount, own.perPayment) || exceeds(new Decimal(instant).plus(amount), own.perDay) ? 'AM14' : undefined;
  }

  /** Counts a payment that is executed. */
  add(payment: CountedPayment & Pick<PaymentToCheck, 'product'>): void {
    if (this.bounds.size === 0) return;
    const { all, instant } = this.#of(payment);
    const plus = (sum: string): string => new Decimal(sum).plus(payment.amount).toFixed();
    this.#spent.set(dayKeyOf(payment), { all: plus(all), instant: this.instantProducts.has(payment.product) ? plus(instant) : instant });
  }

  #of(payment: CountedPayment): Spent {
    return this.#spent.get(dayKeyOf(payment)) ?? { all: '0', instant: '0' };
  }
}
